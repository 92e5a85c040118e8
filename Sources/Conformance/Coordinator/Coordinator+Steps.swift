internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

extension Coordinator {
  /// Seeds the service and carries out every step; the history tells how far it came.
  func run() throws(CaseEnd) {
    var seed = conformanceCase.world.directory
    seed["apps"] = .object(
      JSONObject(apps.map { ($0.name, ["bundleId": .string($0.bundleIdentifier)]) }))
    try command(.seed(seed))
    if options.keepsBodies { try keepBodies() }
    try reach(.begin)
    var windowStart = 0
    for (index, step) in conformanceCase.steps.enumerated() {
      if !step.isTaken(after: history.records[...], epoch: epoch) {
        history.skipped.append(index)
        continue
      }
      try reach(.beforeStep(index))
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
      try reach(.afterStep(index))
    }
    try expectSilence()
    for app in apps {
      if let missed = app.armedKill {
        throw .problem(
          ParticipantFailure(
            .killPointMissed, app.name,
            "the app was to be killed at \(missed.text), but that point was never reached"))
      }
    }
  }

  private func perform(_ action: Action) throws(CaseEnd) {
    switch action {
    case .launch(let name, let mode, let options): try launch(app(name), mode, options)
    case .stop(let name): try stop(app(name))
    case .kill(let name, let point): try arm(app(name), point)
    case .operation(let name, let operation): try operate(app(name), operation)
    case .device(let name, let change): try changeDevice(name, change)
    case .network(let device, let isOnline):
      record(.network, isOnline ? "online" : "offline", ["device": .string(device)])
      for app in apps where app.device == device {
        try attached(app)
        try command(.offline(instance: app.instance, isOffline: !isOnline))
      }
    case .fault(let order): try addFault(order)
    case .clearFaults:
      record(.fault, "cleared")
      try command(.clearFaults)
    case .service(let action): try perform(action)
    case .admin(let order): try administer(order)
    case .advance(let duration): try advance(to: now + duration)
    case .advanceTo(let offset):
      guard epoch + offset + lateness >= now else {
        throw .problem(
          ParticipantFailure(
            .impossibleStep, "coordinator",
            "cannot advance to \(offset): the virtual time is already \(now - epoch)"))
      }
      try advance(to: epoch + offset + lateness)
    }
  }

  private func operate(_ app: AppState, _ operation: AppOperation) throws(CaseEnd) {
    let arguments = operation.arguments
    var name: String?
    switch operation {
    case .call(let call):
      try demandCapabilities(of: call, app)
      name = call.api.rawValue
    case .lifecycle(let state): app.lifecycle = state
    case .answers: app.answers.merge(arguments)
    case .file(let request) where request.operation == .onDisk:
      return try lookAtDisk(app, request)
    case .act(let request):
      try demand(request.act.capability, of: app, for: "act \(request.act.rawValue)")
    case .user, .complete, .tokens, .file, .openURL: break
    }
    app.operation = operation
    defer { app.operation = nil }
    ownOperation = (app, app.sequence + 1)
    try activate(app, operation.name, arguments, name: name)
    if case .lifecycle(let state) = operation, state != .suspended { try deliverArrived(to: app) }
  }

  private func arm(_ app: AppState, _ point: KillPoint) throws(CaseEnd) {
    app.hasRunSinceArmed = app.participant != nil
    switch point {
    case .idle: try kill(app)
    case .request(let endpoint, let n, let holdPoint):
      try attached(app)
      app.armedKill = point
      record(.killArmed, app, ["at": .string(point.text)])
      try command(.hold(instance: app.instance, endpoint, n: n, holdPoint))
    case .callback(let callback):
      try demand(.halt, of: app, for: "a kill in \(callback.rawValue)")
      app.armedKill = point
      let halt = JSONObject([.haltIn(callback)])
      app.answers.merge(halt)
      record(.killArmed, app, ["at": .string(point.text)])
      if app.participant != nil { try activate(app, .answers, halt) }
    }
  }

  private func attached(_ app: AppState) throws(CaseEnd) {
    do throws(ParticipantFailure) {
      try attachIfNeeded(app)
    } catch {
      throw .problem(error)
    }
  }

  private func changeDevice(_ name: String, _ change: DeviceChange) throws(CaseEnd) {
    record(.device, name, change.json)
    var arguments = JSONObject()
    if let management = change.management {
      let managed = JSON.object(management.json)
      devices[name]?.managed = managed
      arguments["managed"] = managed
    }
    if let shift = change.clockShift {
      devices[name]?.shift = shift.milliseconds
      arguments["wallClock"] = .int((now + shift).milliseconds)
    }
    for app in apps where app.device == name && app.participant != nil {
      try activate(app, .device, arguments)
    }
  }

  private func addFault(_ order: FaultOrder) throws(CaseEnd) {
    record(.fault, order.fault.kind.rawValue, order.json)
    var order = order
    if let name = order.app {
      let app = try app(name)
      try attached(app)
      order.app = app.instance
    }
    try command(.fault(order))
  }

  private func perform(_ action: ServiceAction) throws(CaseEnd) {
    let change: LifeChange =
      switch action {
      case .kill: .serviceKilled
      case .start: .serviceStarted
      case .restart: .serviceRestarted
      }
    record(.life, change.rawValue)
    if action != .start {
      try interruptService()
      try breakConnections()
    }
    if action != .kill { try restartService() }
  }
}
