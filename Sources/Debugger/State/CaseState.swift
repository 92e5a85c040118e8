internal import Conformance
internal import ExactText
package import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

/// The state of a case at an instant, as one JSON tree: what is printed, watched and compared.
///
///     clock      the virtual time since the start of the case
///     step       the step that comes next, or is being carried out
///     records    how many records there are
///     deadlines  the deadlines that hold, earliest first
///     apps       by name: process, life, calls and requests that are open, files, what the SDK has saved, other databases
///     devices    by name: management, own clock, keychain, owners of files in app groups
///     held       the responses that the service holds back
///     requests   the last requests by the numbers of their records, with the bodies of request and response
///     service    whether it runs, and its rows by table and key
package enum CaseState {
  /// The members of the tree.
  package static let sections = [
    "clock", "step", "records", "deadlines", "apps", "devices", "held", "requests", "service",
  ]

  /// The whole tree.
  package static func tree(_ moment: Moment) -> JSON {
    .object(JSONObject(sections.map { ($0, section($0, moment) ?? .null) }))
  }

  /// What is at a path such as `apps.mail.deadline`; nil if there is no such place.
  ///
  /// Names in the tree may hold dots, as the names of users do: of several ways to read a path, the one with the longest
  /// names is taken.
  package static func value(at path: String, _ moment: Moment) -> JSON? {
    let parts = path.split(separator: ".").map(String.init)
    guard let first = parts.first, let root = section(first, moment) else { return nil }
    return value(at: parts.dropFirst(), in: root)
  }

  /// The names below a path, for completion and for messages; empty if there are none.
  package static func names(below path: String, _ moment: Moment) -> [String] {
    guard !path.isEmpty else { return sections }
    return switch value(at: path, moment) {
    case .object(let object): object.members.map(\.name)
    case .array(let elements): elements.indices.map(String.init)
    default: []
    }
  }

  /// What is at a path within a value.
  static func value(at path: ArraySlice<String>, in value: JSON) -> JSON? {
    guard !path.isEmpty else { return value }
    switch value {
    case .object(let object):
      for count in stride(from: path.count, through: 1, by: -1) {
        let name = path.prefix(count).joined(separator: ".")
        if let inner = object[name],
          let found = self.value(at: path.dropFirst(count), in: inner)
        {
          return found
        }
      }
      return nil
    case .array(let elements):
      guard let index = Int(path.first!), elements.indices.contains(index) else { return nil }
      return self.value(at: path.dropFirst(), in: elements[index])
    default: return nil
    }
  }

  // MARK: - Sections

  private static func section(_ name: String, _ moment: Moment) -> JSON? {
    let view = moment.view
    switch name {
    case "clock": return .string("+\(view.now - view.epoch)")
    case "step": return moment.position.step.map { .int($0 + 1) } ?? .null
    case "records": return .int(view.recordCount)
    case "deadlines": return .array(view.deadlines.map { deadline($0, view) })
    case "apps": return .object(JSONObject(view.apps.map { ($0.name, app($0, view)) }))
    case "devices":
      return .object(JSONObject(view.devices.map { ($0.name, device($0.name, view)) }))
    case "held": return .array(view.held.map { held($0, view) })
    case "requests":
      return .object(JSONObject(view.exchanges.map { ("#\($0.record + 1)", request($0, view)) }))
    case "service": return service(view)
    default: return nil
    }
  }

  private static func deadline(_ deadline: Deadline, _ view: CaseView) -> JSON {
    [
      "at": .string("+\(deadline.instant - view.epoch)"), "app": .string(view.owner(of: deadline)),
      "for": deadline.kind == .wake ? "wake" : "response",
    ]
  }

  private static func app(_ app: AppView, _ view: CaseView) -> JSON {
    var object: JSONObject = [
      "running": .bool(app.isRunning), "lifecycle": .string(app.lifecycle.rawValue),
      "version": .string(app.version),
      "deadline": app.deadline.map { .string("+\($0.instant - view.epoch)") } ?? .null,
      "calls": .array(app.unfinishedCalls.map { .string($0.name) }),
      "open": .array(app.open.map(JSON.string)),
      "kill": app.armedKill.map(JSON.string) ?? .null,
      "capabilities": .array(app.capabilities.map { .string($0.rawValue) }),
      "answers": .object(app.answers),
    ]
    guard let storage = view.storage(of: app.name) else { return .object(object) }
    if let values = storage.saved?.values { object["saved"] = items(values) }
    if let owners = storage.saved?.owners { object["owners"] = items(owners) }
    if let databases = storage.saved?.databases, !databases.members.isEmpty {
      object["databases"] = .object(databases)
    }
    object["files"] = storage.files
    return .object(object)
  }

  private static func device(_ name: String, _ view: CaseView) -> JSON {
    let device = view.devices.first { $0.name == name }
    var object: JSONObject = ["managed": device?.managed ?? .null]
    object["clockAhead"] = .string("\(device?.shift ?? .zero)")
    guard let storage = view.storage(ofDevice: name) else { return .object(object) }
    if let keychain = storage.saved?.keychain { object["keychain"] = items(keychain) }
    if let owners = storage.saved?.owners { object["owners"] = items(owners) }
    if let databases = storage.saved?.databases, !databases.members.isEmpty {
      object["databases"] = .object(databases)
    }
    object["groups"] = storage.groups
    return .object(object)
  }

  private static func held(_ response: HeldView, _ view: CaseView) -> JSON {
    [
      "app": .string(response.app), "endpoint": .string(response.endpoint),
      "request": .string(response.client),
      "until": response.release.map { .string("+\($0 - view.epoch)") } ?? .null,
      "abandoned": .bool(response.isAbandoned), "arrived": .bool(response.hasArrived),
    ]
  }

  private static func request(_ exchange: ExchangeView, _ view: CaseView) -> JSON {
    let record = view.records[exchange.record]
    return [
      "app": .string(record.app), "endpoint": .string(record.name),
      "at": .string("+\(record.time - view.epoch)"), "body": exchange.body,
      "status": exchange.status.map(JSON.int) ?? .null, "response": exchange.response,
    ]
  }

  private static func service(_ view: CaseView) -> JSON {
    var tables = JSONObject()
    for row in view.serviceRows {
      var table = tables[row.table]?.object ?? JSONObject()
      table[row.key] = row.value
      tables[row.table] = .object(table)
    }
    return ["running": .bool(view.isServiceRunning), "rows": .object(tables)]
  }

  private static func items(_ items: [SavedItem]) -> JSON {
    .object(
      JSONObject(items.map { ($0.name, (try? JSON(parsing: $0.value)) ?? .string($0.value)) }))
  }
}
