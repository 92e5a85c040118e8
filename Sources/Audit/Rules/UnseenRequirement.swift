internal import ExactText

/// A static requirement for which there is no rule, and why no file shows whether it is kept.
package struct UnseenRequirement: Sendable {
  /// The requirement.
  package let id: String
  /// Why.
  package let reason: String

  /// All of them; a test holds that every static requirement is either here or has a rule.
  package static let all: [UnseenRequirement] =
    permissions + ofTheTool + [
      .init(
        "INT-017", "which headers a build found is not in what it made; a build without them fails"),
      .init(
        "INT-044",
        "no file says by which release of the configurator it was written; INT-043 is judged"),
      .init(
        "INT-053", "it speaks of what the linker does, which runs before there are files to audit"),
      .init(
        "INT-056",
        "whether there are entry points for Swift alone is seen in the sources of the SDK"),
      .init("SHR-016", "the rule of the extension before the change is not among the files"),
    ]

  /// What an app may do or leave: nothing breaks a permission.
  private static let permissions = ["INT-008", "INT-024"].map {
    UnseenRequirement($0, "it permits something, so that nothing breaks it")
  }

  /// What the configurator has to do when it runs; what it makes of an app's files is judged by INT-032 to INT-036 and
  /// INT-043.
  private static let ofTheTool = [
    "INT-039", "INT-040", "INT-041", "INT-042", "INT-045", "INT-046", "SHR-011", "SHR-017",
    "SHR-018",
  ].map {
    UnseenRequirement(
      $0, "it is seen when the configurator runs; the files it has to make are judged by INT-043")
  }

  private init(_ id: String, _ reason: String) {
    self.id = id
    self.reason = reason
  }
}
