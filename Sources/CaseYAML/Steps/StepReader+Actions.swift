internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
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
    case "foreground": return lifecycle(value, verb.name, to: .foreground)
    case "background": return lifecycle(value, verb.name, to: .background)
    case "suspend": return lifecycle(value, verb.name, to: .suspended)
    case "call": return call(value)
    case "answers": return answers(value)
    case "complete": return complete(value)
    case "user": return user(value)
    case "file": return file(value)
    case "openURL": return openURL(value)
    case "act": return act(value)
    case "signIn": return tokens(value, verb.name, .signIn)
    case "purgeTokens": return tokens(value, verb.name, .purge)
    case "device": return device(value)
    case "offline", "online":
      return name(value, for: verb.name, "device", in: "devices").map {
        .network(device: $0, isOnline: verb.name == "online")
      }
    case "fault": return fault(value)
    case "clearFaults":
      guard value.json() == true else {
        diagnostics.expected("true", for: verb.name, not: value)
        return nil
      }
      return .clearFaults
    case "service":
      return diagnostics.word(
        value, for: verb.name, "service action", among: ServiceAction.allCases
      )
      .map { .service($0) }
    case "admin": return admin(value)
    default: return advance(value)
    }
  }

  /// The name of an inhabitant of the world.
  func name(_ node: YAMLNode, for key: String, _ what: String, in section: String) -> String? {
    diagnostics.word(node, for: key, what, among: world.names(in: section))
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
    guard let members = diagnostics.members(node, of: verb, keys: keys),
      let name = diagnostics.required("app", in: node, of: verb), let app = app(name, for: "app")
    else { return nil }
    return (app, members.filter { $0.name != "app" })
  }

  private func launch(_ node: YAMLNode, _ verb: String, _ mode: LaunchMode) -> Action? {
    if node.text != nil, verb != "upgrade" {
      return app(node, for: verb).map { .launch(app: $0, mode: mode, options: .none) }
    }
    guard let (app, members) = appAndMembers(node, of: verb) else { return nil }
    var mode = mode
    var options = LaunchOptions()
    for member in members {
      let value = member.value
      switch member.name {
      case "unlessRunning":
        if diagnostics.boolean(value, for: "unlessRunning") == true { mode = .launchUnlessRunning }
      case "state":
        options.state = diagnostics.word(
          value, for: "state", "state", among: [LifecycleState.foreground, .background])
      case "extension": options.isExtension = diagnostics.boolean(value, for: "extension")
      case "settings":
        diagnostics.appSettings(value)
        options.settings = AppSettings(patterns.json(value).object ?? [:])
      case "answers": options.answers = diagnostics.answers(value)
      case "delegates": options.delegates = diagnostics.delegates(value)
      default: options.appVersion = diagnostics.text(value, for: member.name)
      }
    }
    if verb == "upgrade" { _ = diagnostics.required("appVersion", in: node, of: verb) }
    return .launch(app: app, mode: mode, options: options)
  }

  private func reinstall(_ node: YAMLNode) -> Action? {
    guard let (app, _) = appAndMembers(node, of: "reinstall"),
      let keychain = diagnostics.required("keychain", in: node, of: "reinstall"),
      let word = diagnostics.word(
        keychain, for: "keychain", "state of the keychain", among: ["kept", "lost"])
    else { return nil }
    return .launch(app: app, mode: .reinstall(keepsKeychain: word == "kept"), options: .none)
  }

  private func kill(_ node: YAMLNode) -> Action? {
    if node.text != nil { return app(node, for: "kill").map { .kill(app: $0, at: .idle) } }
    guard let (app, members) = appAndMembers(node, of: "kill") else { return nil }
    if let callback = node["callback"] {
      for member in members where member.name != "callback" {
        diagnostics.error(member.location, "'\(member.name)' does not go with 'callback'")
      }
      return diagnostics.word(callback, for: "callback", "callback", among: Callback.allCases)
        .map { .kill(app: app, at: .callback($0)) }
    }
    guard let request = node["request"] else {
      if let other = members.first {
        diagnostics.error(other.location, "'\(other.name)' also needs 'request'")
      }
      return .kill(app: app, at: .idle)
    }
    guard
      let endpoint = diagnostics.word(
        request, for: "request", "endpoint", among: Vocabulary.endpoints + [Vocabulary.anyName]),
      let n = node["n"].map({ diagnostics.integer($0, for: "n", in: 1...1000) }) ?? 1,
      let pointNode = diagnostics.required("point", in: node, of: "kill"),
      let point = diagnostics.word(pointNode, for: "point", "point", among: HoldPoint.allCases)
    else { return nil }
    // `any` is not an endpoint.
    return .kill(app: app, at: .request(endpoint: Endpoint(rawValue: endpoint), n: n, point: point))
  }

  private func lifecycle(_ node: YAMLNode, _ verb: String, to state: LifecycleState) -> Action? {
    app(node, for: verb).map { .operation(app: $0, .lifecycle(state)) }
  }

  private func advance(_ node: YAMLNode) -> Action? {
    guard node.members != nil else {
      return diagnostics.duration(node, for: "advance").map { .advance($0) }
    }
    guard diagnostics.members(node, of: "advance", keys: ["to"]) != nil,
      let to = diagnostics.required("to", in: node, of: "advance")
    else { return nil }
    return diagnostics.duration(to, for: "to").map { .advanceTo($0) }
  }
}
