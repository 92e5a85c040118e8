internal import ExactText

extension Defect {
  /// What is wrong, in a line, and the requirements it breaks, the most telling first.
  typealias Description = (summary: String, requirements: [String])

  /// The descriptions of all defects; a test holds this table to be complete.
  private static let descriptions = [
    ofEnrollment, ofTokens, ofPolicy, ofIdentity, ofFiles, ofLeaving, ofLaunch, ofStatus,
  ]
  .reduce(into: [Defect: Description]()) { $0.merge($1) { first, _ in first } }

  var description: Description { Defect.descriptions[self] ?? ("", []) }
}
