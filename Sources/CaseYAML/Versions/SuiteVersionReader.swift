package import CaseModel
internal import Contract
internal import ExactText

/// Reads a released set of checks from YAML; `suites/schemas/suite-version.schema.json` describes the file.
package struct SuiteVersionReader {
  /// The keys of the file.
  package static let keys = [
    "version", "date", "cases", "checks", "corrections", "world", "standing", "suites",
  ]
  /// The key of a case beside its editions.
  package static let checksKey = "checks"

  private let diagnostics: Diagnostics
  private let root: YAMLNode

  /// The set of a file, and everything that is wrong with it; nil if an error keeps it from being used.
  package static func load(path: String) -> (version: SuiteVersion?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    let version = YAMLNode.read(path: path, diagnostics: diagnostics).flatMap {
      SuiteVersionReader(diagnostics: diagnostics, root: $0).version()
    }
    return (diagnostics.errorCount == 0 ? version : nil, diagnostics.all)
  }

  private func version() -> SuiteVersion? {
    guard diagnostics.members(root, of: "suite version", keys: SuiteVersionReader.keys) != nil,
      let name = required("version").flatMap({ diagnostics.text($0, for: "version") }),
      let date = required("date").flatMap(day),
      let caseCount = count("cases"), let checkCount = count("checks"),
      let cases = required("suites").flatMap(self.cases)
    else { return nil }
    let corrections = root["corrections"].map { self.corrections($0) } ?? []
    var version = SuiteVersion(
      name: name, date: date, caseCount: caseCount, checkCount: checkCount,
      corrections: corrections, world: parts(root["world"]), cases: cases)
    version.standing = parts(root["standing"])
    return version
  }

  private func parts(_ node: YAMLNode?) -> [SuiteVersion.FrozenPart] {
    (node?.members ?? []).compactMap { member in
      diagnostics.text(member.value, for: member.name)
        .map { SuiteVersion.FrozenPart(name: member.name, digest: $0) }
    }
  }

  private func required(_ key: String) -> YAMLNode? {
    diagnostics.required(key, in: root, of: "suite version")
  }

  private func count(_ key: String) -> Int? {
    required(key).flatMap { diagnostics.integer($0, for: key, in: 0...10_000_000) }
  }

  private func corrections(_ node: YAMLNode) -> [SuiteVersion.Correction] {
    let elements = diagnostics.list(node, for: "corrections", of: "corrections") ?? []
    return elements.compactMap { element in
      guard diagnostics.members(element, of: "corrections", keys: ["date", "reason"]) != nil,
        let date = diagnostics.required("date", in: element, of: "corrections").flatMap(day),
        let reason = diagnostics.required("reason", in: element, of: "corrections")
          .flatMap({ diagnostics.text($0, for: "reason") })
      else { return nil }
      return SuiteVersion.Correction(date: date, reason: reason)
    }
  }

  private func cases(_ node: YAMLNode) -> [SuiteVersion.FrozenCase]? {
    guard let members = node.members else {
      diagnostics.expected("a mapping of cases", for: "suites", not: node)
      return nil
    }
    return members.compactMap { member in frozen(member.name, member.value) }
  }

  private func frozen(_ name: String, _ node: YAMLNode) -> SuiteVersion.FrozenCase? {
    guard let members = node.members, let list = node[SuiteVersionReader.checksKey],
      let words = diagnostics.text(list, for: SuiteVersionReader.checksKey)
    else {
      diagnostics.expected("a mapping with 'checks'", for: name, not: node)
      return nil
    }
    var checks: [SuiteVersion.FrozenCheck] = []
    for word in words.split(separator: " ") {
      // An ID, or `ID@2017-11,2020-01` if it is not there in all editions of the case.
      let parts = word.split(separator: "@", maxSplits: 1)
      let editions = parts.count > 1 ? editions(String(parts[1]), at: list) : Set(Edition.allCases)
      guard let editions else { return nil }
      checks.append(SuiteVersion.FrozenCheck(id: String(parts[0]), editions: editions))
    }
    var digests: [Edition: [String]] = [:]
    for member in members where member.name != SuiteVersionReader.checksKey {
      guard let editions = editions(member.name, at: member.value),
        let text = diagnostics.text(member.value, for: member.name)
      else { return nil }
      for edition in editions { digests[edition] = text.split(separator: " ").map(String.init) }
    }
    return SuiteVersion.FrozenCase(name: name, checks: checks, digests: digests)
  }

  /// `all`, or editions with commas between them.
  private func editions(_ text: String, at node: YAMLNode) -> Set<Edition>? {
    if text == "all" { return Set(Edition.allCases) }
    let names = text.split(separator: ",").map(String.init)
    let editions = names.compactMap(Edition.init(rawValue:))
    guard editions.count == names.count, !editions.isEmpty else {
      diagnostics.error(node.location, "'\(text)' is not a list of editions")
      return nil
    }
    return Set(editions)
  }

  private func day(_ node: YAMLNode) -> CalendarDay? {
    if let day = node.text.flatMap({ CalendarDay($0) }) { return day }
    diagnostics.expected("a day such as 2027-01-31", for: "date", not: node)
    return nil
  }

  /// The parts of the standard world of a file, each with its digest; empty if it cannot be read.
  package static func world(path: String) -> [SuiteVersion.FrozenPart] {
    guard let root = YAMLNode.read(path: path, diagnostics: Diagnostics()) else { return [] }
    return (root.members ?? []).flatMap { section in
      (section.value.members ?? []).map { part in
        SuiteVersion.FrozenPart(
          name: "\(section.name)/\(part.name)", digest: part.value.digest.text)
      }
    }
  }
}
