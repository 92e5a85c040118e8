internal import ExactText

/// Why a requirement is not proven by any check.
package struct UnprovenReason: Sendable {
  /// The reason, as a sentence.
  package let text: String
  /// The editions in which it is not proven; nil for every one in which it holds.
  package let editions: Set<Edition>?

  /// A reason for some editions, or for all.
  package init(_ text: String, in editions: Set<Edition>? = nil) {
    self.text = text
    self.editions = editions
  }
}

/// The catalogued contract: what a MAM SDK has to keep, edition by edition.
///
/// A value that knows nothing of files; `CaseYAML` reads it from `suites/contract`.
package struct Contract: Sendable {
  /// Every requirement, sorted by ID.
  package let requirements: [Requirement]
  /// Why some requirements are not proven by any check, by requirement ID.
  package let unprovenReasons: [String: UnprovenReason]
  /// The areas, such as `ENR`, sorted.
  package let areas: [String]
  private let index: [ExactString: Int]

  /// A contract of the given requirements; of several with one ID the first is kept.
  package init(requirements: [Requirement], unprovenReasons: [String: UnprovenReason] = [:]) {
    var seen: Set<ExactString> = []
    self.requirements =
      requirements.filter { seen.insert($0.id).inserted }.sorted { $0.id < $1.id }
    self.unprovenReasons = unprovenReasons
    var index: [ExactString: Int] = [:]
    for (position, requirement) in self.requirements.enumerated() {
      index[requirement.id] = position
    }
    self.index = index
    areas = self.requirements.map(\.area).distinct.sortedTexts
  }

  /// The IDs of the requirements that an SDK should keep, but need not.
  package var recommendations: Set<String> {
    Set(requirements.filter { $0.level == "should" }.map(\.id))
  }

  /// The IDs of the requirements that an SDK may leave out.
  package var optionalRequirements: Set<String> {
    Set(requirements.lazy.filter(\.isOptional).map(\.id))
  }

  /// The requirement with an ID such as `ENR-008`; nil if there is none.
  package func requirement(_ id: String) -> Requirement? { index[id].map { requirements[$0] } }

  /// True if there is a requirement with that ID and it holds in an edition.
  package func holds(_ id: String, in edition: Edition) -> Bool {
    index[id].map { requirements[$0].editions.contains(edition) } ?? false
  }

  /// The requirements of an area, sorted by ID.
  package func requirements(inArea area: String) -> [Requirement] {
    requirements.filter { $0.area == area }
  }
}
