package import CaseModel
internal import Contract
internal import ExactText
internal import JSONText

/// A released set of checks as YAML: a line for each case that is written.
package enum SuiteVersionText {
  /// The whole file.
  package static func file(_ version: SuiteVersion) -> String {
    var text = """
      # yaml-language-server: $schema=../schemas/suite-version.schema.json
      # A released set of checks. Written by 'mamconform suite-version write'; not to be edited by hand.
      version: \(quoted(version.name))
      date: \(version.date)
      cases: \(version.caseCount)
      checks: \(version.checkCount)

      """
    if !version.corrections.isEmpty {
      text += "corrections:\n"
      for correction in version.corrections {
        text += "  - {date: \(correction.date), reason: \(quoted(correction.reason))}\n"
      }
    }
    text += version.world.isEmpty ? "world: {}\n" : "world:\n"
    for part in version.world { text += "  \(quoted(part.name)): \(quoted(part.digest))\n" }
    if !version.standing.isEmpty { text += "standing:\n" }
    for part in version.standing { text += "  \(quoted(part.name)): \(quoted(part.digest))\n" }
    text += version.cases.isEmpty ? "suites: {}\n" : "suites:\n"
    for item in version.cases {
      var members = ["checks: \(quoted(item.checks.map(word).joined(separator: " ")))"]
      for (editions, digests) in groups(item.digests) {
        members.append("\(quoted(editions)): \(quoted(digests))")
      }
      text += "  \(quoted(item.name)): {\(members.joined(separator: ", "))}\n"
    }
    return text
  }

  /// An ID, with its editions unless it is there in all.
  private static func word(_ check: SuiteVersion.FrozenCheck) -> String {
    let isEverywhere = check.editions.count == Edition.allCases.count
    return isEverywhere ? check.id : "\(check.id)@\(list(check.editions))"
  }

  /// Editions with the same digests, together.
  private static func groups(_ digests: [Edition: [String]]) -> [(String, String)] {
    var groups: [(editions: Set<Edition>, digests: String)] = []
    for edition in Edition.allCases {
      guard let list = digests[edition], case let text = list.joined(separator: " ") else {
        continue
      }
      if let index = groups.firstIndex(where: { $0.digests == text }) {
        groups[index].editions.insert(edition)
      } else {
        groups.append(([edition], text))
      }
    }
    return groups.map { (list($0.editions), $0.digests) }
  }

  private static func list(_ editions: Set<Edition>) -> String {
    editions.count == Edition.allCases.count
      ? "all" : editions.sorted().map(\.rawValue).joined(separator: ",")
  }

  /// In double quotes: YAML reads them as JSON does.
  private static func quoted(_ text: String) -> String { JSON.string(text).text }
}
