package import Contract
internal import ExactText

/// A released set of checks: a run that is pinned to it cannot fail by a check that was added or changed later.
///
/// Of each case that is written it says which checks belong to the set, and in which editions. A digest for every combination
/// shows whether a case still does and demands what it did; checks that are not of the set are no part of it.
package struct SuiteVersion: Sendable, Equatable {
  /// A check of a case, and the editions in which it belongs to the set.
  package struct FrozenCheck: Sendable, Equatable {
    /// The check's ID.
    package var id: String
    /// The editions.
    package var editions: Set<Edition>
    /// A check of the set.
    package init(id: String, editions: Set<Edition>) {
      self.id = id
      self.editions = editions
    }
  }

  /// A case as it is written, in all its combinations and editions.
  package struct FrozenCase: Sendable, Equatable {
    /// `suite/id`.
    package var name: String
    /// Its checks.
    package var checks: [FrozenCheck]
    /// The digests of its combinations, in each edition.
    package var digests: [Edition: [String]]
    /// A case of the set.
    package init(name: String, checks: [FrozenCheck], digests: [Edition: [String]]) {
      self.name = name
      self.checks = checks
      self.digests = digests
    }
  }

  /// A part of the standard world, such as a user, or a standing check, with its digest.
  package struct FrozenPart: Sendable, Equatable {
    /// `users/ana`, or the ID of the check.
    package var name: String
    /// The digest.
    package var digest: String
    /// A part of the world.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// What was put right in the set after it was released.
  package struct Correction: Sendable, Equatable {
    /// When.
    package var date: CalendarDay
    /// What, and why.
    package var reason: String
    /// A correction.
    package init(date: CalendarDay, reason: String) {
      self.date = date
      self.reason = reason
    }
  }

  /// The name, such as `2026.1`.
  package var name: String
  /// The day of its release.
  package var date: CalendarDay
  /// How many cases it has in all combinations and editions.
  package var caseCount: Int
  /// How many checks these have.
  package var checkCount: Int
  /// What was put right since, the oldest first.
  package var corrections: [Correction] = []
  /// The standard world.
  package var world: [FrozenPart]
  /// The standing checks, by their IDs.
  package var standing: [FrozenPart] = []
  /// The cases, in the order of the suites.
  package var cases: [FrozenCase]

  /// A set with all its parts.
  package init(
    name: String, date: CalendarDay, caseCount: Int, checkCount: Int,
    corrections: [Correction] = [], world: [FrozenPart], cases: [FrozenCase]
  ) {
    self.name = name
    self.date = date
    self.caseCount = caseCount
    self.checkCount = checkCount
    self.corrections = corrections
    self.world = world
    self.cases = cases
  }
}
