internal import ExactText
internal import Glibc
internal import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

/// One adapter process under check.
final class AdapterProbe {
  /// What the processes of one check run have in common.
  final class Ground: Sendable {
    let command: [String]
    let options: AdapterCheck.Options
    /// Where the location and sign-in services would be.
    let port: ClosedPort
    private let scratch: ScratchRoot
    /// Where the adapter's data folders are.
    var folder: String { scratch.path }

    init(command: [String], options: AdapterCheck.Options) throws(ParticipantFailure) {
      self.command = command
      self.options = options
      port = try ClosedPort()
      scratch = try ScratchRoot()
    }

    /// A process of the adapter that has not been sent anything yet, over a new data folder.
    ///
    /// Its services would be at `port`; nil means the port that all processes of the run share.
    func start(_ name: String, port: ClosedPort? = nil) throws(AdapterCheck.CheckEnd)
      -> AdapterProbe
    {
      try AdapterProbe.guarding { () throws(ParticipantFailure) in
        let home = try ScratchFolder(path: "\(scratch.path)/\(name)")
        _ = try home.folder(AdapterProbe.data)
        _ = try home.folder(ScratchFolder.shared)
        return try AdapterProbe(self, home: home, port: port ?? self.port)
      }
    }

    /// Where the processes come from.
    fileprivate func starter() -> any AdapterStarter {
      guard let devices = options.devices else {
        return CommandStarter(command, watchdogMilliseconds: options.watchdogMilliseconds)
      }
      return DeviceStarter(
        listener: devices.listener, commands: devices.commands,
        connectMilliseconds: devices.connectMilliseconds,
        watchdogMilliseconds: options.watchdogMilliseconds)
    }

    func remove() { scratch.remove() }
  }

  private let ground: Ground
  /// The name of the app's own folder.
  private static let data = "data"
  private let home: ScratchFolder
  private let port: ClosedPort
  private let process: AdapterProcess
  /// The service that may hold responses back; nil for one that never does, or for none.
  var service: (any ServiceLink)? { didSet { process.understandsHeld = service != nil } }
  private var sequence = 0
  /// The `seq` of every call.
  private var calls: Set<Int> = []
  /// The virtual time of the next message.
  var now = VirtualInstant.defaultEpoch

  private init(_ ground: Ground, home: ScratchFolder, port: ClosedPort) throws(ParticipantFailure) {
    self.ground = ground
    self.port = port
    self.home = home
    process = try ground.starter().start(name: "adapter", instance: "phone/check", budget: nil)
  }

  // MARK: - Messages

  /// Sends a message; `extra` is JSON text of further members, each after a comma.
  ///
  /// `operation` is text, because a check may send one that the protocol does not know.
  func send(_ operation: String, _ arguments: JSONObject = [:], extra: String = "")
    throws(AdapterCheck.CheckEnd) -> StepReply
  {
    let reply = try send(operation, argumentText: JSON.object(arguments).text, extra: extra)
    if operation == StepOperation.call.rawValue, reply.hasReturned, reply.failure == nil,
      let api = arguments["api"]?.string.flatMap(APIName.init),
      let wrong = AdapterMistake.inResult(of: api, reply.result)
    {
      throw .fail(wrong.text)
    }
    return reply
  }

  /// Sends a message whose arguments are given as text, such as one with particular escapes.
  func send(_ operation: String, argumentText: String, extra: String = "")
    throws(AdapterCheck.CheckEnd) -> StepReply
  {
    sequence += 1
    if operation == StepOperation.call.rawValue { calls.insert(sequence) }
    let line =
      "{\"seq\":\(sequence),\"now\":\(now.milliseconds),\"op\":\"\(operation)\","
      + "\"args\":\(argumentText)\(extra)}"
    let reply = try AdapterProbe.guarding { () throws(ParticipantFailure) in
      try process.exchange(line: line, sequence: sequence, at: now, service: service)
    }
    for event in reply.events {
      let wrong = AdapterMistake.first(in: event) ?? AdapterMistake.inCall(of: event, among: calls)
      if let wrong { throw .fail(wrong.text) }
    }
    if let callback = reply.halted {
      throw .fail(
        "the adapter replied \"halted\" in \(callback), although it was not asked to halt there")
    }
    try expectFolders()
    return reply
  }

