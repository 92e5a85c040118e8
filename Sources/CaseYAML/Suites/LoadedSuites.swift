public import CaseModel
internal import ExactText

/// What the loader made of suite files.
public struct LoadedSuites: Sendable {
  /// The cases as they are run: by file, by their order in it, by matrix combination, by edition.
  public var cases: [ConformanceCase]
  /// What is wrong with the files; with an error among them, some cases are missing and no run may
  /// be judged.
  public var diagnostics: [Diagnostic]

  /// Cases and what was found wrong while loading them.
  public init(cases: [ConformanceCase], diagnostics: [Diagnostic]) {
    self.cases = cases
    self.diagnostics = diagnostics
  }

  /// True if any diagnostic is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
