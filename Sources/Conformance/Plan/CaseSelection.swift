package import CaseModel
package import Contract
internal import ExactText
package import Wording

/// Which of the loaded cases a run is to take: the stage "plan".
///
/// A case is taken if any pattern names it and every filter lets it pass; without patterns all are named.
package struct CaseSelection: Sendable {
  /// Names and globs.
  package var patterns: [CasePattern]
  /// Only cases of these areas; nil for all.
  package var areas: [String]?
  /// Only cases that prove one of these requirements; nil for all.
  package var requirements: [String]?
  /// Only these editions; nil for all.
  package var editions: Set<Edition>?
  /// True for only as many of them as make every check; see ``QuickSelection``.
  package var isQuick = false

  /// A selection by words.
  ///
  /// - Parameters:
  ///   - patterns: see ``CasePattern``.
  ///   - areas: in any case of letters.
  ///   - requirements: in any case of letters.
  ///   - editions: editions, `latest` or `all`; other words are left out.
  package init(
    patterns: [String] = [], areas: [String]? = nil, requirements: [String]? = nil,
    editions: [String]? = nil
  ) {
    self.patterns = patterns.map(CasePattern.init)
    self.areas = areas?.map { $0.asciiUppercased() }
    self.requirements = requirements?.map { $0.asciiUppercased() }
    self.editions = editions.map(CaseSelection.editions)
  }

  /// The cases that are asked for, in their own order.
  ///
  /// - Throws: wrong usage for a pattern, an area or a requirement that names nothing, and for filters that leave
  ///   no case: a run of nothing must not look like a run that went well.
  package func apply(
    to cases: [ConformanceCase], _ contract: Contract
  ) throws(UsageError) -> [ConformanceCase] {
    guard !cases.isEmpty else { throw UsageError("the suites hold no case") }
    for area in areas ?? [] { try UsageError.check(area, "area", among: contract.areas) }
    for requirement in requirements ?? [] {
      try UsageError.check(
        requirement, "requirement", among: contract.requirements.map(\.id),
        listedBy: "mamconform explain")
      guard
        cases.contains(where: { $0.checks.contains { $0.requirements.contains(requirement) } })
      else { throw UsageError("no case proves the requirement \(requirement)") }
    }
    let named = try named(cases)
    let chosen = named.filter(passes)
    guard !chosen.isEmpty else {
      let areas = named.map(\.area).distinct.sortedTexts.joined(separator: ", ")
      let editions = Edition.allCases.filter { edition in
        named.contains { $0.edition == edition }
      }.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        "no case is left: the patterns and filters exclude each other",
        suggestion: patterns.isEmpty
          ? "there are cases of \(areas) in \(editions)"
          : "those that the patterns name are of \(areas) in \(editions)")
    }
    return isQuick ? QuickSelection.of(chosen) : chosen
  }

  /// The one case that is asked for; of several that differ in the edition only, that of the latest.
  ///
  /// - Throws: wrong usage if there is none, or more than one.
  package func one(
    of cases: [ConformanceCase], _ contract: Contract
  ) throws(UsageError) -> ConformanceCase {
    let chosen = try apply(to: cases, contract)
    let names = chosen.map(\.nameWithoutEdition).distinct.sortedTexts
    guard names.count == 1, let last = chosen.max(by: { $0.edition < $1.edition }) else {
      let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let more = names.count > 3 ? " and more" : ""
      throw UsageError(
        "\(names.count) cases match: \(shown)\(more)", suggestion: "name one of them")
    }
    return last
  }

  /// The cases that the patterns name, in their own order; all without a pattern.
  private func named(_ cases: [ConformanceCase]) throws(UsageError) -> [ConformanceCase] {
    guard !patterns.isEmpty else { return cases }
    let index = CaseIndex(cases)
    var places: Set<Int> = []
    for pattern in patterns {
      let found = index.places(of: pattern.text)
      guard !found.isEmpty else { throw pattern.unmatched(among: cases) }
      places.formUnion(found)
    }
    return places.sorted().map { cases[$0] }
  }

  /// True if every filter lets the case pass.
  private func passes(_ item: ConformanceCase) -> Bool {
    if let editions, !editions.contains(item.edition) { return false }
    if let areas, !areas.contains(item.area) { return false }
    if let requirements,
      !item.checks.contains(where: { $0.requirements.contains(where: requirements.contains) })
    {
      return false
    }
    return true
  }

  private static func editions(_ words: [String]) -> Set<Edition> {
    var editions: Set<Edition> = []
    for word in words {
      switch word {
      case "all": editions.formUnion(Edition.allCases)
      case "latest": editions.insert(.latest)
      default: if let edition = Edition(rawValue: word) { editions.insert(edition) }
      }
    }
    return editions
  }
}
