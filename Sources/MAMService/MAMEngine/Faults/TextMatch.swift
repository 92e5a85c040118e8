internal import ExactText
import JSONText
import MAMDirectory

/// What a string must be: a string stands for equality, an object has any of `equals`, `contains` and `matches`,
/// all of which must fit, or `absent`.
struct TextMatch: Sendable, Equatable {
  private var equals: String?
  private var contains: String?
  private var pattern: TextPattern?
  /// If true, there must be none; if false, there must be one.
  private var isAbsent: Bool?

  static let names = ["equals", "contains", "matches"]

  /// Reads a match.
  ///
  /// - Parameter place: what is matched, for messages.
  init(json: JSON, _ place: String) throws(CommandError) {
    if json.string != nil {
      try self.init(members: ["equals": json], place)
      return
    }
    guard let object = json.object, !object.isEmpty else {
      throw CommandError(
        "\(place) must be a string, or an object with equals, contains, matches or absent")
    }
    for member in object.members where !(TextMatch.names + ["absent"]).contains(member.name) {
      throw CommandError(
        "\(place) has no member \"\(member.name)\": one of equals, contains, matches, absent")
    }
    try self.init(members: object, place)
    guard let value = object["absent"] else { return }
    guard let isAbsent = value.bool, object.members.count == 1 else {
      throw CommandError("\"absent\" of \(place) must be true or false, with no other member")
    }
    self.isAbsent = isAbsent
  }

  /// Reads `equals`, `contains` and `matches` of an object; others are passed over.
  init(members: JSONObject, _ place: String) throws(CommandError) {
    func text(_ name: String) throws(CommandError) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.string else {
        throw CommandError("\"\(name)\" of \(place) must be a string")
      }
      return text
    }
    equals = try text("equals")
    contains = try text("contains")
    if let text = try text("matches") { pattern = try TextPattern(text) }
  }

  /// True if any of the values fits.
  func fits(anyOf values: [String]) -> Bool {
    if let isAbsent { return values.isEmpty == isAbsent }
    return values.contains { value in
      var value = value
      return value.withUTF8(fits)
    }
  }

  /// True if the bytes fit.
  func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let equals, !equals.utf8.elementsEqual(bytes) { return false }
    if let contains, !TextMatch.contains(bytes, Array(contains.utf8)) { return false }
    return pattern?.fits(bytes) ?? true
  }

  private static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard !wanted.isEmpty else { return true }
    // Knuth, Morris and Pratt: no byte is looked at twice, whatever the strings are.
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for place in wanted.indices.dropFirst() {
      while length > 0, wanted[place] != wanted[length] { length = borders[length - 1] }
      if wanted[place] == wanted[length] { length += 1 }
      borders[place] = length
    }
    length = 0
    for byte in bytes {
      while length > 0, byte != wanted[length] { length = borders[length - 1] }
      if byte == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }
}
