internal import CaseModel
internal import ExactText
internal import JSONText

/// The verbs that are operations of the step protocol by their own name.
extension StepReader {
  /// `answers`, `complete`, `user`, `file` and `openURL`.
  func operation(_ verb: String, _ node: YAMLNode) -> Action? {
    guard let (app, members) = appAndMembers(node, of: verb) else { return nil }
    let required: [String] =
      switch verb {
      case "complete": ["callback", "result"]
      case "user": ["prompt", "action"]
      case "file": node["do"]?.text == "list" ? ["do"] : ["do", "path"]
      case "openURL": ["url"]
      default: []
      }
    for key in required { _ = lint.required(key, in: node, of: verb) }
    for member in members { check(member, of: verb) }
    var arguments = object(members)
    if verb == "user" {
      // The protocol calls the kind of prompt `kind`.
      arguments = JSONObject(
        arguments.members.map { ($0.name == "prompt" ? "kind" : $0.name, $0.value) })
    }
    return .operation(app: app, name: verb, arguments: arguments)
  }

  private func check(_ member: YAMLNode.Member, of verb: String) {
    let value = member.value
    switch (verb, member.name) {
    case ("answers", _): lint.answer(member)
    case ("complete", "callback"):
      _ = lint.word(value, for: "callback", "callback", among: Vocabulary.keptHandlers)
    case ("complete", _): _ = lint.integer(value, for: "result", in: 0...3)
    case ("user", "prompt"):
      _ = lint.word(value, for: "prompt", "prompt", among: Vocabulary.prompts)
    case ("user", "action"):
      _ = lint.word(value, for: "action", "action", among: Vocabulary.userActions)
    case ("file", "do"):
      _ = lint.word(value, for: "do", "file operation", among: Vocabulary.fileOperations)
    case (_, "identity"):
      patterns.checkIdentity(value, for: "identity")
      if value.kind != "null" { _ = lint.text(value, for: "identity") }
    case (_, "document"): _ = lint.boolean(value, for: "document")
    default: _ = lint.text(value, for: member.name)
    }
  }
}
