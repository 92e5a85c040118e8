internal import ExactText

/// A value of a property list, and where it stands.
package struct PropertyValue: Sendable, Equatable {
  /// What it is.
  package enum Content: Sendable, Equatable {
    case dictionary([Member])
    case array([PropertyValue])
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case date
    case data([UInt8])
    /// What only archives of objects have.
    case other
  }

  /// A key of a dictionary with its value.
  package struct Member: Sendable, Equatable {
    /// The key.
    package var key: String
    /// Where the key stands; in a binary file, where the value does.
    package var place: FilePlace
    /// The value.
    package var value: PropertyValue
  }

  /// What it is.
  package var content: Content
  /// Where it stands.
  package var place: FilePlace

  /// A value at a place.
  package init(_ content: Content, at place: FilePlace) {
    self.content = content
    self.place = place
  }

  /// The members of a dictionary; nil for anything else.
  package var members: [Member]? {
    if case .dictionary(let members) = content { members } else { nil }
  }
  /// The elements of an array; nil for anything else.
  package var elements: [PropertyValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }
  /// The text of a string; nil for anything else.
  package var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The value of a boolean; nil for anything else.
  package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
  /// The value of an integer; nil for anything else.
  package var integer: Int? { if case .integer(let value) = content { value } else { nil } }
  /// The strings among the elements of an array, or a lone string as a list of one.
  package var strings: [String] { elements?.compactMap(\.string) ?? string.map { [$0] } ?? [] }

  /// The member of a dictionary with that key.
  package func member(_ key: String) -> Member? { members?.first { $0.key == key } }

  /// The value of that key; nil if there is none, or if this is no dictionary.
  package subscript(key: String) -> PropertyValue? { member(key)?.value }

  /// Where a key stands, or else the value itself.
  package func place(of key: String) -> FilePlace { member(key)?.place ?? place }

  /// The kind of value for people, such as `a string`.
  package var kind: String {
    switch content {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .other: "a value of another kind"
    }
  }
}

/// A property list that was read.
package struct PropertyList: Sendable, Equatable {
  /// The forms in which a property list is written.
  package enum Format: String, Sendable {
    case xml
    case binary
    case openStep = "openstep"
  }

  /// The file's path.
  package var file: String
  /// How it was written.
  package var format: Format
  /// Its value.
  package var root: PropertyValue
  /// What readers take in different ways, such as a key that is there twice.
  package var remarks: [FileProblem] = []

  /// The most bytes of a property list that are read.
  package static let largest = 16 << 20

  /// Reads a property list in whichever form it is.
  ///
  /// - Throws: what is wrong with it, with its place. Nothing that a file can hold makes this take more than a few
  ///   seconds, or more memory than some hundred bytes for each value.
  package static func read(_ bytes: [UInt8], file: String) throws(FileProblem) -> PropertyList {
    guard bytes.count <= largest else {
      throw FileProblem(file, .whole, "it is larger than \(largest >> 20) MiB")
    }
    if bytes.starts(with: "bplist".utf8) {
      var reader = BinaryPropertyListReader(bytes, file: file)
      do throws(FileProblem) {
        return PropertyList(file: file, format: .binary, root: try reader.document())
      } catch {
        // Its last bytes say where everything is: what is wrong is mostly that others are last.
        throw error.suggesting("see whether the file is cut off or damaged")
      }
    }
    let text = try TextDecoding.utf8(bytes, file: file)
    if TextDecoding.firstVisible(of: text) == UInt8(ascii: "<"), !isData(text) {
      var reader = XMLPropertyListReader(text, file: file)
      let root = try reader.document()
      return PropertyList(file: file, format: .xml, root: root, remarks: reader.remarks)
    }
    var reader = OpenStepReader(text, file: file)
    do throws(FileProblem) {
      let root = try reader.document()
      return PropertyList(file: file, format: .openStep, root: root, remarks: reader.remarks)
    } catch {
      throw reader.isAtEnd && !text.isEmpty
        ? error.suggesting("see whether the file is cut off") : error
    }
  }

  /// True for `<0fbd…>`, which is data in the old form and no tag.
  private static func isData(_ text: [UInt8]) -> Bool {
    guard let start = text.firstIndex(of: UInt8(ascii: "<")), start + 1 < text.count else {
      return false
    }
    let next = text[start + 1]
    return (0x30...0x39).contains(next)
  }
}
