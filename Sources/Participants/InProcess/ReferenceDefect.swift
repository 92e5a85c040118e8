package import ExactText
internal import ReferenceSDK

/// What is known of a defect that the reference SDK can be given.
package struct ReferenceDefect: Equatable, Sendable {
  /// Its name, as `--defect` takes it.
  package let name: String
  /// What the SDK does wrong, in one sentence.
  package let summary: String
  /// The requirements that it breaks, the most telling first.
  package let requirements: [String]

  /// The defect of that name; nil if there is none.
  package init?(_ name: ExactString) {
    guard let defect = Defect.byName[name] else { return nil }
    self.name = defect.name
    summary = defect.summary
    requirements = defect.requirements
  }
}
