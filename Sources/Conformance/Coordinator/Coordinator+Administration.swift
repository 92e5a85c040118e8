internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants

extension Coordinator {
  /// Carries out what an administrator orders, through Microsoft Graph where it has the means.
  func administer(_ order: JSONObject) throws(CaseEnd) {
    record("admin", order.members.first?.name ?? "", order)
    if let identity = order["wipe"]?.string {
      try graph(
        "POST", "/v1.0/users/\(identity)/wipeManagedAppRegistrationsByDeviceTag",
        ["deviceTag": order["device"] ?? ""])
    } else if let name = order["policy"]?.string {
      try changePolicy("iosManagedAppProtections", name, order)
    } else if let name = order["configuration"]?.string {
      try changePolicy("targetedManagedAppConfigurations", name, order)
    } else if let name = order["user"] {
      try change("user", name, order["set"])
    } else if let name = order["tenant"] {
      try change("tenant", name, order["set"])
    } else if let identity = order["registration"] {
      let app = try app(order["app"]?.string ?? "")
      try command(
        "registration",
        [
          "identity": identity, "bundleId": .string(app.bundleIdentifier),
          "set": order["set"] ?? "",
        ])
    } else if let request = order["graph"]?.object {
      try graph(
        request["method"]?.string ?? "GET", request["path"]?.string ?? "/", request["body"] ?? .null
      )
    }
  }

  private func change(_ kind: String, _ name: JSON, _ changes: JSON?) throws(CaseEnd) {
    var members: JSONObject = ["name": name]
    members.merge(changes?.object ?? [:])
    try command(kind, members)
  }

  private func changePolicy(_ collection: String, _ name: String, _ order: JSONObject)
    throws(CaseEnd)
  {
    let path = "/beta/deviceAppManagement/\(collection)"
    let list = try graph("GET", path, .null)["value"]?.array ?? []
    guard
      let identifier = list.first(where: { $0["displayName"]?.string == name })?["id"]?.string
    else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, "service", "the service has no policy or configuration \"\(name)\""))
    }
    if let settings = order["set"]?.object {
      if collection == "iosManagedAppProtections" {
        try graph("PATCH", "\(path)/\(identifier)", .object(settings))
      } else {
        let custom = settings.members.map { member -> JSON in
          ["name": .string(member.name), "value": member.value]
        }
        try graph("PATCH", "\(path)/\(identifier)", ["customSettings": .array(custom)])
      }
    }
    if let groups = order["assign"]?.array {
      let assignments = groups.map { group -> JSON in
        [
          "target": [
            "@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": group,
          ]
        ]
      }
      try graph("POST", "\(path)/\(identifier)/assign", ["assignments": .array(assignments)])
    }
    if order["delete"]?.bool == true { try graph("DELETE", "\(path)/\(identifier)", .null) }
  }

  @discardableResult
  private func graph(_ method: String, _ path: String, _ body: JSON) throws(CaseEnd) -> JSON {
    let answer = try command(
      "admin", ["method": .string(method), "path": .string(path), "body": body])
    guard let status = answer["status"]?.int, status < 300 else {
      throw .problem(
        ParticipantFailure(
          .service, "service",
          "\(method) \(path) was answered with \(answer["status"]?.text ?? "nothing"): "
            + (answer["body"]?.text ?? "")))
    }
    return answer["body"] ?? .null
  }
}
