package import ExactText

/// A way to keep the contract that differs from how the reference SDK keeps it otherwise.
///
/// Where the sources leave a choice, the contract lists what is allowed (`open-questions.yaml`, `conflicts.yaml`,
/// requirements of level `may`). Each reading is one of those choices: with it every check must still pass. It is
/// the opposite of a ``Defect``.
package struct Reading: Variation {
  package let name: String
  package let summary: String
  /// What allows it: open questions (`OQ-18`), conflicts (`CNF-38`) and requirements (`LCH-005`).
  package let sources: [String]
  package let changes: [Change]

  init(_ name: String, _ summary: String, _ sources: [String], _ changes: Change...) {
    self.name = name
    self.summary = summary
    self.sources = sources
    self.changes = changes
  }

  /// The source of a choice that is not the contract's: the step protocol leaves it to the adapter.
  package static let stepProtocol = "step protocol"

  package static let byName = Dictionary(
    all.map { (ExactString($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  package static let all =
    RequestReadings.all + StatusReadings.all + EnrollmentReadings.all + LeavingReadings.all
    + LaunchReadings.all + IdentityReadings.all + LeavingReadings.arrivals
    + AppReadings.all + SurroundingsReadings.all + FileReadings.all + DecisionReadings.all
    + ProfileReadings.all + EnrollmentReadings.further + IdentityReadings.further
    + RequestReadings.further + LeavingReadings.repetitions + LeavingReadings.replacements
    + RequestReadings.strangers
}
