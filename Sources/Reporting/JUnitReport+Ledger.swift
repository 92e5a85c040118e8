import CaseModel
import Conformance
internal import ExactText

extension JUnitReport {
  /// A suite of its own for what is wrong with the ledger of known failures: a failed test each.
  func ledger(
    _ findings: [LedgerFinding], _ description: RunDescription, _ xml: inout XMLWriter
  ) {
    let zero = WallTime.seconds(0, times)
    xml.begin(
      "testsuite",
      [
        ("name", "ledger"), ("tests", String(findings.count)),
        ("failures", String(findings.count)), ("errors", "0"), ("skipped", "0"), ("time", zero),
        ("timestamp", WallTime.timestamp(description.startedMilliseconds, times)),
        ("hostname", "localhost"),
      ])
    for finding in findings {
      let place = "\(finding.location.file):\(finding.location.line)"
      xml.begin(
        "testcase",
        [
          ("name", "\(finding.kind.rawValue) at \(place)"), ("classname", "mamconform.ledger"),
          ("time", zero),
        ])
      let text = finding.diagnostic.description
      xml.element(
        "failure", [("type", "ledger.\(finding.kind.rawValue)"), ("message", finding.text)],
        text: ([text] + finding.cases.prefix(100)).joined(separator: "\n") + "\n")
      xml.end()
    }
    xml.end()
  }
}
