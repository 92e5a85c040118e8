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

  init(_ name: String, _ summary: String, _ requirements: [String], _ changes: Change...) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.changes = changes
  }

  package var sources: [String] { requirements }

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
    + SurvivalDefects.all
    + LaterDefects.all + ReturnDefects.all + RivalDefects.all + CircumstanceDefects.all
    + ChangeoverDefects.all
    + AbsenceDefects.all
    + OmissionDefects.all + OwnershipDefects.all + BackgroundDefects.all
    + LapseDefects.all
    + DetailDefects.all + DutyDefects.all + SurroundingsDefects.all
    + CallDefects.all + DeviationDefects.all + DecisionDefects.all + CombinationDefects.all
}
