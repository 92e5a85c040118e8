internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

extension Coordinator {
  /// Seeds the service and carries out every step; the history tells how far it came.
  func run() throws(CaseEnd) {
    var seed = conformanceCase.world.directory
    seed["apps"] = .object(
      JSONObject(apps.map { ($0.name, ["bundleId": .string($0.bundleIdentifier)]) }))
    try command("seed", seed)
    var windowStart = 0
    for (index, step) in conformanceCase.steps.enumerated() {
      if let condition = step.condition,
        !history.records.contains(where: { condition.matches($0, epoch: epoch) })
      {
        history.skipped.append(index)
        continue
      }
      if step.opensWindow { windowStart = history.records.count }
      ownOperation = nil
      stepResult = nil
      if let action = step.action {
        try perform(action)
        try advance(to: now)
        try waitForRetries(after: index, from: windowStart)
      }
      history.reached.append(
        History.Reached(
          step: index, window: windowStart..<history.records.count, time: now, result: stepResult,
          lateness: lateness))
    }
    try expectSilence()
    for app in apps {
      if let missed = app.armedKill {
        throw .problem(
          ParticipantFailure(
            .killPointMissed, app.name,
            "the app was to be killed at \(missed.text), but that was never reached"))
      }
    }
  }

  private func perform(_ action: Action) throws(CaseEnd) {
    switch action {
    case .launch(let name, let mode, let options): try launch(app(name), mode, options)
    case .stop(let name): try stop(app(name))
    case .kill(let name, let point): try arm(app(name), point)
    case .operation(let name, let operation, let arguments):
      try operate(app(name), operation, arguments)
    case .device(let name, let change): try changeDevice(name, change)
    case .network(let device, let isOnline):
      record("network", isOnline ? "online" : "offline", ["device": .string(device)])
      for app in apps where app.device == device {
        try attached(app)
        try command("offline", ["instance": .string(app.instance), "on": .bool(!isOnline)])
      }
    case .fault(let rule): try addFault(rule)
    case .clearFaults:
      record("fault", "cleared")
      try command("clearFaults")
    case .service(let action): try perform(action)
    case .admin(let order): try administer(order)
    case .advance(let duration): try advance(to: now + duration)
    case .advanceTo(let offset):
      guard epoch + offset + lateness >= now else {
        throw .problem(
          ParticipantFailure(
            .impossibleStep, "coordinator",
            "advance to \(offset) leads back in time: it is already \(now - epoch)"))
      }
      try advance(to: epoch + offset + lateness)
    }
  }

  private func operate(_ app: AppState, _ name: String, _ arguments: JSONObject) throws(CaseEnd) {
    guard let operation = StepOperation(rawValue: name) else {
      throw .problem(
        ParticipantFailure(.impossibleStep, app.name, "there is no operation \"\(name)\""))
    }
    if operation == .lifecycle, let state = arguments["to"]?.string { app.lifecycle = state }
    if operation == .answers { app.answers.merge(arguments) }
    ownOperation = (app, app.sequence + 1)
    try activate(
      app, operation, arguments, name: operation == .call ? arguments["api"]?.string : nil)
    if operation == .lifecycle, app.lifecycle != "suspended" { try deliverArrived(to: app) }
  }

  private func arm(_ app: AppState, _ point: KillPoint) throws(CaseEnd) {
    app.hasRunSinceArmed = app.participant != nil
    switch point {
    case .idle: try kill(app)
    case .request(let endpoint, let n, let isApplied):
      try attached(app)
      app.armedKill = point
      record("life", "kill-armed", app: app.name, ["at": .string(point.text)])
      try command(
        "hold",
        [
          "instance": .string(app.instance), "endpoint": endpoint.map(JSON.string) ?? .null,
          "n": .int(n), "point": isApplied ? "applied" : "received",
        ])
    case .callback(let name):
      app.armedKill = point
      app.answers["haltIn"] = .string(name)
      record("life", "kill-armed", app: app.name, ["at": .string(point.text)])
      if app.participant != nil { try activate(app, .answers, ["haltIn": .string(name)]) }
    }
  }

  private func attached(_ app: AppState) throws(CaseEnd) {
    do throws(ParticipantFailure) {
      try attachIfNeeded(app)
    } catch {
      throw .problem(error)
    }
  }

  private func changeDevice(_ name: String, _ change: JSONObject) throws(CaseEnd) {
    record("device", name, change)
    if let managed = change["managed"] { devices[name]?.managed = managed }
    var arguments = JSONObject()
    if let managed = change["managed"] { arguments["managed"] = managed }
    if let shift = change["wallClock"]?.int {
      devices[name]?.shift = shift
      arguments["wallClock"] = .int(now.milliseconds + shift)
    }
    for app in apps where app.device == name && app.participant != nil {
      try activate(app, .device, arguments)
    }
  }

  private func addFault(_ fault: JSONObject) throws(CaseEnd) {
    record("fault", fault["kind"]?.string ?? "", fault)
    var rule = JSONObject()
    var inner = JSONObject()
    for member in fault.members {
      switch member.name {
      case "endpoint", "after", "times": rule[member.name] = member.value
      case "user": rule["identity"] = member.value
      case "app":
        let app = try app(member.value.string ?? "")
        try attached(app)
        rule["instance"] = .string(app.instance)
      default: inner[member.name] = member.value
      }
    }
    rule["fault"] = .object(inner)
    try command("fault", ["rule": .object(rule)])
  }

  private func perform(_ action: ServiceAction) throws(CaseEnd) {
    record("life", "service-\(action.rawValue)")
    if action != .start { service.kill() }
    if action != .kill { try restartService() }
  }
}
