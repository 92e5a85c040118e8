internal import ExactText
package import JSONText

/// A command of the control channel, with members of their types; on the wire it is an object with `id` and `do`.
///
///     let command = ControlCommand.hold(instance: "phone/mail", .enroll, n: 1, .received)
///     command.line(id: 7)  // {"id":7,"do":"hold","instance":"phone/mail","endpoint":"enroll","n":1,"point":"received"}
package enum ControlCommand: Sendable, Equatable {
  /// Opens the hosts of an app.
  case attach(Attachment)
  /// Closes the hosts of an app.
  case detach(instance: String)
  /// Puts a world in, as a seed file writes it.
  case seed(JSONObject)
  /// Makes a request to the administrator API.
  case admin(method: GraphMethod, path: String, body: JSON)
  /// Changes a tenant.
  case tenant(name: String, [TenantChange])
  /// Changes a user.
  case user(name: String, [UserChange])
  /// Changes the enrollments of a user's app.
  case registration(identity: String, bundleIdentifier: String, RegistrationChange)
  /// Adds a fault rule.
  case fault(FaultOrder)
  /// Removes every fault rule.
  case clearFaults
  /// Cuts an app off the network, or connects it again.
  case offline(instance: String, isOffline: Bool)
  /// Holds the n-th request from now on, so that its app can be killed; nil for any endpoint.
  case hold(instance: String, Endpoint?, n: Int, HoldPoint)
  /// Sends the response of a held request.
  case release(request: Int)
  /// Closes the connection of a held request.
  case drop(request: Int)
  /// Deals with everything that has arrived.
  case idle
  /// Lists everything that the service knows, with its secrets.
  case rows
  /// Lists the bodies of the last requests and their responses that have changed after a change, 0 for all of them.
  ///
  /// None is kept before the first of these commands with `isKept`, which also forgets those that were.
  case bodies(isKept: Bool, after: Int)
  /// Forgets everything.
  case reset
  /// Ends the service.
  case stop

  /// The commands by name; the raw value is the word in `do`.
  package enum Name: String, Sendable, CaseIterable {
    case attach, detach, seed, admin, tenant, user, registration, fault, clearFaults, offline, hold
    case release, drop, idle, rows, bodies, reset, stop
  }

  /// The members of commands; the raw value is the name on the wire.
  package enum Member: String, Sendable, CaseIterable {
    case id, verb = "do", instance, ports, gate, foreign, method, path, body, name, identity
    case bundleIdentifier = "bundleId"
    case set, rule, isOffline = "on", endpoint, n, point, request, fromNow = "keep", after
  }

  /// What becomes of requests of programs that the coordinator has not started; the raw value is `foreign` of `attach`.
  package enum ForeignRequests: String, Sendable, CaseIterable {
    case accept, refuse
  }

  /// Which app's hosts are opened, and who may ask what there.
  package struct Attachment: Sendable, Equatable {
    /// `device/app`.
    package var instance: String
    /// The ports of the hosts, in the order of ``ServiceHost``; nil for free ones.
    package var ports: [Int]?
    /// The number of the app's gate; nil if its requests always pass.
    package var gate: Int?
    /// True to refuse requests of programs that the coordinator has not started.
    package var refusesForeign: Bool

    /// An app that is attached.
    package init(instance: String, ports: [Int]? = nil, gate: Int? = nil, refusesForeign: Bool) {
      self.instance = instance
      self.ports = ports
      self.gate = gate
      self.refusesForeign = refusesForeign
    }
  }

  /// Which command it is.
  package var name: Name {
    switch self {
    case .attach: .attach
    case .detach: .detach
    case .seed: .seed
    case .admin: .admin
    case .tenant: .tenant
    case .user: .user
    case .registration: .registration
    case .fault: .fault
    case .clearFaults: .clearFaults
    case .offline: .offline
    case .hold: .hold
    case .release: .release
    case .drop: .drop
    case .idle: .idle
    case .rows: .rows
    case .bodies: .bodies
    case .reset: .reset
    case .stop: .stop
    }
  }

  /// The command as a line of the control channel.
  package func line(id: Int) -> JSONObject {
    var line = JSONObject()
    line.append(Member.id.rawValue, .int(id))
    line.append(Member.verb.rawValue, .string(name.rawValue))
    for member in members.members { line.append(member.name, member.value) }
    return line
  }

  /// The members beside `id` and `do`.
  package var members: JSONObject {
    switch self {
    case .attach(let attachment): return attachment.json
    case .detach(let instance): return JSONObject([(.instance, .string(instance))])
    case .seed(let world): return world
    case .admin(let method, let path, let body):
      return JSONObject([
        (.method, .string(method.rawValue)), (.path, .string(path)), (.body, body),
      ])
    case .tenant(let name, let changes): return ControlCommand.named(name, JSONObject(changes))
    case .user(let name, let changes): return ControlCommand.named(name, JSONObject(changes))
    case .registration(let identity, let bundleIdentifier, let change):
      return JSONObject([
        (.identity, .string(identity)), (.bundleIdentifier, .string(bundleIdentifier)),
        (.set, .string(change.rawValue)),
      ])
    case .fault(let order): return JSONObject([(.rule, .object(order.rule))])
    case .offline(let instance, let isOffline):
      return JSONObject([(.instance, .string(instance)), (.isOffline, .bool(isOffline))])
    case .hold(let instance, let endpoint, let n, let point):
      return JSONObject([
        (.instance, .string(instance)),
        (.endpoint, endpoint.map { .string($0.rawValue) } ?? .null), (.n, .int(n)),
        (.point, .string(point.rawValue)),
      ])
    case .release(let request), .drop(let request): return JSONObject([(.request, .int(request))])
    case .bodies(let isKept, let after):
      return JSONObject([(.fromNow, .bool(isKept)), (.after, .int(after))])
    case .clearFaults, .idle, .rows, .reset, .stop: return JSONObject()
    }
  }

  private static func named(_ name: String, _ changes: JSONObject) -> JSONObject {
    var members = JSONObject([(.name, .string(name))])
    for member in changes.members { members[member.name] = member.value }
    return members
  }
}

extension ControlCommand.Attachment {
  fileprivate var json: JSONObject {
    var members: [(ControlCommand.Member, JSON)] = [(.instance, .string(instance))]
    if let ports { members.append((.ports, .array(ports.map(JSON.int)))) }
    if let gate { members.append((.gate, .int(gate))) }
    if refusesForeign {
      members.append((.foreign, .string(ControlCommand.ForeignRequests.refuse.rawValue)))
    }
    return JSONObject(members)
  }
}

extension JSONObject {
  /// The members of a command, in the order in which they are given.
  init(_ members: [(ControlCommand.Member, JSON)]) {
    self.init(members.map { ($0.0.rawValue, $0.1) })
  }

  /// The value of a member of a command; nil if it is not there.
  package subscript(member: ControlCommand.Member) -> JSON? {
    get { self[member.rawValue] }
    set { self[member.rawValue] = newValue }
  }
}

/// A method of Microsoft Graph that a case can use.
package enum GraphMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case patch = "PATCH"
  case delete = "DELETE"
}