  /// Makes sure that the adapter leaves its folders as they are.
  private func expectFolders() throws(AdapterCheck.CheckEnd) {
    let data = (app: "adapter", path: "\(home.path)/\(AdapterProbe.data)")
    guard let damage = home.damage(ofDataFolders: [data]) else { return }
    throw .fail("\(damage.code.rawValue): \(damage.message)")
  }

  /// The length of the line that ``send(_:argumentText:extra:)`` would write, less the arguments.
  func lineLength(_ operation: String) -> Int {
    "{\"seq\":\(sequence + 1),\"now\":\(now.milliseconds),\"op\":\"\(operation)\",\"args\":}".utf8
      .count
  }

  @discardableResult
  func hello(extra: String = "") throws(AdapterCheck.CheckEnd) -> StepReply {
    try accepted(
      "hello",
      send(
        "hello", ["protocol": .int(stepProtocolVersion), "coordinator": "mamconform", "seed": 1],
        extra: extra))
  }

  /// `hello`, then the launch of an app that nobody uses yet.
  @discardableResult
  func launch(
    extra: String = "", more: JSONObject = [:], afterHello: Bool = false
  ) throws(AdapterCheck.CheckEnd) -> StepReply {
    if !afterHello { try hello() }
    var arguments: JSONObject = [
      "app": "check", "device": "phone", "bundleId": "com.contoso.check", "appVersion": "1.0",
      "edition": "2020-06", "location": .string(port.url),
      "authority": .string("\(port.url)/common"),
      "dataFolder": .string("\(home.path)/\(AdapterProbe.data)"),
      "sharedFolder": .string("\(home.path)/\(ScratchFolder.shared)"), "settings": [:],
      "managed": [:],
      "delegates": ["enrollment": true, "policy": true], "answers": [:], "state": "foreground",
    ]
    for member in more.members { arguments[member.name] = member.value }
    return try accepted("launch", send("launch", arguments, extra: extra))
  }

  func call(_ api: String, _ arguments: JSONObject = [:]) throws(AdapterCheck.CheckEnd)
    -> StepReply
  {
    var all: JSONObject = ["api": .string(api)]
    for member in arguments.members { all[member.name] = member.value }
    return try send("call", all)
  }

  /// The reply, or a failure if it is an error.
  func accepted(_ what: String, _ reply: StepReply) throws(AdapterCheck.CheckEnd) -> StepReply {
    guard let failure = reply.failure else { return reply }
    throw .fail("\(what) was answered with the error \(failure.code.word): \(failure.message)")
  }

  // MARK: - Ends

  /// Ends the process whatever it does.
  func kill() { process.kill() }

  /// Sends `stop` and waits for the end, with the input open: it is `stop` that has to end the adapter.
  func stop() throws(AdapterCheck.CheckEnd) {
    _ = try accepted("stop", send("stop"))
    try AdapterProbe.guarding { () throws(ParticipantFailure) in
      try process.finish(endsInput: false)
    }
  }

  /// Closes the adapter's input; true if it exits within two seconds.
  func exitsAtEndOfInput() -> Bool { process.exitsAtEndOfInput(withinMilliseconds: 2000) }

  /// What an idle adapter did although nobody asked; nil if it was idle. Opens the process's port for good.
  func unaskedDeed() throws(AdapterCheck.CheckEnd) -> String? {
    try AdapterProbe.guarding { () throws(ParticipantFailure) in try port.open() }
    if process.hasUnaskedOutput(withinMilliseconds: ground.options.idleMilliseconds) {
      return "wrote to its standard output"
    }
    return port.hasVisitor ? "opened a connection to the location service" : nil
  }

  /// A port of its own for a process that is to be watched.
  static func port() throws(AdapterCheck.CheckEnd) -> ClosedPort {
    try guarding { () throws(ParticipantFailure) in try ClosedPort() }
  }

  /// Carries out a step whose breakdown is the failure of the check.
  private static func guarding<Result>(
    _ body: () throws(ParticipantFailure) -> Result
  ) throws(AdapterCheck.CheckEnd) -> Result {
    do throws(ParticipantFailure) {
      return try body()
    } catch {
      throw .fail("\(error.code.rawValue): \(error.message)")
    }
  }
}
