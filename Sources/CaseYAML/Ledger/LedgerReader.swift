package import CaseModel
package import Contract
internal import ExactText

/// Reads a ledger of known failures from YAML; `suites/schemas/ledger.schema.json` describes it.
///
/// `owner`, `link` and `expires` stand at the entries, or once for all of them at the top.
package struct LedgerReader {
  /// The keys of the file.
  package static let keys = ["ledger", "owner", "link", "expires", "failures"]
  /// The keys of an entry.
  package static let entryKeys = [
    "case", "check", "edition", "requirement", "reason", "link", "owner", "expires",
  ]

  private let diagnostics: Diagnostics
  private let contract: Contract
  private let root: YAMLNode

  /// The ledger of a file, and everything that is wrong with it; nil if an error keeps it from being used.
  ///
  /// Whether its cases and checks exist is for whoever has the suites.
  package static func load(
    path: String, _ contract: Contract
  ) -> (ledger: Ledger?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    let ledger = YAMLNode.read(path: path, diagnostics: diagnostics).flatMap {
      LedgerReader(diagnostics: diagnostics, contract: contract, root: $0).ledger()
    }
    return (
      diagnostics.errorCount == 0 ? ledger : nil,
      diagnostics.all.sorted { $0.location.isBefore($1.location) }
    )
  }

  private func ledger() -> Ledger? {
    guard diagnostics.members(root, of: "ledger", keys: LedgerReader.keys) != nil,
      let nameNode = diagnostics.required("ledger", in: root, of: "ledger"),
      let name = diagnostics.text(nameNode, for: "ledger"),
      let list = diagnostics.required("failures", in: root, of: "ledger"),
      let elements = diagnostics.list(list, for: "failures", of: "entries")
    else { return nil }
    return Ledger(name: name, entries: elements.compactMap(entry))
  }

  private func entry(_ node: YAMLNode) -> LedgerEntry? {
    guard diagnostics.members(node, of: "failures", keys: LedgerReader.entryKeys) != nil else {
      return nil
    }
    let cases = words("case", in: node, "a case, a pattern of cases or a list of them")
    let checks = words("check", in: node, "a check's ID, a pattern of IDs or a list of them")
    let requirements = words("requirement", in: node, "a requirement's ID or a list of them")
    for requirement in requirements ?? [] where contract.requirement(requirement.text) == nil {
      diagnostics.unknown(
        "requirement", requirement.text, at: requirement.location,
        known: contract.requirements.map(\.id))
    }
    let editions =
      node["edition"].map { EditionSet.read($0, diagnostics) } ?? Set(Edition.allCases)
    let reason = diagnostics.required("reason", in: node, of: "failures").flatMap { value in
      diagnostics.text(value, for: "reason").map { LedgerEntry.Word($0, at: value.location) }
    }
    let link = inherited("link", in: node).flatMap { diagnostics.text($0, for: "link") }
    let owner = inherited("owner", in: node).flatMap { diagnostics.text($0, for: "owner") }
    let expires = inherited("expires", in: node).flatMap(day)
    guard let cases, let checks, let requirements, let editions, let reason, let link, let owner,
      let expires
    else { return nil }
    return LedgerEntry(
      cases: cases, checks: checks, editions: editions, requirements: requirements,
      reason: reason, link: link, owner: owner, expires: expires, location: node.location)
  }

  /// A word or a list of words.
  private func words(_ key: String, in node: YAMLNode, _ what: String) -> [LedgerEntry.Word]? {
    guard let value = diagnostics.required(key, in: node, of: "failures") else { return nil }
    guard value.elements != nil || value.text != nil else {
      diagnostics.expected(what, for: key, not: value)
      return nil
    }
    let elements = value.elements ?? [value]
    if elements.isEmpty { diagnostics.error(value.location, "the list of '\(key)' is empty") }
    return elements.compactMap { element in
      diagnostics.text(element, for: key).map { LedgerEntry.Word($0, at: element.location) }
    }
  }

  /// A member of the entry, or else of the whole ledger.
  private func inherited(_ key: String, in node: YAMLNode) -> YAMLNode? {
    if let value = node[key] ?? root[key] { return value }
    diagnostics.error(
      node.location, "the entry needs the key '\(key)'",
      suggestion: "write it here, or above 'failures' for all entries")
    return nil
  }

  private func day(_ node: YAMLNode) -> CalendarDay? {
    if let day = node.text.flatMap({ CalendarDay($0) }) { return day }
    diagnostics.expected("a day such as 2027-01-31", for: "expires", not: node)
    return nil
  }
}
