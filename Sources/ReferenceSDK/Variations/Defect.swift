internal import ExactText

/// A deliberate, named violation of the contract: proof that a check can fail.
///
/// It is the opposite of a ``Reading``.
public struct Defect: Variation {
  public let name: String
  public let summary: String
  /// The requirements it breaks, the most telling first.
  public let requirements: [String]
  public let changes: [Change]

  init(_ name: String, _ summary: String, _ requirements: [String], _ changes: Change...) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.changes = changes
  }

  public var sources: [String] { requirements }

  public static let all =
    ofEnrollment + ofTokens + ofPolicy + ofIdentity + ofFiles + ofLeaving + ofLaunch + ofStatus
    + ofQueries + ofOccasions + ofField + ofConfiguration + ofApp + ofLocations
    + ofTasks + ofProtection
}
