internal import CaseModel
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The verbs that act.
extension StepReader {
  /// The action of a verb that is known; nil, and reported, if its value is wrong.
  func action(_ verb: YAMLNode.Member) -> Action? {
    let value = verb.value
    switch verb.name {
    case "launch": return launch(value, verb.name, .launch)
    case "relaunch": return launch(value, verb.name, .relaunch)
    case "upgrade": return launch(value, verb.name, .upgrade)
    case "reinstall": return reinstall(value)
    case "stop": return app(value, for: verb.name).map { .stop(app: $0) }
    case "kill": return kill(value)
    case "foreground", "background": return lifecycle(value, verb.name, to: verb.name)
    case "suspend": return lifecycle(value, verb.name, to: "suspended")
    case "call": return call(value)
    case "answers", "complete", "user", "file", "openURL": return operation(verb.name, value)
    case "signIn": return tokens(value, verb.name, "signIn")
    case "purgeTokens": return tokens(value, verb.name, "purge")
    case "device": return device(value)
    case "offline", "online":
      return name(value, for: verb.name, "device", in: "devices").map {
        .network(device: $0, isOnline: verb.name == "online")
      }
    case "fault": return fault(value)
    case "clearFaults":
      guard value.json() == true else {
        lint.expected("true", for: verb.name, not: value)
        return nil
      }
      return .clearFaults
    case "service":
      let words = ["kill", "start", "restart"]
      return lint.word(value, for: verb.name, "service action", among: words)
        .flatMap(ServiceAction.init).map { .service($0) }
    case "admin": return admin(value)
    default: return advance(value)
    }
  }

  /// The name of an inhabitant of the world.
  func name(_ node: YAMLNode, for key: String, _ what: String, in section: String) -> String? {
    lint.word(node, for: key, what, among: world.names(in: section))
  }

  /// The name of an app.
  func app(_ node: YAMLNode, for key: String) -> String? {
    name(node, for: key, "app", in: "apps")
  }

  /// The app and the other members of a verb's mapping after the check of its keys.
  func appAndMembers(
    _ node: YAMLNode, of verb: String
  ) -> (app: String, members: [YAMLNode.Member])? {
    let keys = Vocabulary.verbs.first { $0.name == verb }?.keys ?? []
    guard let members = lint.members(node, of: verb, keys: keys),
      let name = lint.required("app", in: node, of: verb), let app = app(name, for: "app")
    else { return nil }
    return (app, members.filter { $0.name != "app" })
  }

  /// Members as JSON, with UPNs in the place of user names.
  func object(_ members: [YAMLNode.Member]) -> JSONObject {
    var object = JSONObject()
    for member in members { object.append(member.name, patterns.json(member.value)) }
    return object
  }

  private func launch(_ node: YAMLNode, _ verb: String, _ mode: LaunchMode) -> Action? {
    if node.text != nil, verb != "upgrade" {
      return app(node, for: verb).map { .launch(app: $0, mode: mode, options: [:]) }
    }
    guard let (app, members) = appAndMembers(node, of: verb) else { return nil }
    for member in members {
      switch member.name {
      case "state":
        _ = lint.word(
          member.value, for: "state", "state", among: ["foreground", "background"])
      case "extension": _ = lint.boolean(member.value, for: "extension")
      case "settings": lint.appSettings(member.value)
      case "answers": lint.answers(member.value)
      case "delegates": lint.delegates(member.value)
      default: _ = lint.text(member.value, for: member.name)
      }
    }
    if verb == "upgrade" { _ = lint.required("appVersion", in: node, of: verb) }
    return .launch(app: app, mode: mode, options: object(members))
  }

  private func reinstall(_ node: YAMLNode) -> Action? {
    guard let (app, _) = appAndMembers(node, of: "reinstall"),
      let keychain = lint.required("keychain", in: node, of: "reinstall"),
      let word = lint.word(
        keychain, for: "keychain", "state of the keychain", among: ["kept", "lost"])
    else { return nil }
    return .launch(app: app, mode: .reinstall(keepsKeychain: word == "kept"), options: [:])
  }

