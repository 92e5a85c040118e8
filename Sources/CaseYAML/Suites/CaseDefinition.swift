internal import CaseModel
internal import Contract
internal import ExactText
internal import VirtualTime

/// A case as it is written, before it is expanded.
struct CaseDefinition {
  /// The virtual time a case may take unless it says otherwise.
  static let defaultLimit = VirtualDuration.days(400)

  var id: String
  var title: String
  var location: SourceLocation
  var editions: [Edition]
  var matrix: Matrix
  var given: YAMLNode?
  var limit: VirtualDuration
  var steps: [YAMLNode]

  /// How many steps the case has in all combinations and editions.
  var expandedSteps: Int {
    matrix.axes.reduce(steps.count * editions.count) { $0 * $1.values.count }
  }

  /// Reads everything but the steps and the world; nil, and reported, if anything is wrong.
  static func read(_ node: YAMLNode, _ lint: Lint) -> CaseDefinition? {
    let errors = lint.errorCount
    guard lint.members(node, of: "cases", keys: Vocabulary.caseKeys) != nil else { return nil }
    let id = lint.required("id", in: node, of: "cases").flatMap { lint.id($0, for: "id") }
    let title = lint.required("title", in: node, of: "cases")
      .flatMap { lint.text($0, for: "title") }
    var editions = Set(Edition.allCases)
    if let value = node["editions"] { editions = EditionSet.read(value, lint) ?? [] }
    var matrix: Matrix? = Matrix(axes: [])
    if let value = node["matrix"] { matrix = Matrix.read(value, lint) }
    var limit: VirtualDuration? = defaultLimit
    if let value = node["limit"] { limit = lint.duration(value, for: "limit") }
    let steps = lint.required("steps", in: node, of: "cases")
      .flatMap { lint.list($0, for: "steps", of: "steps") }
    checkIDs(steps ?? [], lint)
    guard let id, let title, let matrix, let limit, let steps, lint.errorCount == errors else {
      return nil
    }
    return CaseDefinition(
      id: id, title: title, location: node.location, editions: editions.sorted(),
      matrix: matrix, given: node["given"], limit: limit, steps: steps)
  }

  /// Check IDs are the same for every combination, so they are looked at once, as written.
  private static func checkIDs(_ steps: [YAMLNode], _ lint: Lint) {
    var places: [ExactString: SourceLocation] = [:]
    for step in steps {
      guard let node = step["check"], let id = lint.id(node, for: "check") else { continue }
      if let first = places[id] {
        lint.error(
          node.location, "the check '\(id)' is defined twice",
          suggestion: "the first is at line \(first.line)")
      } else {
        places[id] = node.location
      }
    }
  }
}
