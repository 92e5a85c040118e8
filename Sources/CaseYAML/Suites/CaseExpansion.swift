internal import CaseModel
internal import Contract
internal import ExactText
internal import StepProtocol
import Wording

/// Makes the cases that are run of one that is written: every matrix combination in every edition.
struct CaseExpansion {
  let suite: SuiteHeader
  let definition: CaseDefinition
  let baseWorld: YAMLNode
  let contract: Contract
  let diagnostics: Diagnostics

  /// A value that is made once for each combination of what it depends on.
  private struct Memo<Value> {
    /// True if it names no axis, and not the edition.
    let isConstant: Bool
    /// The positions of the axes that it names; the edition's comes after the last axis.
    private let axes: [Int]
    private var values: [[Int]: Value?] = [:]

    init(_ names: Set<ExactString>, _ matrix: Matrix) {
      isConstant = names.isEmpty
      axes = (matrix.axes + ["edition"]).indices.filter {
        names.contains(ExactString($0 < matrix.axes.count ? matrix.axes[$0] : "edition"))
      }
    }

    /// - Parameter bindings: those of the axes, and after them the edition's.
    mutating func get(_ bindings: [Substitution.Binding], make: () -> Value?) -> Value? {
      let key = axes.map { bindings[$0].number }
      if let value = values[key] { return value }
      let value = make()
      values.updateValue(value, forKey: key)
      return value
    }
  }

  /// What the parts of a case depend on, and what has been made of them so far.
  private struct Parts {
    var givenDigest: Memo<EditDigest>
    var world: Memo<CaseWorld>
    var steps: [Memo<EditionlessStep>]
    /// Whether a step itself names no axis: what it reads as may still depend on the world.
    let isConstant: [Bool]
    /// The positions of the steps whose check is made in some edition.
    var made: Set<Int> = []

    init(_ definition: CaseDefinition) {
      let worldDependence = definition.given.map(Substitution.dependence) ?? []
      let dependences = definition.steps.map(Substitution.dependence)
      givenDigest = Memo(worldDependence, definition.matrix)
      world = Memo(worldDependence, definition.matrix)
      steps = dependences.map { Memo(worldDependence.union($0), definition.matrix) }
      isConstant = dependences.map(\.isEmpty)
    }
  }

  /// True if no step as it is written has a check.
  private var hasNoCheck: Bool { !definition.steps.contains { $0["check"] != nil } }

  /// The cases in the order of the matrix, then of the editions; none if anything is wrong with it.
  ///
  /// - Parameter base: the world that holds without changes, read once for all cases.
  func cases(base: CaseWorld?) -> [ConformanceCase] {
    let errors = diagnostics.errorCount
    var parts = Parts(definition)
    // With a matrix that cannot be read nothing that hangs on it can be.
    guard definition.isMatrixKnown || parts.world.isConstant else { return [] }
    var used = definition.matrix.used
    var cases: [ConformanceCase] = []
    for combination in definition.matrix.combinations {
      for edition in definition.editions {
        let bindings = combination + [editionBinding(edition)]
        var substitution = Substitution(bindings: bindings, diagnostics: diagnostics)
        let world = parts.world.get(bindings) {
          guard let given = definition.given else { return base }
          return self.world(changedBy: substitution.apply(given))
        }
        guard let world else { return [] }
        let steps = selection(from: &parts, edition, world, &substitution)
        used.formUnion(substitution.used)
        // With none at all it is a scene to look at; without those of this edition it is nothing here.
        guard hasNoCheck || steps.kept.contains(where: { $0.check != nil }) else { continue }
        verify(steps, in: edition)
        var item = ConformanceCase(
          suite: suite.name, id: definition.id, title: definition.title, area: suite.area,
          edition: edition,
          parameters: combination.map { .init(axis: $0.name, value: $0.value.text ?? "") },
          location: definition.location, world: world.world, steps: steps.kept,
          limit: diagnostics.profile.scaled(definition.limit))
        item.givenDigest = parts.givenDigest.get(bindings) {
          definition.given.map { substitution.apply($0).digest } ?? EditDigest()
        }
        item.usualWorld = base?.world
        item.sweep = definition.sweep
        item.profile = diagnostics.profile
        item.unfitness = steps.unfitness
        cases.append(item)
      }
    }
    guard definition.isSound, diagnostics.errorCount == errors else { return [] }
    remark(made: parts.made, used: used)
    return cases
  }

  /// The world with the changes of a case; if they leave none, which is reported, only its names, and nil if they are no
  /// mapping at all.
  private func world(changedBy given: YAMLNode) -> CaseWorld? {
    let found = diagnostics.all.count
    let merged = CaseWorld.merge(baseWorld, given)
    if let world = CaseWorld.read(merged, diagnostics) { return world }
    // The world in its own file is right; what reads wrong there was changed here.
    if let first = diagnostics.all.dropFirst(found).first,
      first.location.file != given.location.file
    {
      diagnostics.error(
        given.location,
        "'given' leaves a world that is not right: see \(first.location.file):\(first.location.line)",
        suggestion: "take away, too, what depends on what 'given' takes away")
    }
    return given.members == nil ? nil : CaseWorld.names(of: merged)
  }

  /// The steps of one combination in one edition.
  private struct Selection {
    var kept: [Step] = []
    /// Every step, also those that cannot be read.
    var outline: [Place] = []
    var order: StepOrder
    /// Why the profile has no place for the case; nil if it has.
    var unfitness: String?
  }

