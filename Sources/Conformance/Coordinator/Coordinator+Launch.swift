internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

extension Coordinator {
  /// Starts an app's process and brings it through `hello` and `launch`.
  func launch(_ app: AppState, _ mode: LaunchMode, _ launchOptions: LaunchOptions) throws(CaseEnd) {
    if mode == .launchUnlessRunning, app.participant != nil { return }
    try checkKill(of: app)
    try close(app, for: mode)
    let isNew = reinstall(app, mode) || !app.hasBeenLaunched
    app.merge(launchOptions)
    app.lifecycle = launchOptions.state ?? .foreground
    let folders = try start(app, isNew: isNew)
    app.sequence = 0
    app.hasRunSinceArmed = true
    record(.launched, app)
    try greet(app)
    try demandCapabilities(ofLaunch: launchOptions, app)
    // Folders and ports differ from machine to machine, so the history does not have them.
    var recorded = launchArguments(of: app, isExtension: launchOptions.isExtension)
    var arguments = recorded
    // A record has the app's name already.
    recorded["app"] = nil
    arguments["location"] = app.attachment?["location"] ?? ""
    arguments["authority"] = app.attachment?["authority"] ?? ""
    arguments["dataFolder"] = .string(folders.data)
    arguments["sharedFolder"] = .string(folders.shared)
    app.dataFolder = folders.data
    app.hasBeenLaunched = true
    try activate(app, .launch, arguments, recorded: recorded)
  }

  /// Checks that an app that is to be killed has come to the point where it is.
  private func checkKill(of app: AppState) throws(CaseEnd) {
    guard let missed = app.armedKill, app.hasRunSinceArmed else { return }
    throw .problem(
      ParticipantFailure(
        .killPointMissed, app.name,
        "the app was to be killed at \(missed.text), but that point was never reached"))
  }

  /// Closes an app that is launched again; one that is launched must not be running.
  private func close(_ app: AppState, for mode: LaunchMode) throws(CaseEnd) {
    guard app.participant != nil else { return }
    switch mode {
    case .launch:
      throw .problem(
        ParticipantFailure(
          .impossibleStep, app.name,
          "the app \"\(app.name)\" cannot be launched: it is already running; relaunch closes it first"
        ))
    case .launchUnlessRunning: break
    case .relaunch, .upgrade, .reinstall: try stop(app)
    }
  }

  /// Gives an app that is installed again folders of its own; false for one that is not.
  private func reinstall(_ app: AppState, _ mode: LaunchMode) -> Bool {
    guard case .reinstall(let keepsKeychain) = mode else { return false }
    app.installation += 1
    record(.reinstalled, app, ["keychain": keepsKeychain ? "kept" : "lost"])
    if !keepsKeychain {
      let folder = sharedFolder(ofDevice: app.device)
      scratch.release(folder)
      participants.remove(sharedFolder: folder)
    }
    return true
  }

  /// Starts the process of an app; its folders.
  private func start(
    _ app: AppState, isNew: Bool
  ) throws(CaseEnd) -> (data: String, shared: String) {
    do throws(ParticipantFailure) {
      try attachIfNeeded(app)
      // It is made again now, and nobody would see that it was gone.
      if let loss = scratch.loss(of: app) { throw loss }
      let data = try scratch.folder("\(app.device)/\(app.name)-\(app.installation)")
      let shared = try scratch.folder("\(app.device)/\(ScratchFolder.shared)")
      try participants.prepare(app.installed(at: data, sharing: shared, isNew: isNew))
      app.participant = try participants.start(
        name: app.name, instance: app.instance, budget: budget)
      return (data, shared)
    } catch {
      throw .problem(error)
    }
  }

  /// Sends `hello`, to which an adapter answers with its capabilities.
  private func greet(_ app: AppState) throws(CaseEnd) {
    let hello: JSONObject = [
      "protocol": .int(stepProtocolVersion), "coordinator": "mamconform",
      "seed": .int(options.seed),
    ]
    // Whether processes are used again must not show, so the history does not have it.
    var greeting = hello
    if options.reusesProcesses { greeting["reuse"] = true }
    try activate(app, .hello, greeting, recorded: hello)
  }

