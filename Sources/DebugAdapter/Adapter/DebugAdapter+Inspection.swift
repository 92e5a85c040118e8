internal import CaseModel
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import SystemFiles
internal import VirtualTime

/// What is there where the case stands: participants as threads, places as frames, state as scopes.
extension DebugAdapter {
  /// The thread that is the case with its coordinator; apps follow in the order of the world, then the service.
  private static let caseThread = 1

  private func appNames(_ session: DebugSession) -> [String] { session.view.apps.map(\.name) }

  func threads() throws(RequestError) -> JSONObject {
    let session = try running()
    var items = [ThreadItem(id: DebugAdapter.caseThread, name: "case")]
    for (index, app) in session.view.apps.enumerated() {
      items.append(
        ThreadItem(id: index + 2, name: "\(app.name)\(app.isRunning ? "" : " (does not run)")"))
    }
    items.append(ThreadItem(id: items.count + 1, name: "service"))
    return ["threads": .array(items.map(\.json))]
  }

  /// The thread of the app that is active, else that of the case.
  func activeThread(_ session: DebugSession) -> Int {
    session.position.activation
      .flatMap { activation in appNames(session).firstIndex(of: activation.app) }
      .map { $0 + 2 } ?? DebugAdapter.caseThread
  }

  // MARK: - Frames

  /// The words for a step.
  static func title(_ session: DebugSession, step index: Int) -> String {
    let step = session.conformanceCase.steps[index]
    let words = step.action?.words ?? step.check.map { "check \($0.id)" } ?? "look"
    return "step \(index + 1): \(words)"
  }

  func stackTrace(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let session = try running()
    let thread = arguments["threadId"]?.int ?? DebugAdapter.caseThread
    let apps = appNames(session)
    var names: [String] = []
    if thread == DebugAdapter.caseThread {
      names = activity(session, of: nil)
    } else if apps.indices.contains(thread - 2) {
      names = appFrames(session, session.view.apps[thread - 2])
    } else if thread == apps.count + 2 {
      names = serviceFrames(session)
    } else {
      throw RequestError("there is no thread \(thread)")
    }
    if let step = session.position.step {
      names.append(DebugAdapter.title(session, step: step))
    } else {
      names.append("before the first step")
    }
    let frames = names.enumerated().map { frame(session, thread * 1000 + $0.offset, $0.element) }
    let first = max(0, arguments["startFrame"]?.int ?? 0)
    let levels = arguments["levels"]?.int ?? 0
    let shown = frames.dropFirst(first).prefix(levels > 0 ? levels : frames.count)
    return ["stackFrames": .array(shown.map(\.json)), "totalFrames": .int(frames.count)]
  }

  private func frame(_ session: DebugSession, _ id: Int, _ name: String) -> StackFrame {
    let item = session.conformanceCase
    let location = session.position.step.map { item.steps[$0].location } ?? item.location
    return StackFrame(
      id: id, name: name, source: CaseSource.source(location.file), line: location.line,
      column: max(1, location.column))
  }

  /// What is going on now: the request or event that was just recorded, and the activation.
  private func activity(_ session: DebugSession, of app: String?) -> [String] {
    let position = session.position
    var names: [String] = []
    if position.point == nil, let record = session.view.lastRecord,
      app == nil || record.app == app
    {
      names.append(record.text(since: session.view.epoch))
    }
    if let activation = position.activation, app == nil || activation.app == app {
      names.append("\(activation.app): \(activation.name)")
    }
    if case .deadline(let deadline) = position.point,
      case let owner = session.view.owner(of: deadline), app == nil || owner == app
    {
      names.append("deadline of \(owner)")
    }
    return names
  }

  private func appFrames(_ session: DebugSession, _ app: AppView) -> [String] {
    var names = activity(session, of: app.name)
    for held in session.view.held where held.app == app.name {
      names.append("request \(held.endpoint), held back\(until(held, session))")
    }
    for call in app.unfinishedCalls { names.append("call \(call.name), not returned") }
    if names.isEmpty {
      let wake = app.deadline.map { ", to be woken at +\($0.instant - session.view.epoch)" } ?? ""
      names.append(app.isRunning ? "idle\(wake)" : "does not run")
    }
    return names
  }

