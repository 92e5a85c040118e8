package import ExactText

/// A deliberate, named violation of the contract: proof that a check can fail.
///
/// It is the opposite of a ``Reading``.
package struct Defect: Variation {
  package let name: String
  package let summary: String
  /// The requirements it breaks, the most telling first.
  package let requirements: [String]
  package let changes: [Change]
  /// The only situation in which the SDK has it; nil for a defect that it has always.
  package private(set) var situation: Situation?

  init(_ name: String, _ summary: String, _ requirements: [String], _ changes: Change...) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.changes = changes
  }

  package var sources: [String] { requirements }

  /// The same defect in one situation only; its name is `NAME@SITUATION`.
  ///
  /// It shows whether any case notices the defect there: a real bug often needs two things that come together.
  package func only(in situation: Situation) -> Defect {
    Defect(
      name: "\(name)@\(situation.rawValue)", summary: "\(summary), but only \(situation.words)",
      requirements: requirements, changes: changes, situation: situation)
  }

  private init(
    name: String, summary: String, requirements: [String], changes: [Change], situation: Situation
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.changes = changes
    self.situation = situation
  }

  /// The defect of that name, which may be limited to a situation: `retry-at-23h@in-the-background`.
  package static func named(_ name: String) -> Defect? {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let defect = byName[ExactString(String(parts[0]))], parts.count == 2 else {
      return byName[ExactString(name)]
    }
    return Situation.real.first { $0.rawValue == parts[1] }.map(defect.only)
  }

  package static let byName = Dictionary(
    all.map { (ExactString($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  package static let all =
    EnrollmentDefects.all + TokenDefects.all + PolicyDefects.all + IdentityDefects.all
    + FileDefects.all + LeavingDefects.all + LaunchDefects.all + StatusDefects.all
    + QueryDefects.all + OccasionDefects.all + FieldDefects.all + FieldDefects.further
    + OccasionDefects.reported
    + DeviationDefects.reported
    + ConfigurationDefects.all
    + AppDefects.all + LocationDefects.all
    + TaskDefects.all + ProtectionDefects.all + TightnessDefects.all + StrayDefects.all
    + ReportedDefects.all
    + RepetitionDefects.all + ValueDefects.all + DepartureDefects.all + MeetingDefects.all
    + BesideDefects.all
    + SurvivalDefects.all
    + LaterDefects.all + ReturnDefects.all + RivalDefects.all + CircumstanceDefects.all
    + ChangeoverDefects.all
    + AbsenceDefects.all
    + OmissionDefects.all + OwnershipDefects.all + BackgroundDefects.all
    + LapseDefects.all + LetterDefects.all + UnfinishedDefects.all
    + LikenessDefects.all + AftermathDefects.all
    + DetailDefects.all + DutyDefects.all + SurroundingsDefects.all
    + CallDefects.all + DeviationDefects.all + DecisionDefects.all + CombinationDefects.all
    + CallerDefects.all + StageDefects.all
}
