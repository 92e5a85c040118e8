internal import CaseModel
internal import Contract
internal import ExactText
import Wording

/// Collects what is wrong with the files of one load; each finding once, up to a limit.
final class Diagnostics {
  /// The most findings that are kept; a file that is not a suite at all would give thousands.
  static let limit = 100

  /// The numbers in which durations may count.
  let profile: Profile

  /// Why what was read last cannot be had with the numbers of the profile; whoever reads a step takes it.
  var unfitness: String?

  init(_ profile: Profile = .standard) { self.profile = profile }

  /// Where keys were reported as misspelt, and what was probably meant.
  var misspelt: [SourceLocation: String] = [:]

  private(set) var all: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private(set) var errorCount = 0

  /// Adds a finding unless it is known already, as it is when several matrix values meet the same
  /// mistake, or the limit is reached.
  func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errorCount += 1 }
    if all.count == Diagnostics.limit {
      // Errors are worth more than warnings.
      guard diagnostic.severity == .error,
        let last = all.lastIndex(where: { $0.severity == .warning })
      else { return }
      all.remove(at: last)
    }
    if seen.insert(diagnostic).inserted { all.append(diagnostic) }
  }

  /// Adds what was found elsewhere, after what is here.
  func add(all other: Diagnostics) {
    for diagnostic in other.all { add(diagnostic) }
  }

  /// Adds an error.
  ///
  /// Of a long message only the beginning: it quotes what the file has, which may be the whole of a wrong file.
  func error(_ location: SourceLocation, _ message: String, suggestion: String? = nil) {
    add(Diagnostic(location, .error, Excerpt.beginning(of: message), suggestion: suggestion))
  }

  /// True if a value holds a `${...}` of which it is reported already that nothing stands for it: what else is wrong with
  /// the value comes from that.
  func isUnresolved(_ text: String) -> Bool { errorCount > 0 && text.contains("${") }

  /// Adds a warning.
  func warning(_ location: SourceLocation, _ message: String, suggestion: String? = nil) {
    add(Diagnostic(location, .warning, Excerpt.beginning(of: message), suggestion: suggestion))
  }

  /// Adds the error that a word is not one of those known, with the nearest of them, or else with some other help.
  func unknown(
    _ what: String, _ word: String, at location: SourceLocation, known: some Sequence<String>,
    otherwise help: String? = nil
  ) {
    guard !isUnresolved(word) else { return }
    error(
      location, "unknown \(what) '\(word)'",
      suggestion: Spelling.suggestion(for: word, among: Array(known)) ?? help)
  }
}
