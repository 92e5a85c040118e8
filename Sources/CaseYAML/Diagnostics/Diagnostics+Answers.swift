internal import CaseModel
internal import ExactText
internal import JSONText
internal import StepProtocol

/// Reads the scripted answers of an app's delegates.
extension Diagnostics {
  /// The scripted answers of an app's delegates.
  @discardableResult
  func answers(_ node: YAMLNode) -> [ScriptedAnswer] {
    (members(node, of: "answers", keys: Vocabulary.answerKeys) ?? []).compactMap(answer)
  }

  /// One scripted answer; nil, and reported, if it is none.
  func answer(_ member: YAMLNode.Member) -> ScriptedAnswer? {
    guard let name = ScriptedAnswer.Name(rawValue: member.name) else { return nil }
    let value = member.value
    switch name {
    case .restartApplication: return method(member).map { .restartApplication($0) }
    case .wipeDataForAccount: return method(member).map { .wipeDataForAccount($0) }
    case .identitySwitchRequired:
      return handler(member, upTo: 3).map { .identitySwitchRequired($0) }
    case .addIdentity: return handler(member, upTo: 1).map { .addIdentity($0) }
    case .conditionalLaunch:
      return choice(value, for: member.name, Vocabulary.words(ConditionalLaunchAnswer.allCases))?
        .string.flatMap(ConditionalLaunchAnswer.init).map { .conditionalLaunch($0) }
    case .failToClear: return boolean(value, for: member.name).map { .failToClear($0) }
    case .internalError: return boolean(value, for: member.name).map { .internalError($0) }
    case .haltIn:
      return word(value, for: member.name, "callback", among: Callback.allCases)
        .map { .haltIn($0) }
    case .authLibrary:
      if value.kind == "null" { return .authLibrary(nil) }
      var library = ScriptedAnswer.LibraryBehaviour()
      for member in members(value, of: member.name, keys: ["error", "version"]) ?? [] {
        let text = text(member.value, for: member.name)
        if member.name == "error" { library.error = text } else { library.version = text }
      }
      return .authLibrary(library)
    }
  }

  private func method(_ member: YAMLNode.Member) -> ScriptedAnswer.MethodAnswer? {
    switch choice(member.value, for: member.name, [true, false, "unimplemented"]) {
    case .bool(let flag): .returns(flag)
    case .string: .unimplemented
    default: nil
    }
  }

  private func handler(
    _ member: YAMLNode.Member, upTo limit: Int
  ) -> ScriptedAnswer.HandlerAnswer? {
    let known = (0...limit).map(JSON.int) + ["never", "unimplemented"]
    switch choice(member.value, for: member.name, known) {
    case .int(let number): return .result(number)
    case .string("never"): return .never
    case .string: return .unimplemented
    default: return nil
    }
  }

  private func choice(_ node: YAMLNode, for name: String, _ known: [String]) -> JSON? {
    choice(node, for: name, known.map(JSON.string))
  }

  private func choice(_ node: YAMLNode, for name: String, _ known: [JSON]) -> JSON? {
    let value = node.json()
    if known.contains(value) { return value }
    let words = known.map { $0.string ?? $0.text }
    if let text = node.text, node.kind == "a string" {
      unknown("answer", text, at: node.location, known: words)
    } else {
      expected("one of \(Diagnostics.list(words))", for: name, not: node)
    }
    return nil
  }
}
