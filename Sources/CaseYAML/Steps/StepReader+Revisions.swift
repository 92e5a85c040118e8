internal import CaseModel
internal import Contract
internal import ExactText

/// Checks and the revision of the sentence for which they were written.
extension StepReader {
  /// A requirement and the revision behind an `@`, as in `ENR-008@2`; 1 without one, nil for one that is no number.
  static func revision(of word: String) -> (name: String, revision: Int?) {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return (word, 1) }
    return (String(parts[0]), Int(parts[1]).flatMap { $0 > 0 ? $0 : nil })
  }

  /// Compares the revision that a check names with that of the requirement, and reports what does not fit.
  ///
  /// - Returns: true if the sentence was edited since the check was written: it is suspect.
  func compare(_ revision: Int?, with known: Requirement, at location: SourceLocation) -> Bool {
    guard let revision, revision <= known.revision else {
      diagnostics.error(
        location, "the requirement \(known.id) has no such revision",
        suggestion: "it is at revision \(known.revision)")
      return false
    }
    guard revision < known.revision else { return false }
    diagnostics.warning(
      location,
      "the check is suspect: it proves revision \(revision) of \(known.id), whose sentence is at revision "
        + "\(known.revision)",
      suggestion:
        "read the sentence again, correct the check, and write '\(known.id)@\(known.revision)'")
    return true
  }
}
