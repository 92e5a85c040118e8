internal import ExactText

/// A deliberate, named violation of the contract: proof that a check can fail.
///
/// It is the opposite of a ``Reading``.
package struct Defect: Variation {
  package let name: String
  package let summary: String
  /// The requirements it breaks, the most telling first.
  package let requirements: [String]
  package let changes: [Change]

  init(_ name: String, _ summary: String, _ requirements: [String], _ changes: Change...) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.changes = changes
  }

  package var sources: [String] { requirements }

  package static let all =
    ofEnrollment + ofTokens + ofPolicy + ofIdentity + ofFiles + ofLeaving + ofLaunch + ofStatus
    + ofQueries + ofOccasions + ofField + ofConfiguration + ofApp + ofLocations
    + ofTasks + ofProtection + ofTightness + ofStrays + ofDetails + ofDuties + ofSurroundings
    + ofCalls + ofDeviations + ofDecisions
}
