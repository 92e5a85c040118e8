internal import ExactText
internal import JSONText

/// The values that a client may open, by the numbers that it was given for them; all are forgotten when the session moves.
struct VariableTable {
  /// A value, and the path in the state at which it is, if it is there.
  struct Entry {
    var value: JSON
    var path: String?
  }

  private var entries: [Entry] = []

  /// The longest text of a value that is shown without being opened.
  private static let longestSummary = 120

  /// Forgets everything.
  mutating func clear() { entries = [] }

  /// A number for a value; 0 for one that has no members.
  mutating func reference(to value: JSON, path: String?) -> Int {
    switch value {
    case .object(let object) where !object.isEmpty: break
    case .array(let elements) where !elements.isEmpty: break
    default: return 0
    }
    return add(value, path: path)
  }

  /// A number for a value, also if it has no members.
  mutating func add(_ value: JSON, path: String?) -> Int {
    entries.append(Entry(value: value, path: path))
    return entries.count
  }

  /// What a number was given for; nil for a number of an earlier stop.
  func entry(_ reference: Int) -> Entry? {
    entries.indices.contains(reference - 1) ? entries[reference - 1] : nil
  }

  /// The members of a value.
  mutating func members(of entry: Entry) -> [Variable] {
    let members: [(String, JSON)] =
      switch entry.value {
      case .object(let object): object.members.map { ($0.name, $0.value) }
      case .array(let elements): elements.enumerated().map { ("\($0.offset)", $0.element) }
      default: []
      }
    return members.map { name, value in
      let path = entry.path.map { $0.isEmpty ? name : "\($0).\(name)" }
      return Variable(
        name: name, value: VariableTable.summary(value),
        reference: reference(to: value, path: path), expression: path,
        isReadOnly: path != "clock")
    }
  }

  /// A value on one line.
  static func summary(_ value: JSON) -> String {
    let text =
      if case .string(let text) = value { text } else { value.text }
    guard text.count > longestSummary else { return text }
    return "\(text.prefix(longestSummary))..."
  }
}
