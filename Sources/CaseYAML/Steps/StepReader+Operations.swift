internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import StepProtocol

/// The verbs that are operations of the step protocol by their own name.
extension StepReader {
  /// The app and the members of a verb's mapping after the check of its keys and of those that it needs.
  private func appAndMembers(
    _ node: YAMLNode, of verb: String, required: [String]
  ) -> (app: String, members: [YAMLNode.Member])? {
    guard let (app, members) = appAndMembers(node, of: verb) else { return nil }
    for key in required { _ = diagnostics.required(key, in: node, of: verb) }
    return (app, members)
  }

  /// A string, with the UPN instead of a user's name.
  private func text(_ node: YAMLNode?, for key: String) -> String? {
    guard let node, let text = diagnostics.text(node, for: key) else { return nil }
    return node.name(world.upn) ?? text
  }

  /// A path within a folder of an app, such as `inbox/a.txt`.
  private func path(_ node: YAMLNode?, for key: String) -> String? {
    guard let node, let text = text(node, for: key) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if !parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
      !diagnostics.isUnresolved(text)
    {
      diagnostics.error(
        node.location, "'\(text)' is not a path within a folder of the app",
        suggestion: "write names joined by slashes, such as 'inbox/a.txt'")
    }
    return text
  }

  /// A folder of an app.
  private func folder(_ node: YAMLNode?, for key: String) -> String? {
    guard let node, let text = text(node, for: key) else { return nil }
    let group = text.hasPrefix("group:") ? text.dropFirst("group:".count) : ""
    if text != "data", group.isEmpty || group.contains("/"), !diagnostics.isUnresolved(text) {
      diagnostics.error(
        node.location, "'\(text)' is not a folder of an app",
        suggestion: "write 'data' or 'group:NAME'")
    }
    return text
  }

  /// An identity, or nil for null.
  private func identity(_ node: YAMLNode?) -> String? {
    guard let node else { return nil }
    patterns.checkIdentity(node, for: "identity")
    return node.kind == "null" ? nil : text(node, for: "identity")
  }

  func answers(_ node: YAMLNode) -> Action? {
    guard let (app, members) = appAndMembers(node, of: "answers") else { return nil }
    return .operation(app: app, .answers(members.compactMap(diagnostics.answer)))
  }

  func complete(_ node: YAMLNode) -> Action? {
    guard
      let (app, _) = appAndMembers(node, of: "complete", required: ["callback", "result"])
    else { return nil }
    let handler = node["callback"].flatMap {
      diagnostics.word($0, for: "callback", "callback", among: KeptHandler.allCases)
    }
    let result = node["result"].flatMap { diagnostics.integer($0, for: "result", in: 0...3) }
    guard let handler, let result else { return nil }
    return .operation(app: app, .complete(handler, result: result))
  }

  func user(_ node: YAMLNode) -> Action? {
    guard let (app, _) = appAndMembers(node, of: "user", required: ["prompt", "action"]) else {
      return nil
    }
    let prompt = node["prompt"].flatMap {
      diagnostics.word($0, for: "prompt", "prompt", among: PromptKind.allCases)
    }
    let action = node["action"].flatMap {
      diagnostics.word($0, for: "action", "action", among: PromptAction.allCases)
    }
    let identity = identity(node["identity"])
    let ifOpen = node["ifOpen"].flatMap { diagnostics.boolean($0, for: "ifOpen") } ?? false
    guard let prompt, let action else { return nil }
    return .operation(app: app, .user(prompt, action, identity: identity, ifOpen: ifOpen))
  }

  func file(_ node: YAMLNode) -> Action? {
    let required = node["do"]?.text == FileOperation.list.rawValue ? ["do"] : ["do", "path"]
    guard let (app, _) = appAndMembers(node, of: "file", required: required) else { return nil }
    let operation = node["do"].flatMap {
      diagnostics.word($0, for: "do", "file operation", among: FileOperation.allCases)
    }
    guard let operation else { return nil }
    // The whole folder may be listed by an empty path too.
    let isWhole = operation == .list && node["path"]?.text == ""
    var request = FileRequest(operation, path: isWhole ? "" : path(node["path"], for: "path"))
    request.folder = folder(node["folder"], for: "folder")
    request.target = path(node["to"], for: "to")
    request.targetFolder = folder(node["toFolder"], for: "toFolder")
    request.thread = text(node["thread"], for: "thread")
    request.content = text(node["content"], for: "content")
    return .operation(app: app, .file(request))
  }

