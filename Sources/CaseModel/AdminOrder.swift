internal import ExactText
package import JSONText
package import ServiceProtocol

/// What an administrator does in a case.
package enum AdminOrder: Sendable, Equatable {
  /// Wipes a user's data on a device.
  case wipe(user: String, device: String)
  /// Changes a policy.
  case policy(String, PolicyChange)
  /// Changes an app configuration.
  case configuration(String, PolicyChange)
  /// Changes a user, by UPN.
  case user(String, [UserChange])
  /// Changes a tenant.
  case tenant(String, [TenantChange])
  /// Changes the enrollments of a user's app, which is given by its name in the case.
  case registration(user: String, app: String, RegistrationChange)
  /// Makes a request to Microsoft Graph.
  case graph(GraphOrder)

  /// The orders by name; the raw value is the key of the case language, and the name of the record.
  package enum Name: String, Sendable, CaseIterable {
    case wipe, policy, configuration, user, tenant, registration, graph
  }

  /// Which order it is.
  package var name: Name {
    switch self {
    case .wipe: .wipe
    case .policy: .policy
    case .configuration: .configuration
    case .user: .user
    case .tenant: .tenant
    case .registration: .registration
    case .graph: .graph
    }
  }

  /// The order as the case language writes it and a history keeps it.
  package var json: JSONObject {
    switch self {
    case .wipe(let user, let device): return ["wipe": .string(user), "device": .string(device)]
    case .policy(let name, let change), .configuration(let name, let change):
      var object: JSONObject = [self.name.rawValue: .string(name)]
      change.write(to: &object)
      return object
    case .user(let user, let changes):
      return ["user": .string(user), "set": .object(JSONObject(changes))]
    case .tenant(let tenant, let changes):
      return ["tenant": .string(tenant), "set": .object(JSONObject(changes))]
    case .registration(let user, let app, let change):
      return [
        "registration": .string(user), "app": .string(app), "set": .string(change.rawValue),
      ]
    case .graph(let order): return ["graph": .object(order.json)]
    }
  }
}

/// What an administrator changes in a policy or an app configuration.
package struct PolicyChange: Sendable, Equatable {
  /// The settings that get another value, in the order in which they were written; nil to leave all.
  package var settings: [Setting]?
  /// The groups to which it is assigned from now on; nil to leave them.
  package var groups: [String]?
  /// True if it is deleted.
  package var isDeleted: Bool

  /// A setting with its value, as Microsoft Graph knows it.
  package struct Setting: Sendable, Equatable {
    /// The setting's name.
    package var name: String
    /// Its value.
    package var value: JSON
    /// A setting with its value.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// A change of settings or groups, or the end of the policy.
  package init(settings: [Setting]? = nil, groups: [String]? = nil, isDeleted: Bool = false) {
    self.settings = settings
    self.groups = groups
    self.isDeleted = isDeleted
  }

  fileprivate func write(to object: inout JSONObject) {
    if let settings {
      object.append("set", .object(JSONObject(settings.map { ($0.name, $0.value) })))
    }
    if let groups { object.append("assign", .array(groups.map(JSON.string))) }
    if isDeleted { object.append("delete", true) }
  }
}

/// A request to Microsoft Graph.
package struct GraphOrder: Sendable, Equatable {
  /// The method.
  package var method: GraphMethod
  /// The path with its version, such as `/v1.0/users`.
  package var path: String
  /// The body; nil for none.
  package var body: JSON?

  /// A request with all its parts.
  package init(_ method: GraphMethod, _ path: String, body: JSON? = nil) {
    self.method = method
    self.path = path
    self.body = body
  }

  fileprivate var json: JSONObject {
    var object: JSONObject = ["method": .string(method.rawValue), "path": .string(path)]
    if let body { object.append("body", body) }
    return object
  }
}