  private func kill(_ node: YAMLNode) -> Action? {
    if node.text != nil { return app(node, for: "kill").map { .kill(app: $0, at: .idle) } }
    guard let (app, members) = appAndMembers(node, of: "kill") else { return nil }
    if let callback = node["callback"] {
      for member in members where member.name != "callback" {
        lint.error(member.location, "'\(member.name)' does not go with 'callback'")
      }
      return lint.word(callback, for: "callback", "callback", among: Vocabulary.callbacks)
        .map { .kill(app: app, at: .callback($0)) }
    }
    guard let request = node["request"] else {
      if let other = members.first {
        lint.error(other.location, "'\(other.name)' needs 'request' beside it")
      }
      return .kill(app: app, at: .idle)
    }
    guard
      let endpoint = lint.word(
        request, for: "request", "endpoint", among: Vocabulary.endpoints + [Vocabulary.anyName]),
      let n = node["n"].map({ lint.integer($0, for: "n", in: 1...1000) }) ?? 1,
      let pointNode = lint.required("point", in: node, of: "kill"),
      let point = lint.word(pointNode, for: "point", "point", among: ["received", "applied"])
    else { return nil }
    return .kill(
      app: app,
      at: .request(
        endpoint: endpoint == Vocabulary.anyName ? nil : endpoint, n: n,
        isApplied: point == "applied"))
  }

  private func lifecycle(_ node: YAMLNode, _ verb: String, to state: String) -> Action? {
    app(node, for: verb).map {
      .operation(app: $0, name: "lifecycle", arguments: ["to": .string(state)])
    }
  }

  private func call(_ node: YAMLNode) -> Action? {
    let app: String?
    let api: YAMLNode
    let arguments: [YAMLNode.Member]
    if let text = node.text {
      guard let call = CallSyntax.read(text, at: node.location, lint) else { return nil }
      func scalar(_ text: String) -> YAMLNode {
        YAMLNode(location: node.location, content: .scalar(text, isPlain: true))
      }
      app = self.app(scalar(call.app), for: "call")
      api = scalar(call.api)
      arguments = call.arguments
      lint.checkKeys(arguments, of: "call", keys: Vocabulary.callKeys)
    } else {
      guard let (name, members) = appAndMembers(node, of: "call"),
        let value = lint.required("api", in: node, of: "call")
      else { return nil }
      app = name
      api = value
      arguments = members.filter { $0.name != "api" }
    }
    guard let app, let name = lint.word(api, for: "api", "API", among: Vocabulary.apis) else {
      return nil
    }
    for argument in arguments {
      patterns.checkIdentity(argument.value, for: argument.name)
      switch argument.name {
      case "identity", "other", "window", "thread":
        if argument.value.kind != "null" { _ = lint.text(argument.value, for: argument.name) }
      case "doWipe", "silent": _ = lint.boolean(argument.value, for: argument.name)
      default: continue
      }
    }
    var object: JSONObject = ["api": .string(name)]
    for member in self.object(arguments).members { object.append(member.name, member.value) }
    return .operation(app: app, name: "call", arguments: object)
  }

  private func tokens(_ node: YAMLNode, _ verb: String, _ operation: String) -> Action? {
    guard let (app, members) = appAndMembers(node, of: verb),
      let identity = lint.required("identity", in: node, of: verb)
    else { return nil }
    patterns.checkIdentity(identity, for: "identity")
    var arguments: JSONObject = ["do": .string(operation)]
    arguments["identity"] = object(members)["identity"]
    return .operation(app: app, name: "tokens", arguments: arguments)
  }

  private func advance(_ node: YAMLNode) -> Action? {
    guard node.members != nil else {
      return lint.duration(node, for: "advance").map { .advance($0) }
    }
    guard lint.members(node, of: "advance", keys: ["to"]) != nil,
      let to = lint.required("to", in: node, of: "advance")
    else { return nil }
    return lint.duration(to, for: "to").map { .advanceTo($0) }
  }
}
