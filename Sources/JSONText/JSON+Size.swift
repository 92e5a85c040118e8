internal import ExactText

extension JSON {
  /// What every value counts at least, in bytes: what it takes in memory beside its text.
  package static let least = 32

  /// How much room a value takes, in bytes: the length of its strings, and 32 for each value in it.
  ///
  /// A bound on it bounds memory, which a bound on the length of the text does not: `[0,0,0]` is short as a string.
  package var size: Int {
    switch self {
    case .string(let text): JSON.least + text.utf8.count
    case .array(let elements): elements.reduce(JSON.least) { $0 + $1.size }
    case .object(let object): JSON.least + object.size
    default: JSON.least
    }
  }
}

extension JSONObject {
  /// How much room the members take, in bytes; see ``JSON/size``.
  package var size: Int { members.reduce(0) { $0 + $1.name.utf8.count + $1.value.size } }
}
