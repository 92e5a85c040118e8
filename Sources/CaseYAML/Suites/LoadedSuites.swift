package import CaseModel
internal import ExactText

/// What the loader made of suite files.
package struct LoadedSuites: Sendable {
  /// The cases as they are run: by file, by their order in it, by matrix combination, by edition.
  package var cases: [ConformanceCase]
  /// The cases with a sweep, which are no cases of an ordinary run: each stands for all that its sweep makes of it.
  package var sweeps: [ConformanceCase] = []
  /// The cases without a check: a run takes none of them, but one can look at what happens in them.
  package var scenes: [ConformanceCase] = []
  /// What is wrong with the files; with an error among them, some cases are missing.
  package var diagnostics: [Diagnostic]
  /// The files with an error, or whose world has one, in order: none of their cases is among ``cases``.
  package var brokenFiles: [String]

  /// Cases and what was found wrong while loading them.
  package init(
    cases: [ConformanceCase], diagnostics: [Diagnostic], brokenFiles: [String] = []
  ) {
    self.cases = cases
    self.diagnostics = diagnostics
    self.brokenFiles = brokenFiles
  }

  /// True if any diagnostic is an error.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
