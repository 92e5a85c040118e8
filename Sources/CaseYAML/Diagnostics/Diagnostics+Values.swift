internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import VirtualTime
import Wording

/// Reads values of the expected type, or says what is expected.
extension Diagnostics {
  /// Adds the error that a value is not what its place takes.
  func expected(
    _ what: String, for name: String, not node: YAMLNode, suggestion: String? = nil
  ) {
    if let text = node.text, isUnresolved(text) { return }
    let found = node.text.map { node.kind == "a string" ? "'\($0)'" : node.kind } ?? node.kind
    error(node.location, "'\(name)' takes \(what), not \(found)", suggestion: suggestion)
  }

  /// The members of a mapping after unknown keys have been reported; nil if it is none.
  func members(
    _ node: YAMLNode, of name: String, keys: [String]
  ) -> [YAMLNode.Member]? {
    guard let members = node.members else {
      expected("a mapping with \(Diagnostics.list(keys))", for: name, not: node)
      return nil
    }
    checkKeys(members, of: name, keys: keys)
    return members
  }

  /// Reports the members whose key is not one of those known.
  ///
  /// - Parameter named: the keys that a suggestion lists where none is near; nil for all that are known.
  func checkKeys(
    _ members: [YAMLNode.Member], of name: String, keys: [String], named: [String]? = nil
  ) {
    for member in members where !keys.contains(member.name) {
      let near = Spelling.nearest(to: member.name, among: keys)
      if let near { misspelt[member.location] = near }
      error(
        member.location, "unknown key '\(member.name)' in '\(name)'",
        suggestion: Spelling.suggestion(
          for: member.name, among: near == nil ? named ?? keys : keys))
    }
  }

  /// A member that must be there; nil, and reported, if it is not.
  ///
  /// A key that was reported as a misspelling of this one is not missing as well.
  func required(_ key: String, in node: YAMLNode, of name: String) -> YAMLNode? {
    if let value = node[key] { return value }
    let isMisspelt = node.members?.contains { misspelt[$0.location] == key } ?? false
    if !isMisspelt { error(node.location, "'\(name)' needs the key '\(key)'") }
    return nil
  }

  /// A string, also a plain one that looks like a number.
  func text(_ node: YAMLNode, for name: String) -> String? {
    guard let text = node.text, node.kind == "a string" || node.kind == "an integer" else {
      expected("a string", for: name, not: node)
      return nil
    }
    return text
  }

  /// One of some words.
  func word(_ node: YAMLNode, for name: String, _ what: String, among known: [String]) -> String? {
    guard let text = node.text, node.kind == "a string" else {
      expected("one of \(Diagnostics.list(known))", for: name, not: node)
      return nil
    }
    guard known.contains(text) else {
      unknown(what, text, at: node.location, known: known)
      return nil
    }
    return text
  }

  /// One of the words of a protocol.
  func word<Word: RawRepresentable<String>>(
    _ node: YAMLNode, for name: String, _ what: String, among known: [Word]
  ) -> Word? {
    word(node, for: name, what, among: Vocabulary.words(known)).flatMap(Word.init)
  }

  /// A plain integer within bounds.
  func integer(_ node: YAMLNode, for name: String, in range: ClosedRange<Int>) -> Int? {
    guard let text = node.plainText, let value = YAMLNode.typed(text).int else {
      expected("an integer", for: name, not: node)
      return nil
    }
    guard range.contains(value) else {
      let bounds =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      error(node.location, "'\(name)' takes an integer \(bounds), not \(value)")
      return nil
    }
    return value
  }

  /// A plain boolean.
  func boolean(_ node: YAMLNode, for name: String) -> Bool? {
    guard let text = node.plainText, let value = YAMLNode.typed(text).bool else {
      expected("true or false", for: name, not: node)
      return nil
    }
    return value
  }

  /// A span of virtual time; negative ones, such as `-3 h`, only if allowed.
  func duration(
    _ node: YAMLNode, for name: String, canBeNegative: Bool = false
  ) -> VirtualDuration? {
    // The leading zero makes a sum of a span with a sign.
    guard let text = node.text,
      let value = VirtualDuration(
        text.hasPrefix("-") ? "0 ms\(text)" : text, unit: { profile.length(of: $0) })
    else {
      expected("a duration such as '24 h', '1 ms' or '23:59:59.999'", for: name, not: node)
      return nil
    }
    if !canBeNegative, value < .zero {
      // With the contract's numbers it makes sense, or its file has an error whatever the profile.
      if !profile.isStandard, isWrittenInNumbers(text) {
        unfitness = "'\(name)' is '\(text)', which is less than nothing with \(profile.text)"
        return .zero
      }
      error(node.location, "'\(name)' takes a duration that is not negative, not '\(text)'")
      return nil
    }
    return value
  }

  /// True if a duration counts in numbers of the contract.
  private func isWrittenInNumbers(_ text: String) -> Bool {
    ProfileNumber.allCases.contains { text.contains($0.rawValue) }
  }

  /// An ID: lower-case words and digits joined by hyphens.
  func id(_ node: YAMLNode, for name: String) -> String? {
    guard let text = text(node, for: name) else { return nil }
    let isID =
      !text.isEmpty
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          }
      }
    guard isID else {
      error(
        node.location, "'\(text)' is not an ID",
        suggestion: "write lower-case words joined by hyphens, such as 'retry-after-24h'")
      return nil
    }
    return text
  }

  /// The elements of a list.
  func list(_ node: YAMLNode, for name: String, of what: String) -> [YAMLNode]? {
    guard let elements = node.elements else {
      let word = node.plainText.flatMap { node.kind == "a string" ? $0 : nil }
      expected(
        "a list of \(what)", for: name, not: node, suggestion: word.map { "write [\($0)]" })
      return nil
    }
    return elements
  }

  /// `a`, `a or b`, `a, b or c`, with quotes; long lists are cut off.
  static func list(_ words: [String]) -> String {
    let quoted = words.prefix(Spelling.longestList).map { "'\($0)'" }
    if words.count > quoted.count { return quoted.joined(separator: ", ") + " and others" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
