internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol

extension Coordinator {
  /// Carries out what an administrator orders, through Microsoft Graph where it has the means.
  func administer(_ order: AdminOrder) throws(CaseEnd) {
    record(.admin, order.name.rawValue, order.json)
    switch order {
    case .wipe(let user, let device):
      try graph(
        .post, "/v1.0/users/\(segment(user))/wipeManagedAppRegistrationsByDeviceTag",
        ["deviceTag": .string(device)])
    case .policy(let name, let change): try changePolicy(name, change)
    case .configuration(let name, let change): try changeConfiguration(name, change)
    case .user(let user, let changes): try command(.user(name: user, changes))
    case .tenant(let tenant, let changes): try command(.tenant(name: tenant, changes))
    case .registration(let user, let name, let change):
      let app = try app(name)
      try command(
        .registration(identity: user, bundleIdentifier: app.bundleIdentifier, change))
    case .graph(let order): try graph(order.method, order.path, order.body ?? .null)
    }
  }

  /// The name as one segment of a path (RFC 3986, section 3.3): what would end the segment, or read as
  /// an escape, is escaped.
  private func segment(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { segment, character in
      switch character {
      case "%": segment += "%25"
      case "/": segment += "%2F"
      case "?": segment += "%3F"
      default: segment.unicodeScalars.append(character)
      }
    }
  }

  private func changePolicy(_ name: String, _ change: PolicyChange) throws(CaseEnd) {
    let path = try path(of: name, in: "iosManagedAppProtections")
    if let settings = change.settings {
      try graph(.patch, path, .object(JSONObject(settings.map { ($0.name, $0.value) })))
    }
    try finish(change, at: path)
  }

  private func changeConfiguration(_ name: String, _ change: PolicyChange) throws(CaseEnd) {
    let path = try path(of: name, in: "targetedManagedAppConfigurations")
    if let settings = change.settings {
      let custom = settings.map { setting -> JSON in
        ["name": .string(setting.name), "value": setting.value]
      }
      try graph(.patch, path, ["customSettings": .array(custom)])
    }
    try finish(change, at: path)
  }

  /// The path of the policy or configuration of that name.
  private func path(of name: String, in collection: String) throws(CaseEnd) -> String {
    let path = "/beta/deviceAppManagement/\(collection)"
    let list = try graph(.get, path, .null)["value"]?.array ?? []
    guard
      let identifier = list.first(where: { $0["displayName"]?.string == name })?["id"]?.string
    else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, "service", "the service has no policy or configuration \"\(name)\""))
    }
    return "\(path)/\(identifier)"
  }

  /// Assigns groups, and deletes.
  private func finish(_ change: PolicyChange, at path: String) throws(CaseEnd) {
    if let groups = change.groups {
      let assignments = groups.map { group -> JSON in
        [
          "target": [
            "@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": .string(group),
          ]
        ]
      }
      try graph(.post, "\(path)/assign", ["assignments": .array(assignments)])
    }
    if change.isDeleted { try graph(.delete, path, .null) }
  }

  @discardableResult
  private func graph(_ method: GraphMethod, _ path: String, _ body: JSON) throws(CaseEnd) -> JSON {
    let answer = try command(.admin(method: method, path: path, body: body))
    guard let status = answer["status"]?.int, status < 300 else {
      throw .problem(
        ParticipantFailure(
          .service, "service",
          "\(method.rawValue) \(path) was answered with \(answer["status"]?.text ?? "nothing"): "
            + (answer["body"]?.text ?? "")))
    }
    return answer["body"] ?? .null
  }
}
