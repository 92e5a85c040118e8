package import CaseModel
internal import ExactText

/// Why a ledger does not describe a run: the run fails until the ledger is put right.
package struct LedgerFinding: Sendable, Equatable {
  /// What is wrong.
  package enum Kind: String, Sendable, CaseIterable {
    /// A check that is listed passes.
    case unexpectedPass = "unexpected-pass"
    /// A check that is listed fails, for another reason or against another requirement.
    case otherReason = "other-reason"
    /// An entry speaks of no case, no check, or of nothing that was judged.
    case matchesNothing = "matches-nothing"
    /// The last day of an entry is over.
    case expired
    /// Two entries speak of the same check, or an entry contradicts the suites.
    case contradictory
  }

  /// What is wrong.
  package var kind: Kind
  /// Where in the ledger.
  package var location: SourceLocation
  /// What is wrong, in words.
  package var text: String
  /// What to do about it.
  package var suggestion: String?
  /// The cases that show it, by their full names; empty if no run is needed to see it.
  package var cases: [String]

  /// A finding with all its parts.
  init(
    _ kind: Kind, at location: SourceLocation, _ text: String, suggestion: String? = nil,
    cases: [String] = []
  ) {
    self.kind = kind
    self.location = location
    self.text = text
    self.suggestion = suggestion
    self.cases = cases
  }

  /// The finding as an error in a file.
  package var diagnostic: Diagnostic {
    Diagnostic(location, .error, text, suggestion: suggestion)
  }
}
