package import CaseModel
package import Contract
internal import ExactText
internal import JSONText

/// Reads patterns and steps of the case language by themselves, for somebody who looks into a case.
///
///     let fragment = CaseFragment(of: item, contract)
///     let pattern = try fragment.pattern("{event: enrollmentRequest, app: mail}")
///     let step = try fragment.step("kill: mail")
package struct CaseFragment {
  /// The verbs of the case language, one of which every step has.
  package static let verbs = Vocabulary.verbNames

  private let world: CaseWorld
  private let contract: Contract
  private let profile: Profile

  /// A reader that knows the users, devices and apps of a case.
  package init(of item: ConformanceCase, _ contract: Contract) {
    world = CaseWorld(item.world)
    self.contract = contract
    profile = item.profile
  }

  /// A pattern, as a check writes it; the braces around it may be left out.
  ///
  /// - Throws: what is wrong with it.
  package func pattern(_ text: String) throws(Diagnostic) -> RecordPattern {
    let diagnostics = Diagnostics(profile)
    let node = try CaseFragment.read(text, diagnostics)
    let reader = PatternReader(world: world, diagnostics: diagnostics)
    guard let members = node.members else {
      throw Diagnostic(
        node.location, .error, "'\(text)' is not a pattern",
        suggestion: "write one such as {event: enrollmentRequest, app: mail}")
    }
    let pattern = reader.pattern(members, of: "the pattern", at: node.location)
    if let error = diagnostics.firstError { throw error }
    guard let pattern else {
      throw Diagnostic(node.location, .error, "'\(text)' is not a pattern")
    }
    return pattern
  }

  /// A step, as a case writes it; the braces around it may be left out.
  ///
  /// - Throws: what is wrong with it.
  package func step(_ text: String) throws(Diagnostic) -> Step {
    let diagnostics = Diagnostics(profile)
    let node = try CaseFragment.read(text, diagnostics)
    let step = StepReader(world: world, contract: contract, diagnostics: diagnostics).step(node)
    if let error = diagnostics.firstError { throw error }
    guard let step else {
      throw Diagnostic(
        node.location, .error, "'\(text)' is not a step",
        suggestion: "write one such as {kill: mail}")
    }
    return Step(
      location: step.location, action: step.action, opensWindow: step.opensWindow,
      check: step.check)
  }

  private static func read(_ text: String, _ diagnostics: Diagnostics) throws(Diagnostic)
    -> YAMLNode
  {
    let whole = text.hasPrefix("{") ? text : "{\(text)}"
    guard let node = YAMLReader.read(Array(whole.utf8), file: "(input)", diagnostics: diagnostics)
    else {
      throw diagnostics.firstError
        ?? Diagnostic(SourceLocation(file: "(input)"), .error, "cannot read it")
    }
    if let error = diagnostics.firstError { throw error }
    return node
  }
}

extension Diagnostics {
  /// The first error; nil if there is none.
  fileprivate var firstError: Diagnostic? { all.first { $0.severity == .error } }
}

extension CaseWorld {
  /// The names of a world that was read before.
  fileprivate init(_ world: World) {
    var names: [ExactString: [String]] = [:]
    for section in world.directory.members {
      names[section.name] = section.value.object?.members.map(\.name) ?? []
    }
    names["devices"] = world.devices.members.map(\.name)
    names["apps"] = world.apps.members.map(\.name)
    var upns: [ExactString: String] = [:]
    for user in world.directory["users"]?.object?.members ?? [] {
      if let upn = user.value["upn"]?.string { upns[user.name] = upn }
    }
    self.init(world: world, names: names, upns: upns)
  }
}
