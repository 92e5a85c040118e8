import CaseModel
internal import Conformance
internal import ExactText
internal import Wording

/// What the console says of the ledger of known failures.
extension ConsoleReport {
  /// The most findings and entries that are shown.
  private static let mostFindings = 8
  private static let mostEntries = 3

  /// What is wrong with the ledger, and entries for what it does not know.
  func ledger(_ results: [CaseResult]) -> String {
    guard let review = description.ledger else { return "" }
    var text = ""
    for finding in review.findings.prefix(ConsoleReport.mostFindings) {
      text += "\(style.set("ledger", .bad))  \(finding.kind.rawValue): "
      text += "\(Excerpt.harmless(finding.diagnostic.description))\n"
    }
    let more = review.findings.count - ConsoleReport.mostFindings
    if more > 0 {
      text += "and \(more) more findings on the ledger; the JSON report has them all\n"
    }
    let entries = LedgerDraft(results).entries
    if !entries.isEmpty {
      text += "\nnot in the ledger; to put them there, add below 'failures':\n"
      text += Excerpt.harmless(
        entries.prefix(ConsoleReport.mostEntries).map(LedgerText.entry).joined())
      let more = entries.count - ConsoleReport.mostEntries
      if more > 0 { text += "and \(more) more; 'mamconform ledger write' writes them all\n" }
    }
    return text.isEmpty ? "" : "\n" + text
  }

  /// What is known of a case that fails as the ledger says.
  func knownText(_ result: CaseResult) -> String {
    Excerpt.harmless(CaseExplanation.known(result))
  }
}