  func openURL(_ node: YAMLNode) -> Action? {
    guard let (app, _) = appAndMembers(node, of: "openURL", required: ["url"]) else { return nil }
    let opening = URLOpening(
      url: text(node["url"], for: "url") ?? "", identity: identity(node["identity"]),
      isDocument: node["document"].flatMap { diagnostics.boolean($0, for: "document") },
      window: text(node["window"], for: "window"))
    return .operation(app: app, .openURL(opening))
  }

  func act(_ node: YAMLNode) -> Action? {
    guard let (app, _) = appAndMembers(node, of: "act", required: ["do"]) else { return nil }
    let act = node["do"].flatMap {
      diagnostics.word($0, for: "do", "act", among: PersonalAct.allCases)
    }
    guard let act else { return nil }
    var request = ActRequest(act, identity: identity(node["identity"]))
    request.path = path(node["path"], for: "path")
    request.place = node["place"].flatMap {
      diagnostics.word($0, for: "place", "place", among: DataPlace.allCases)
    }
    if let account = node["account"], account.kind != "null" {
      request.account = text(account, for: "account")
    }
    request.folder = folder(node["folder"], for: "folder")
    request.target = path(node["to"], for: "to")
    request.data = text(node["data"], for: "data")
    request.key = text(node["key"], for: "key")
    request.kind = node["kind"].flatMap {
      diagnostics.word($0, for: "kind", "kind of setting", among: SettingKind.allCases)
    }
    return .operation(app: app, .act(request))
  }

  func tokens(_ node: YAMLNode, _ verb: String, _ change: TokenChange) -> Action? {
    guard let (app, _) = appAndMembers(node, of: verb),
      let identity = diagnostics.required("identity", in: node, of: verb)
    else { return nil }
    patterns.checkIdentity(identity, for: "identity")
    guard let user = text(identity, for: "identity") else { return nil }
    return .operation(app: app, .tokens(change, identity: user))
  }

  // MARK: - Calls

  func call(_ node: YAMLNode) -> Action? {
    let app: String?
    let api: YAMLNode
    let arguments: [YAMLNode.Member]
    if let text = node.text {
      guard let call = CallSyntax.read(text, at: node.location, diagnostics) else { return nil }
      func scalar(_ text: String) -> YAMLNode {
        YAMLNode(location: node.location, content: .scalar(text, isPlain: true))
      }
      app = self.app(scalar(call.app), for: "call")
      api = scalar(call.api)
      arguments = call.arguments
      diagnostics.checkKeys(arguments, of: "call", keys: Vocabulary.callKeys)
    } else {
      guard let (name, members) = appAndMembers(node, of: "call"),
        let value = diagnostics.required("api", in: node, of: "call")
      else { return nil }
      app = name
      api = value
      arguments = members.filter { $0.name != "api" }
    }
    guard let app, let name = diagnostics.word(api, for: "api", "API", among: APIName.allCases)
    else {
      return nil
    }
    checkArguments(arguments, of: name)
    return .operation(app: app, .call(AppCall(name, arguments.compactMap(argument))))
  }

  /// Warns of arguments that other calls take. An adapter ignores them, and suites that were stored with a run must stay readable.
  private func checkArguments(_ arguments: [YAMLNode.Member], of api: APIName) {
    guard let taken = api.arguments else { return }
    for argument in arguments
    where argument.name != "thread" && Vocabulary.callKeys.contains(argument.name)
      && !taken.contains(argument.name)
    {
      diagnostics.warning(
        argument.location, "'\(api.rawValue)' takes no argument '\(argument.name)'",
        suggestion: taken.isEmpty
          ? "it takes none but 'thread'" : "it takes \(Diagnostics.list(taken + ["thread"]))")
    }
  }

  private func argument(_ member: YAMLNode.Member) -> AppCall.Argument? {
    let value = member.value
    patterns.checkIdentity(value, for: member.name)
    if let name = AppCall.TextArgument(rawValue: member.name) {
      if value.kind == "null" { return .text(name, nil) }
      return text(value, for: member.name).map { .text(name, $0) }
    }
    if let name = AppCall.FlagArgument(rawValue: member.name) {
      return diagnostics.boolean(value, for: member.name).map { .flag(name, $0) }
    }
    guard let name = AppCall.ValueArgument(rawValue: member.name) else { return nil }
    switch name {
    case .path, .to: _ = path(value, for: member.name)
    case .folder: _ = folder(value, for: member.name)
    default: break
    }
    return .value(name, patterns.json(value))
  }
}