  /// What `launch` tells an app that is the same on every machine.
  private func launchArguments(of app: AppState, isExtension: Bool?) -> JSONObject {
    var arguments: JSONObject = [
      "app": .string(app.name), "device": .string(app.device),
      "bundleId": .string(app.bundleIdentifier), "appVersion": .string(app.appVersion),
      "edition": .string(conformanceCase.edition.rawValue),
      "state": .string(app.lifecycle.rawValue),
      "settings": .object(app.settings), "managed": devices[app.device]?.managed ?? [:],
      "delegates": .object(app.delegates), "answers": .object(app.answers),
    ]
    if let isExtension { arguments["extension"] = .bool(isExtension) }
    if !app.libraries.isEmpty { arguments["libraries"] = .object(app.libraries) }
    if app.isJudgedByTelemetry { arguments["telemetry"] = true }
    if let shift = devices[app.device]?.shift, shift != 0 {
      arguments["wallClock"] = .int(now.milliseconds + shift)
    }
    if !app.hasBeenLaunched, !app.signedIn.isEmpty {
      arguments["signedIn"] = .array(app.signedIn)
    }
    return arguments
  }

  /// Opens the ports of an app at the service, if it has none yet.
  func attachIfNeeded(_ app: AppState) throws(ParticipantFailure) {
    guard app.attachment == nil else { return }
    app.attachment = try attach(app, ports: nil).object
  }

  private func attach(_ app: AppState, ports: [Int]?) throws(ParticipantFailure) -> JSON {
    app.gate = service.gate(of: app.instance)
    return try service.command(
      .attach(
        .init(
          instance: app.instance, ports: ports, gate: app.gate,
          refusesForeign: !options.acceptsForeignRequests)))
  }

  /// Closes an app in good order.
  func stop(_ app: AppState) throws(CaseEnd) {
    guard let participant = app.participant else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, app.name, "the app \"\(app.name)\" cannot be closed: it is not running"))
    }
    try activate(app, .stop)
    do throws(ParticipantFailure) {
      if canBeReused(app) {
        try participants.expectStillness(of: [participant], service)
        participants.keep(participant)
      } else {
        try participant.finish()
      }
    } catch {
      throw .problem(error)
    }
    record(.stopped, app)
    try forgetProcess(of: app)
  }

  /// Kills the service; it will be started again.
  func interruptService() throws(CaseEnd) {
    do throws(ParticipantFailure) { try service.interrupt() } catch { throw .problem(error) }
  }

  /// Starts the service again over its state file, on the ports that the apps know.
  func restartService() throws(CaseEnd) {
    do throws(ParticipantFailure) {
      try service.start()
      for app in apps {
        guard let ports = app.attachment?["ports"]?.array?.compactMap(\.int) else { continue }
        // A service in this process has no ports.
        _ = try attach(app, ports: ports.isEmpty ? nil : ports)
      }
    } catch {
      throw .problem(error)
    }
  }

  /// A new participant for an app whose process, used again, did not answer `hello`: the case that it hosted before is to
  /// blame. Nil for any other breakdown.
  func replacement(
    of participant: any AppParticipant, _ failure: ParticipantFailure, for message: StepMessage
  ) throws(CaseEnd) -> (any AppParticipant)? {
    // Whoever interrupts may kill the participants; what that breaks is not a finding.
    guard message.operation == .hello, !control.isInterrupted else { return nil }
    do throws(ParticipantFailure) {
      return try participants.replacement(of: participant, after: failure, budget: budget)
    } catch {
      throw .problem(error)
    }
  }
}

extension AppState {
  /// What whoever starts the app on a device has to know of it.
  fileprivate func installed(
    at dataFolder: String, sharing sharedFolder: String, isNew: Bool
  ) -> AppInstallation {
    AppInstallation(
      instance: instance, bundleIdentifier: bundleIdentifier, dataFolder: dataFolder,
      sharedFolder: sharedFolder,
      ports: attachment?["ports"]?.array?.compactMap(\.int) ?? [], isNew: isNew)
  }
}

extension KillPoint {
  /// The cut point in words.
  var text: String {
    switch self {
    case .idle: "idle"
    case .request(let endpoint, let n, let point):
      "request \(n) to \(endpoint?.rawValue ?? "any endpoint") (\(point.rawValue))"
    case .callback(let callback): "the callback \(callback.rawValue)"
    }
  }
}