  private func selection(
    from parts: inout Parts, _ edition: Edition, _ world: CaseWorld,
    _ substitution: inout Substitution
  ) -> Selection {
    let reader = StepReader(world: world, contract: contract, diagnostics: diagnostics)
    var selection = Selection(order: StepOrder(limit: definition.limit, edition))
    selection.unfitness = definition.needs.flatMap {
      definition.isMatrixKnown ? ProfileNeed.unmet(substitution.apply($0), diagnostics) : nil
    }
    for (position, node) in definition.steps.enumerated() {
      let isConstant = parts.isConstant[position]
      let step = parts.steps[position].get(substitution.bindings) {
        guard isConstant || definition.isMatrixKnown else { return nil }
        return reader.step(isConstant ? node : substitution.apply(node))
      }
      guard let step else {
        selection.outline.append(Place(name: node["name"]?.text, checkID: node["check"]?.text))
        selection.order.loseTrack()
        continue
      }
      guard let kept = select(step, in: edition) else {
        selection.order.leaveOut(step)
        continue
      }
      verifyCall(kept, in: edition)
      selection.kept.append(kept)
      selection.order.take(kept)
      selection.outline.append(Place(name: kept.name, check: kept.check, checkID: kept.check?.id))
      selection.unfitness = selection.unfitness ?? step.unfitness
      if kept.check != nil { parts.made.insert(position) }
    }
    return selection
  }

  /// Reports what steps say of each other that is not so.
  private func verify(_ steps: Selection, in edition: Edition) {
    verifyTimes(steps.outline)
    verifySpans(steps.outline, edition)
    // With other numbers the times of a case differ from those that it was written for.
    if diagnostics.profile.isStandard { steps.order.report(to: diagnostics) }
  }

  /// Reports a call of an API that the SDK of the edition does not have: no adapter could carry it out.
  private func verifyCall(_ step: Step, in edition: Edition) {
    guard case .operation(_, .call(let call))? = step.action,
      !call.api.editions.contains(edition), let editions = call.api.editionsOfSteps
    else { return }
    diagnostics.error(
      step.location, "'\(call.api.rawValue)' is not in the SDK of every edition of this step",
      suggestion: "give the step 'editions: \(editions)'")
  }

  /// What other steps may refer to of a step. One that cannot be read has it too: whoever names it has made no mistake.
  private struct Place {
    var name: String?
    /// Nil for a step that demands nothing, and for one that cannot be read.
    var check: Check?
    var checkID: String?
  }

  /// Reports times that count from a check which is not made before, or which counts no record.
  private func verifyTimes(_ steps: [Place]) {
    var counted: Set<ExactString> = []
    for step in steps {
      guard let check = step.check else {
        if let id = step.checkID { counted.insert(ExactString(id)) }
        continue
      }
      for name in check.demand.namedChecks where !counted.contains(name) {
        diagnostics.error(
          check.location,
          "'after' names '\(name)', but no check of that name counts a record before")
      }
      if case .count(_, let range) = check.demand, range.lowerBound > 0 {
        counted.insert(check.id)
      }
    }
  }

  /// Reports checks that look at the records between steps which are not there, or not before them.
  private func verifySpans(_ steps: [Place], _ edition: Edition) {
    var before: [String] = []
    for step in steps {
      if let check = step.check {
        let places = check.span.names.map { name in before.firstIndex { $0 == name } }
        for name in check.span.names where !before.contains(name) {
          diagnostics.error(
            check.location,
            "'over' names '\(name)', but no step of that name comes before it in \(edition.rawValue)",
            suggestion: Spelling.nearest(to: name, among: before).map { "did you mean '\($0)'?" }
              ?? "give a step the key 'name'")
        }
        if let first = places.first ?? nil, let last = places.last ?? nil, last < first {
          diagnostics.error(
            check.location, "'over' names a step that comes before the one it counts from")
        }
      }
      if let name = step.name { before.append(name) }
    }
  }

  private func editionBinding(_ edition: Edition) -> Substitution.Binding {
    .init(
      name: "edition",
      value: YAMLNode(
        location: definition.location, content: .scalar(edition.rawValue, isPlain: false)),
      number: Edition.allCases.firstIndex(of: edition) ?? 0)
  }

  /// The step as it is in an edition; nil if nothing is left of it.
  private func select(_ step: EditionlessStep, in edition: Edition) -> Step? {
    guard step.editions.contains(edition) else { return nil }
    var check = step.check
    check?.requirements.removeAll { !contract.holds($0, in: edition) }
    check?.bindings.removeAll { !contract.holds($0.requirement, in: edition) }
    if check?.requirements.isEmpty == true {
      // What only looks is left out with its check: the edition may not even have the API.
      if !step.opensWindow { return nil }
      check = nil
    }
    var selected = Step(
      location: step.location, name: step.name, action: step.action, opensWindow: step.opensWindow,
      check: check, condition: step.condition, exception: step.exception)
    selected.digests = step.digests
    return selected
  }

  /// Warns of what is written but never has an effect.
  ///
  /// - Parameter made: the positions of the steps whose check is made in some edition.
  private func remark(made: Set<Int>, used: Set<ExactString>) {
    if hasNoCheck {
      diagnostics.warning(
        definition.location, "the case has no check, so it is never run",
        suggestion: "add a step that demands something, such as 'expect' with 'check' and 'proves'")
    }
    for (position, step) in definition.steps.enumerated()
    where step["check"] != nil && !made.contains(position) {
      diagnostics.warning(
        step.location, "the check '\(step["check"]?.text ?? "")' is never made",
        suggestion: "its requirements hold in none of the editions that it is for")
    }
    for axis in definition.matrix.axes where !used.contains(ExactString(axis)) {
      diagnostics.warning(
        definition.location, "the matrix axis '\(axis)' is never used",
        suggestion: "write '${\(axis)}' in a step, or leave the axis out")
    }
  }
}
