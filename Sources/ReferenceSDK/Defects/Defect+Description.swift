internal import ExactText

extension Defect {
  /// What is wrong, in a line, and the requirements it breaks, the most telling first.
  typealias Description = (summary: String, requirements: [String])

  /// The descriptions of all defects, each in one table.
  private static let descriptions = Dictionary(
    uniqueKeysWithValues: [
      ofEnrollment, ofTokens, ofPolicy, ofIdentity, ofFiles, ofLeaving, ofLaunch, ofStatus,
    ]
    .joined().map { ($0.key, $0.value) })

  public var about: (summary: String, sources: [String]) {
    let (summary, requirements) = Defect.descriptions[self]!
    return (summary, requirements)
  }
}
