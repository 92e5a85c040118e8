import CMicroHTTPD
import Glibc
import JSONText
import Storage
import VirtualTime

/// The mock service as a process: `mamconform serve`.
public enum ServiceProcess {
  /// How the command is used, with a final line feed.
  public static var usage: String { ServiceOptions.usage + "\n" }
  /// The arguments, the seed or the state file cannot be used (EX_USAGE of sysexits.h).
  static let usageStatus: Int32 = 64
  /// The machine does not let the service work: a port is taken, the disk is full (EX_SOFTWARE).
  static let failureStatus: Int32 = 70

  /// Serves until the coordinator or a signal says stop.
  ///
  /// - Parameter arguments: those after `serve`.
  /// - Returns: the exit status: 0, 64 for unusable arguments, seed or state file, 70 if the machine
  ///   does not let the service work. One line on standard error says what was wrong.
  public static func run(_ arguments: [String]) -> Int32 {
    do throws(Failure) {
      try serve(arguments)
      return 0
    } catch {
      let line = "mamconform serve: error: \(error.message)\n"
      write(2, line, line.utf8.count)
      return error.status
    }
  }

  private struct Failure: Error {
    let status: Int32
    let message: String

    init(_ status: Int32, _ error: CommandError) {
      self.status = status
      message = error.description
    }

    init(_ error: StorageError) {
      status = error.isCorrupt ? ServiceProcess.usageStatus : ServiceProcess.failureStatus
      message = error.description
    }
  }

  /// Runs a part whose errors end the process with the given status.
  private static func part<Result>(
    _ status: Int32, _ body: () throws(CommandError) -> Result
  ) throws(Failure) -> Result {
    do throws(CommandError) { return try body() } catch { throw Failure(status, error) }
  }

  private static func serve(_ arguments: [String]) throws(Failure) {
    let options = try part(usageStatus) { () throws(CommandError) in
      do throws(CommandError) {
        return try ServiceOptions(arguments)
      } catch {
        throw CommandError("\(error.description)\n\(ServiceOptions.usage)")
      }
    }
    signal(SIGPIPE, SIG_IGN)
    let channel = options.controlDescriptor.map { ControlChannel(descriptor: $0) }
    let clock = try part(failureStatus) { () throws(CommandError) -> ServiceClock in
      try chooseClock(options)
    }
    let engine: ServiceEngine
    do throws(StorageError) {
      let store: StateStore? =
        if let path = options.statePath { try StateStore(path: path) } else { nil }
      engine = try ServiceEngine(store: store) { channel?.write($0.json) }
    } catch {
      throw Failure(error)
    }
    try part(usageStatus) { () throws(CommandError) in
      if let path = options.seedPath { try seed(engine, path, clock) }
    }
    raiseDescriptorLimit()
    let server = try part(failureStatus) { () throws(CommandError) in
      try HTTPServer(engine: engine, clock: clock)
    }
    try part(failureStatus) { () throws(CommandError) -> Void in
      if let port = options.port { try serveAlone(server, port) }
    }
    watchSignals(server)
    if let channel, let descriptor = options.controlDescriptor {
      server.watch(descriptor) { attend(channel, server) }
    }
    server.run()
  }

  private static func chooseClock(_ options: ServiceOptions) throws(CommandError) -> ServiceClock {
    if let descriptor = options.clockDescriptor {
      return try ServiceClock(descriptor: descriptor)
    }
    return .own(options.virtualStart.map(OwnClock.init(at:)) ?? OwnClock())
  }

  /// Opens the port that serves everything and the hosts that all apps share, and tells where they are.
  private static func serveAlone(_ server: HTTPServer, _ port: Int) throws(CommandError) {
    guard port + ServiceHost.allCases.count <= 65_535 else {
      throw CommandError("the ports from \(port) on go beyond 65535")
    }
    let main = try server.listen(.everything, port: port)
    let ports = ServiceHost.allCases.map { port == 0 ? 0 : port + 1 + $0.rawValue }
    let hosts = try server.openHosts(ports: ports) { .shared($0) }
    server.shared = hosts
    let base = "http://127.0.0.1:\(main.port)"
    var line: JSONObject = [
      "http": .string(base),
      "location": .string(hosts.urls[.location]),
      "authority": .string(hosts.urls.authority(tenant: "common")),
    ]
    for host in [ServiceHost.enrollment, .policy, .telemetry] {
      line.append("\(host)", .string(hosts.urls[host]))
    }
    line.append("graph", .string("\(base)/v1.0"))
    let text = JSON.object(["ready": .object(line)]).text + "\n"
    write(1, text, text.utf8.count)
  }

  /// Carries out what the coordinator has sent; without a coordinator the service ends.
  private static func attend(_ channel: ControlChannel, _ server: HTTPServer) {
    let isOpen = channel.read()
    while let command = channel.nextCommand() {
      let answer = server.engine.control(command, on: server, now: server.clock.now)
      channel.write(answer.line)
      if answer.isLast { return server.stop() }
    }
    if !isOpen || channel.isOverlong { server.stop() }
  }

  /// Ends the service in good order on SIGTERM and SIGINT.
  private static func watchSignals(_ server: HTTPServer) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    server.watch(signalfd(-1, &signals, Int32(SFD_CLOEXEC))) { server.stop() }
  }

  /// Every app has five listening sockets and as many connections.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func seed(
    _ engine: ServiceEngine, _ path: String, _ clock: ServiceClock
  ) throws(CommandError) {
    let world: JSON
    let bytes = try contents(of: path)
    do throws(JSONError) {
      world = try JSON(parsing: bytes[...])
    } catch {
      throw CommandError("\(path): \(error.description)")
    }
    guard let world = world.object else { throw CommandError("\(path): a seed is an object") }
    do throws(CommandError) {
      try engine.seed(world, now: clock.now)
    } catch {
      throw CommandError("\(path): \(error.description)")
    }
  }

  private static func contents(of path: String) throws(CommandError) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw CommandError("\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }
}
