import CaseYAML
import CaseModel
import Contract
internal import ExactText
internal import Wording

/// Which of the loaded cases a command line asks for.
struct CaseSelection {
  private let patterns: [CasePattern]
  private let areas: [String]?
  private let requirements: [String]?
  private let editions: Set<Edition>?

  /// The selection of a command line.
  init(_ arguments: Arguments) {
    patterns = arguments.operands.map(CasePattern.init)
    areas = arguments.list(.area)?.map { $0.asciiUppercased() }
    requirements = arguments.list(.requirement)?.map { $0.asciiUppercased() }
    editions = arguments.list(.edition).map(CaseSelection.editions)
  }

  /// The cases that are asked for, in their own order.
  ///
  /// - Throws: wrong usage for a pattern, an area or a requirement that names nothing, and for filters that leave
  ///   no case: a run of nothing must not look like a run that went well.
  func apply(_ cases: [ConformanceCase], _ contract: Contract) throws(CommandError)
    -> [ConformanceCase]
  {
    guard !cases.isEmpty else { throw CommandError("the suites hold no case") }
    for area in areas ?? [] { try CaseSelection.check(area, "area", contract.areas) }
    for requirement in requirements ?? [] {
      try CaseSelection.check(requirement, "requirement", contract.requirements.map(\.id))
      guard
        cases.contains(where: { $0.checks.contains { $0.requirements.contains(requirement) } })
      else { throw CommandError("no case proves the requirement \(requirement)") }
    }
    for pattern in patterns where !cases.contains(where: pattern.matches) {
      throw pattern.unmatched(among: cases)
    }
    let chosen = cases.filter(includes)
    guard !chosen.isEmpty else {
      throw CommandError("no case is left: the patterns and filters exclude each other")
    }
    return chosen
  }

  private func includes(_ item: ConformanceCase) -> Bool {
    if let editions, !editions.contains(item.edition) { return false }
    if let areas, !areas.contains(item.area) { return false }
    if let requirements,
      !item.checks.contains(where: { $0.requirements.contains(where: requirements.contains) })
    {
      return false
    }
    return patterns.isEmpty || patterns.contains { $0.matches(item) }
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

  /// Throws for a word that is none of the known, naming the nearest.
  static func check(_ word: String, _ kind: String, _ known: [String]) throws(CommandError) {
    guard !known.contains(word) else { return }
    let near = Spelling.nearest(to: word, among: known)
    let list = known.count <= 60 ? "known: \(known.joined(separator: ", "))" : nil
    throw CommandError(
      "unknown \(kind) '\(word)'", suggestion: near.map { "did you mean '\($0)'?" } ?? list)
  }
}
