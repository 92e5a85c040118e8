package import Conformance
internal import ExactText
internal import JSONText

/// A ledger, or entries for one, as YAML.
package enum LedgerText {
  /// What every entry says: whom to ask, where, and until when it holds.
  package struct Care {
    /// Where people follow the failures up.
    package var link: String
    /// Who is responsible for them.
    package var owner: String
    /// The last day on which the entries hold.
    package var expires: String

    /// Care for all entries.
    package init(link: String, owner: String, expires: String) {
      self.link = link
      self.owner = owner
      self.expires = expires
    }
  }

  /// A whole ledger.
  package static func file(_ name: String, _ care: Care, _ entries: [LedgerDraft.Entry]) -> String {
    var text = "# yaml-language-server: $schema=ledger.schema.json\n"
    text +=
      "# Known failures: a run with --ledger fails on everything else; see 'mamconform help ledger'.\n"
    text += "ledger: \(word(name))\n"
    text += "owner: \(word(care.owner))\n"
    text += "link: \(word(care.link))\n"
    text += "expires: \(care.expires)\n"
    guard !entries.isEmpty else { return text + "failures: []\n" }
    return text + "failures:\n" + entries.map(entry).joined()
  }

  /// One entry, to be put below `failures`.
  package static func entry(_ entry: LedgerDraft.Entry) -> String {
    var text = "  - case:\(list(entry.cases))\n"
    text += "    check:\(list(entry.checks))\n"
    if !entry.editions.isEmpty {
      text += "    edition: [\(entry.editions.map(word).joined(separator: ", "))]\n"
    }
    text += "    requirement:\(list(entry.requirements))\n"
    return text + "    reason: \(quoted(entry.reason))\n"
  }

  /// A word, or a list of them, a line each if they would make a long one.
  private static func list(_ words: [String]) -> String {
    if words.count == 1 { return " \(word(words[0]))" }
    let line = "[\(words.map(word).joined(separator: ", "))]"
    if line.count <= 100 { return " \(line)" }
    return words.map { "\n      - \(word($0))" }.joined()
  }

  /// A word as it is if YAML reads it back as that, else in quotes.
  private static func word(_ text: String) -> String {
    let isPlain =
      text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "/"):
          true
        default: false
        }
      } && text.utf8.contains { $0 > 0x40 } && !text.hasPrefix("-")
    return isPlain && !["null", "true", "false", "yes", "no", "on", "off"].contains(text)
      ? text : quoted(text)
  }

  /// In double quotes: YAML reads them as JSON does.
  private static func quoted(_ text: String) -> String { JSON.string(text).text }
}
