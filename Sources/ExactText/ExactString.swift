/// A string that is the same as another only if their UTF-8 bytes are the same.
///
/// Swift's own `String` compares and hashes by canonical equivalence: "é" as one scalar (NFC) and as two (NFD) are
/// one key of a dictionary, and KELVIN SIGN (U+212A) is "K". Names that come from a program under test, from a client or
/// from a file must not melt together like this, so they are never keys as `String`:
///
///     var held: [ExactString: Int] = [:]
///     held["mail"] = 3                      // a literal or any String may be used to look up
///     for (name, count) in held { print(name.text, count) }
///
/// The operators of this module give plain `String` values the same meaning; see `Text+Comparing.swift`.
public struct ExactString: Sendable {
  /// The text itself.
  public let text: String

  /// That text.
  @inlinable public init(_ text: String) { self.text = text }

  /// A copy of that part of a string.
  @inlinable public init(_ text: Substring) { self.text = String(text) }
}

extension ExactString: Hashable {
  @inlinable public static func == (left: ExactString, right: ExactString) -> Bool {
    left.text == right.text
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text is the beginning of another: this byte is in none.
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactString: Comparable {
  /// The order of the bytes, which is that of the code points.
  @inlinable public static func < (left: ExactString, right: ExactString) -> Bool {
    left.text < right.text
  }
}

extension ExactString: ExpressibleByStringInterpolation {
  @inlinable public init(stringLiteral value: String) { self.init(value) }
}

extension ExactString: CustomStringConvertible {
  public var description: String { text }
}

extension Dictionary where Key == ExactString {
  /// The value of that name.
  @inlinable public subscript(name: String) -> Value? {
    get { self[ExactString(name)] }
    _modify { yield &self[ExactString(name)] }
  }

  /// The value of that name, or the given one, which is put in before a change.
  @inlinable public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { self[ExactString(name), default: value()] }
    _modify { yield &self[ExactString(name), default: value()] }
  }

  /// Removes the value of that name and returns it.
  @discardableResult @inlinable public mutating func removeValue(forKey name: String) -> Value? {
    removeValue(forKey: ExactString(name))
  }

  /// Sets the value of that name and returns the one that it had.
  @discardableResult @inlinable
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    updateValue(value, forKey: ExactString(name))
  }
}

extension Dictionary where Key == ExactString {
  /// The names in the order of their bytes.
  @inlinable public var sortedNames: [String] { keys.sorted().map(\.text) }
}

extension Sequence<String> {
  /// The strings, each once.
  @inlinable public var distinct: Set<ExactString> { Set(texts: self) }
}

extension Set where Element == ExactString {
  /// The set of those strings.
  @inlinable public init(texts: some Sequence<String>) {
    self.init(texts.lazy.map { ExactString($0) })
  }

  /// True if the text is in the set.
  @inlinable public func contains(_ text: String) -> Bool { contains(ExactString(text)) }

  /// Puts a string in, and returns whether it was new.
  @discardableResult @inlinable
  public mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: ExactString) {
    insert(ExactString(text))
  }

  /// Takes a string out.
  @discardableResult @inlinable public mutating func remove(_ text: String) -> ExactString? {
    remove(ExactString(text))
  }

  /// The strings in the order of their bytes.
  @inlinable public var sortedTexts: [String] { sorted().map(\.text) }
}
