internal import ExactText

/// A JSON value (RFC 8259) whose objects keep the order of their members.
///
/// Order is kept because every text this project writes must be byte-identical from run to run;
/// integers are kept apart from fractions because virtual time is exact integer milliseconds.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// Tells apart what differs by its bytes only, as equality does.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let values): hasher.combine(values)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSON {
  /// The text of a string value, else nil.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }
  /// The value of an integer, else nil; a fraction is never rounded.
  package var int: Int? {
    if case .int(let value) = self { value } else { nil }
  }
  /// The value of a boolean, else nil.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
  /// The elements of an array, else nil.
  package var array: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }
  /// The members of an object, else nil.
  package var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }
  /// True for the literal `null` only.
  package var isNull: Bool { self == .null }

  /// The member of that name if this is an object that has it, else nil.
  package subscript(name: String) -> JSON? { object?[name] }
}

/// The members of a JSON object in the order in which they were written.
///
/// Equality does not regard the order (RFC 8259, section 4); writing does.
package struct JSONObject: Sendable, Hashable {
  /// One name and its value.
  package struct Member: Sendable, Hashable {
    /// The member's name.
    package var name: String
    /// The member's value.
    package var value: JSON

    package func hash(into hasher: inout Hasher) {
      hasher.combine(ExactString(name))
      hasher.combine(value)
    }
  }

  /// The members, first to last.
  package private(set) var members: [Member] = []

  /// An object without members.
  package init() {}

  /// An object with the given members; a name given twice keeps its last value.
  package init(_ members: [(String, JSON)]) {
    self.members.reserveCapacity(members.count)
    var index = NameIndex()
    for (name, value) in members {
      if let place = index.place(ofNext: name, in: self) {
        self.members[place].value = value
      } else {
        append(name, value)
      }
    }
  }

  /// The value of a member; setting nil removes it, setting a new name appends it.
  package subscript(name: String) -> JSON? {
    get {
      place(of: name).map { members[$0].value }
    }
    set {
      if let index = place(of: name) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(name: name, value: newValue))
      }
    }
  }

  /// The place of a member, by number, so that no member is copied on the way.
  private func place(of name: String) -> Int? {
    for index in members.indices where members[index].name == name { return index }
    return nil
  }

  /// Appends without looking for an earlier member of the name: for writers on the hot path.
  package mutating func append(_ name: String, _ value: JSON) {
    members.append(Member(name: name, value: value))
  }

  /// Appends a string, or nothing for nil.
  package mutating func append(_ name: String, string: String?) {
    if let string { append(name, .string(string)) }
  }

  /// Makes room for so many members: for writers on the hot path.
  package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// True if the object has no member.
  package var isEmpty: Bool { members.isEmpty }

  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.members.count == right.members.count else { return false }
    // Mostly the order is the same too.
    let difference = left.members.indices.first { left.members[$0] != right.members[$0] }
    guard let start = difference else { return true }
    var index = NameIndex()
    return left.members[start...].allSatisfy { member in
      index.place(of: member.name, in: right).map { right.members[$0].value == member.value }
        ?? false
    }
  }

  /// Does not regard the order either.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
  }

  /// Finds members by name in an object that may be large: through the members while they are few, by a
  /// table when they are many. A body that somebody else has made may have a hundred thousand.
  struct NameIndex {
    private static let few = 32

    private var places: [ExactString: Int] = [:]
    /// How many members, from the first on, are in the table.
    private var known = 0
    /// A bit for each name that came next, by its length and its ends: one whose bit is not set is new.
    private var marks: UInt64 = 0

    /// The place of a member that is appended next if there is none of the name: for an object that
    /// is built so from its first member on.
    mutating func place(ofNext name: String, in object: JSONObject) -> Int? {
      let mark = NameIndex.mark(of: name)
      guard marks & mark != 0 else {
        marks |= mark
        return nil
      }
      return place(of: name, in: object)
    }

    private static func mark(of name: String) -> UInt64 {
      name.withBytes { bytes in
        guard let first = bytes.first, let last = bytes.last else { return 1 }
        return 1 << ((UInt64(bytes.count) &* 7 &+ UInt64(first) &+ UInt64(last)) & 63)
      }
    }

    /// The place of a member; the object may have grown since the last time.
    mutating func place(of name: String, in object: JSONObject) -> Int? {
      guard object.members.count > NameIndex.few else {
        return object.place(of: name)
      }
      while known < object.members.count {
        places[object.members[known].name] = known
        known += 1
      }
      return places[name]
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
extension JSON: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements))
  }
}
extension JSON: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}
extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
extension JSON: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .int(value) }
}
extension JSON: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
extension JSON: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) { self = .null }
}
