internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol

/// The verb `admin`.
extension StepReader {
  /// What an administrator does, with UPNs for users.
  func admin(_ node: YAMLNode) -> Action? {
    let kinds = Vocabulary.words(AdminOrder.Name.allCases)
    guard let members = node.members,
      let kind = AdminOrder.Name.allCases.first(where: { node[$0.rawValue] != nil }),
      let target = node[kind.rawValue]
    else {
      let errors = diagnostics.errorCount
      if let members = node.members {
        diagnostics.checkKeys(members, of: "admin", keys: Vocabulary.adminKeys, named: kinds)
      }
      guard diagnostics.errorCount == errors else { return nil }
      if node.members == nil {
        diagnostics.expected(
          "a mapping with one of \(Diagnostics.list(kinds))", for: "admin", not: node)
      } else {
        diagnostics.error(
          node.location, "'admin' needs one of the keys \(Diagnostics.list(kinds))")
      }
      return nil
    }
    let keys = Vocabulary.keys(beside: kind)
    diagnostics.checkKeys(members, of: "admin", keys: [kind.rawValue] + keys)
    let required: [String] =
      switch kind {
      case .wipe: ["device"]
      case .registration: ["app", "set"]
      case .user, .tenant: ["set"]
      case .policy, .configuration, .graph: []
      }
    for key in required { _ = diagnostics.required(key, in: node, of: "admin") }
    if [.policy, .configuration].contains(kind), members.count == 1 {
      diagnostics.error(
        node.location, "'admin' needs \(Diagnostics.list(keys)) with '\(kind.rawValue)'")
    }
    return order(kind, target, node).map { .admin($0) }
  }

  private func order(_ kind: AdminOrder.Name, _ target: YAMLNode, _ node: YAMLNode) -> AdminOrder? {
    switch kind {
    case .wipe:
      let user = user(target, for: "wipe")
      let device = node["device"].flatMap { name($0, for: "device", "device", in: "devices") }
      guard let user, let device else { return nil }
      return .wipe(user: user, device: device)
    case .policy:
      let policy = name(target, for: "policy", "policy", in: "policies")
      let change = policyChange(node, isPolicy: true)
      return policy.map { .policy($0, change) }
    case .configuration:
      let name = name(target, for: "configuration", "configuration", in: "configurations")
      let change = policyChange(node, isPolicy: false)
      return name.map { .configuration($0, change) }
    case .user:
      let user = user(target, for: "user")
      let changes = changes(node, keys: Vocabulary.userStates).compactMap(diagnostics.userChange)
      return user.map { .user($0, changes) }
    case .tenant:
      let tenant = name(target, for: "tenant", "tenant", in: "tenants")
      let changes = changes(node, keys: Vocabulary.tenantStates).compactMap(
        diagnostics.tenantChange)
      return tenant.map { .tenant($0, changes) }
    case .registration:
      let user = user(target, for: "registration")
      let app = node["app"].flatMap { self.app($0, for: "app") }
      let change = node["set"].flatMap {
        diagnostics.word($0, for: "set", "state", among: RegistrationChange.allCases)
      }
      guard let user, let app, let change else { return nil }
      return .registration(user: user, app: app, change)
    case .graph: return graph(target).map { .graph($0) }
    }
  }

  /// The members of `set`.
  private func changes(_ node: YAMLNode, keys: [String]) -> [YAMLNode.Member] {
    node["set"].flatMap { diagnostics.members($0, of: "set", keys: keys) } ?? []
  }

  private func policyChange(_ node: YAMLNode, isPolicy: Bool) -> PolicyChange {
    var change = PolicyChange()
    if let set = node["set"] {
      if isPolicy {
        diagnostics.policySettings(set, for: "set")
      } else if set.members == nil {
        diagnostics.expected("a mapping", for: "set", not: set)
      }
      change.settings = set.members?.map { .init($0.name, $0.value.json()) }
    }
    if let assign = node["assign"] {
      change.groups = (diagnostics.list(assign, for: "assign", of: "groups") ?? []).compactMap {
        name($0, for: "assign", "group", in: "groups")
      }
    }
    if let delete = node["delete"] {
      change.isDeleted = delete.json() == true
      if !change.isDeleted { diagnostics.expected("true", for: "delete", not: delete) }
    }
    return change
  }

  private func graph(_ node: YAMLNode) -> GraphOrder? {
    guard diagnostics.members(node, of: "graph", keys: ["method", "path", "body"]) != nil,
      let methodNode = diagnostics.required("method", in: node, of: "graph"),
      let method = diagnostics.word(
        methodNode, for: "method", "method", among: GraphMethod.allCases),
      let pathNode = diagnostics.required("path", in: node, of: "graph"),
      let path = diagnostics.text(pathNode, for: "path")
    else { return nil }
    return GraphOrder(method, path, body: node["body"].map(patterns.json))
  }
}