  private func serviceFrames(_ session: DebugSession) -> [String] {
    let names = session.view.held.map { held in
      "\(held.endpoint) of \(held.app), held back\(until(held, session))"
    }
    return names.isEmpty ? [session.view.isServiceRunning ? "idle" : "does not run"] : names
  }

  private func until(_ held: HeldView, _ session: DebugSession) -> String {
    held.release.map { " until +\($0 - session.view.epoch)" } ?? ""
  }

  // MARK: - Scopes

  /// How many records the scope of the last ones shows.
  private static let lastRecordCount = 20

  func scopes(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let session = try running()
    let thread = (arguments["frameId"]?.int ?? 0) / 1000
    let apps = appNames(session)
    let chosen = apps.indices.contains(thread - 2) ? [apps[thread - 2]] : apps
    let moment = session.moment
    func part(_ path: String) -> JSON { CaseState.value(at: path, moment) ?? .null }
    var clock: JSONObject = ["clock": part("clock"), "records": part("records")]
    clock["deadlines"] = part("deadlines")
    var all: [(String, JSON, String?)] = [("Clock and deadlines", .object(clock), "")]
    for app in chosen {
      guard let state = part("apps.\(app)").object else { continue }
      var life = state
      for name in ["saved", "owners", "files"] { life[name] = Optional<JSON>.none }
      all.append(("App \(app)", .object(life), "apps.\(app)"))
      if let saved = state["saved"] { all.append(("SDK in \(app)", saved, "apps.\(app).saved")) }
      if let files = state["files"] { all.append(("Files of \(app)", files, "apps.\(app).files")) }
    }
    all.append(("Devices", part("devices"), "devices"))
    all.append(("Service", part("service"), "service"))
    all.append(("Journal", .object(journal(session)), nil))
    all.append(("Last records", .array(lastRecords(session)), nil))
    let scopes = all.map { name, value, path in
      Scope(name: name, reference: variables.add(value, path: path)).json
    }
    return ["scopes": .array(scopes)]
  }

  /// The requests that the service has received, the last first, each with what its record says and with the bodies of
  /// request and response.
  private func journal(_ session: DebugSession) -> JSONObject {
    let view = session.view
    let (records, exchanges) = (view.records, view.exchanges)
    let indices = records.indices.filter { records[$0].kind == .request }.reversed()
    return JSONObject(
      indices.prefix(DebugAdapter.lastRecordCount).map { index in
        let record = records[index]
        var request: JSONObject = ["record": .object(record.fields)]
        if let exchange = exchanges.last(where: { $0.record == index }) {
          request["body"] = exchange.body
          request["status"] = exchange.status.map(JSON.int) ?? .null
          request["response"] = exchange.response
        }
        return (
          "#\(index + 1) +\(record.time - view.epoch) \(record.app) \(record.name)",
          .object(request)
        )
      })
  }

  private func lastRecords(_ session: DebugSession) -> [JSON] {
    session.view.records.suffix(DebugAdapter.lastRecordCount).reversed()
      .map { .string($0.text(since: session.view.epoch)) }
  }

  func variables(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    _ = try running()
    guard let entry = variables.entry(arguments["variablesReference"]?.int ?? 0) else {
      throw RequestError("this value is of an earlier stop", word: "notStopped")
    }
    var members = variables.members(of: entry)[...]
    if let start = arguments["start"]?.int { members = members.dropFirst(max(0, start)) }
    if let count = arguments["count"]?.int, count > 0 { members = members.prefix(count) }
    return ["variables": .array(members.map(\.json))]
  }

  // MARK: - Files

  func source(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let path = arguments["source"]?["path"]?.string ?? ""
    let files = CaseSource(try running().conformanceCase).files
    guard files.contains(where: { CaseSource.isSame(path, $0.path) }) else {
      throw RequestError("'\(path)' is not a file of this case")
    }
    guard let size = Path.size(of: path), let bytes = Path.beginning(of: path, count: size) else {
      throw RequestError("cannot read \(path)")
    }
    return ["content": .string(String(decoding: bytes, as: UTF8.self)), "mimeType": "text/yaml"]
  }

  func loadedSources() throws(RequestError) -> JSONObject {
    ["sources": .array(CaseSource(try running().conformanceCase).files.map(\.json))]
  }
}
