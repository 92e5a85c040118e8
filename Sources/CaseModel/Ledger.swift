package import Contract
internal import ExactText

/// The failures of an SDK that are known: a run that is given them fails only on what is not among them.
///
/// Each entry says which checks fail in which cases, and why. It holds a run to that: a check that passes, or fails for
/// another reason, makes the entry wrong, and the run fails until it is put right.
package struct Ledger: Sendable, Equatable {
  /// Whose failures they are, such as `acme-sdk`.
  package var name: String
  /// The entries in the order of the file.
  package var entries: [LedgerEntry]

  /// A ledger with all its parts.
  package init(name: String, entries: [LedgerEntry] = []) {
    self.name = name
    self.entries = entries
  }
}

/// Checks that are known to fail.
package struct LedgerEntry: Sendable, Equatable {
  /// A word of an entry and where it is written.
  package struct Word: Sendable, Equatable {
    /// The word.
    package var text: String
    /// Where it is written.
    package var location: SourceLocation
    /// A word at a place.
    package init(_ text: String, at location: SourceLocation) {
      self.text = text
      self.location = location
    }
  }

  /// The cases, as `mamconform run` takes them: names, or patterns with `*` and `?`.
  package var cases: [Word]
  /// The checks by ID: each of them fails in every one of the cases that has it. Of a pattern with `*` or `?`, at least
  /// one fails in every case.
  package var checks: [Word]
  /// The editions for which this holds.
  package var editions: Set<Edition>
  /// The requirements of which the failures speak.
  package var requirements: [Word]
  /// What a failure says that it found, or a pattern of that with `*` and `?`.
  package var reason: Word
  /// Where it is tracked.
  package var link: String
  /// Who is responsible for it.
  package var owner: String
  /// The last day on which the entry holds.
  package var expires: CalendarDay
  /// Where the entry is written.
  package var location: SourceLocation

  /// An entry with all its parts.
  package init(
    cases: [Word], checks: [Word], editions: Set<Edition>, requirements: [Word], reason: Word,
    link: String, owner: String, expires: CalendarDay, location: SourceLocation
  ) {
    self.cases = cases
    self.checks = checks
    self.editions = editions
    self.requirements = requirements
    self.reason = reason
    self.link = link
    self.owner = owner
    self.expires = expires
    self.location = location
  }
}
