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
  /// One empty combination if the matrix cannot be read.
  var matrix: Matrix
  /// False if the matrix cannot be read: what hangs on it then cannot be read either.
  var isMatrixKnown: Bool
  var given: YAMLNode?
  /// What must hold of the numbers of a profile.
  var needs: YAMLNode?
  var limit: VirtualDuration
  var sweep: Sweep?
  var steps: [YAMLNode]
  /// False if something about the case is wrong and reported: its steps are then read for what is wrong with them, and no
  /// case comes of it.
  var isSound: Bool

  /// How many steps the case has in all combinations and editions.
  var expandedSteps: Int {
    steps.count * editions.count * matrix.combinations.count
  }

  /// Reads everything but the steps and the world; nil, and reported, if its steps cannot be read.
  static func read(_ node: YAMLNode, _ diagnostics: Diagnostics) -> CaseDefinition? {
    let errors = diagnostics.errorCount
    guard diagnostics.members(node, of: "cases", keys: Vocabulary.caseKeys) != nil else {
      return nil
    }
    let id = diagnostics.required("id", in: node, of: "cases").flatMap {
      diagnostics.id($0, for: "id")
    }
    let title = diagnostics.required("title", in: node, of: "cases")
      .flatMap { diagnostics.text($0, for: "title") }
    var editions = Set(Edition.allCases)
    if let value = node["editions"] {
      let named = EditionSet.read(value, diagnostics)
      // With an edition too few, requirements would be missed for which nobody is to blame.
      if let named, diagnostics.errorCount == errors { editions = named }
    }
    var matrix: Matrix? = Matrix()
    if let value = node["matrix"] { matrix = Matrix.read(value, diagnostics) }
    var limit: VirtualDuration? = defaultLimit
    if let value = node["limit"] { limit = diagnostics.duration(value, for: "limit") }
    let sweep = node["sweep"].flatMap { SweepReader.read($0, diagnostics) }
    let steps = diagnostics.required("steps", in: node, of: "cases")
      .flatMap { diagnostics.list($0, for: "steps", of: "steps") }
    checkNames("check", in: steps ?? [], diagnostics)
    checkNames("name", in: steps ?? [], diagnostics)
    guard let steps else { return nil }
    return CaseDefinition(
      id: id ?? "", title: title ?? "", location: node.location, editions: editions.sorted(),
      matrix: matrix ?? Matrix(), isMatrixKnown: matrix != nil, given: node["given"],
      needs: node["needs"], limit: limit ?? defaultLimit, sweep: sweep, steps: steps,
      isSound: diagnostics.errorCount == errors)
  }

  /// IDs of checks and names of steps are the same for every combination, so they are looked at once, as written.
  private static func checkNames(_ key: String, in steps: [YAMLNode], _ diagnostics: Diagnostics) {
    var places: [ExactString: SourceLocation] = [:]
    for step in steps {
      guard let node = step[key], let id = diagnostics.id(node, for: key) else { continue }
      if let first = places[id] {
        diagnostics.error(
          node.location, "the \(key == "name" ? "step" : key) '\(id)' is defined twice",
          suggestion: "the first is at line \(first.line)")
      } else {
        places[id] = node.location
      }
    }
  }
}
