package import Arguments
import CMicroHTTPD
import CProcess
internal import ExactText
import Glibc
import JSONText
import MAMDirectory
import MAMEngine
import MAMRules
import MAMWire
import Storage
import SystemFiles
import VirtualTime

/// The mock service as a process: `mamconform serve`.
package enum ServiceProcess {
  /// What the command takes.
  package static var command: CommandDescription { ServiceOptions.command }
  /// The arguments, the seed or the state file cannot be used (EX_USAGE of sysexits.h).
  static let usageStatus: Int32 = 64
  /// The machine does not let the service work: a port is taken, the disk is full (EX_SOFTWARE).
  static let failureStatus: Int32 = 70

  /// Serves until the coordinator or a signal says stop.
  ///
  /// - Parameters:
  ///   - arguments: those of ``command``.
  ///   - reader: reads the seed file, and what the control API is sent.
  /// - Returns: the exit status: 0, 64 for unusable arguments, seed or state file, 70 if the machine
  ///   does not let the service work. One line on standard error says what was wrong.
  package static func run(_ arguments: ParsedArguments, reader: SeedReader = .json) -> Int32 {
    do throws(Failure) {
      try serve(arguments, reader)
      return 0
    } catch {
      let lines = error.message.split(separator: "\n").map { "mamconform serve: error: \($0)\n" }
      let text = lines.joined()
      write(2, text, text.utf8.count)
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
      let isWrongFile = error.isCorrupt || error.isBusy || error.isInaccessible
      status = isWrongFile ? ServiceProcess.usageStatus : ServiceProcess.failureStatus
      message = error.description
    }
  }

  /// Runs a part whose errors end the process with the given status.
  private static func part<Result>(
    _ status: Int32, _ body: () throws(CommandError) -> Result
  ) throws(Failure) -> Result {
    do throws(CommandError) { return try body() } catch { throw Failure(status, error) }
  }

  private static func serve(
    _ arguments: ParsedArguments, _ reader: SeedReader
  ) throws(Failure) {
    let options = try part(usageStatus) { () throws(CommandError) in
      let token = EnvironmentVariable.value("MAMCONFORM_ADMIN_TOKEN")
      let control = EnvironmentVariable.value("MAMCONFORM_CONTROL_TOKEN")
      return try ServiceOptions(
        arguments, environmentToken: token, environmentControlToken: control)
    }
    // What is opened first would be taken for standard output otherwise.
    if options.controlDescriptor == nil, mam_standard_output_is_closed() == 1 {
      throw Failure(
        failureStatus, CommandError("standard output is closed, and the ready line goes there"))
    }
    prepareProcess()
    // A signal that comes during the start ends the service as soon as it could begin.
    let signals = blockSignals()
    let channel = options.controlDescriptor.map { descriptor in
      ControlChannel(
        descriptor: descriptor,
        records: options.clockDescriptor.flatMap { SharedRecords(descriptor: $0) })
    }
    let clock = try part(failureStatus) { () throws(CommandError) -> ServiceClock in
      try chooseClock(options)
    }
    let engine = try makeEngine(options, clock, channel)
    // Whoever copies the file copies everything, once the service has ended in good order.
    defer { engine.store?.close() }
    let seed = try part(usageStatus) { () throws(CommandError) -> SeedFile? in
      guard let path = options.seedPath else { return nil }
      let file = try reader.read(path)
      try ServiceProcess.seed(engine, file, clock, statePath: options.statePath)
      return file
    }
    let mostOpen = raiseDescriptorLimit()
    let server = try part(failureStatus) { () throws(CommandError) in
      try HTTPServer(engine: engine, clock: clock)
    }
    server.watch(signals) { server.stop() }
    if let channel, let descriptor = options.controlDescriptor {
      server.address = options.address
      server.tellCoordinator = { channel.write($0) }
      server.watch(descriptor) { attend(channel, server) }
    } else {
      var alone = StandaloneService(server, options)
      // The ports first: a start that fails must not have replaced the certificate authority.
      try part(failureStatus) { () throws(CommandError) in try alone.open() }
      try part(usageStatus) { () throws(CommandError) in try alone.prepareTLS() }
      try part(failureStatus) { () throws(CommandError) in
        try alone.prepareControl(seed: seed?.world, reader.text)
        try alone.tellPlaces()
      }
      noteLimits(mostOpen, engine)
    }
    server.run()
  }

  /// The engine with the state of its file, if there is one, and the clock where it stood.
  private static func makeEngine(
    _ options: ServiceOptions, _ clock: ServiceClock, _ channel: ControlChannel?
  ) throws(Failure) -> ServiceEngine {
    do throws(StorageError) {
      let store: StateStore? =
        if let path = options.statePath { try StateStore(path: path) } else { nil }
      let engine = try ServiceEngine(store: store) { channel?.write($0) }
      if let store, let own = clock.own, try own.resume(from: store) {
        noteClock(own, options)
      }
      return engine
    } catch {
      throw Failure(error)
    }
  }

  private static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Orphans come to PID 1 of a container, and nobody would reap them.
    if getpid() == 1 { signal(SIGCHLD, SIG_IGN) }
    mam_give_back_long_blocks()
  }

  /// Says what a person at a terminal may otherwise wonder about later.
  private static func noteLimits(_ mostOpen: UInt, _ engine: ServiceEngine) {
    if mostOpen < fewDescriptors {
      note(
        "no more than \(mostOpen) files and connections may be open at a time here (ulimit -Hn); clients beyond that "
          + "have to wait")
    }
    if engine.core.state.users.count == 0 { note(FirstSteps.note) }
  }

  private static func chooseClock(_ options: ServiceOptions) throws(CommandError) -> ServiceClock {
    if let descriptor = options.clockDescriptor {
      return try ServiceClock(descriptor: descriptor)
    }
    return .own(options.clock == .virtual ? StandaloneClock(at: options.start) : StandaloneClock())
  }

  /// Carries out what the coordinator has sent; without a coordinator the service ends.
  private static func attend(_ channel: ControlChannel, _ server: HTTPServer) {
    let isOpen = channel.read()
    while let command = channel.nextCommand() {
      let answer = server.engine.control(command, on: server, now: server.clock.now)
      channel.write(answer.line)
      if answer.isLast { return server.stop() }
    }
    if channel.isOverlong {
      channel.write([
        "id": nil,
        "error": "a line has at most 1048576 bytes without its line feed; this one has more",
      ])
    }
    if !isOpen || channel.isOverlong { server.stop() }
  }

  /// Keeps SIGTERM, SIGINT and SIGHUP for a descriptor, so that they end the service in good order.
  private static func blockSignals() -> Int32 {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    // Whoever starts a program with nohup wants it to outlive the terminal.
    if mam_is_ignored(SIGHUP) == 0 { sigaddset(&signals, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signalfd(-1, &signals, Int32(SFD_CLOEXEC))
  }

  /// So few descriptors do for the service itself, but not for the clients of a team.
  private static let fewDescriptors = 256

  /// Every app has five listening sockets and as many connections.
  ///
  /// - Returns: how many descriptors the process may have open now.
  private static func raiseDescriptorLimit() -> UInt {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return limit.rlim_cur
  }

  /// Says that a clock goes on, to somebody who has asked for another time.
  private static func noteClock(_ clock: StandaloneClock, _ options: ServiceOptions) {
    guard clock.mode == .virtual, clock.now != options.start, let option = options.startOption,
      let path = options.statePath
    else { return }
    note(
      "the clock of \(path) continues at \(ISO8601.instant(milliseconds: clock.now.milliseconds)); "
        + "a reset goes back to the instant of \(option)")
  }

  /// Says something on standard error, each line with where it comes from.
  static func note(_ text: String) {
    let lines = text.split(separator: "\n").map { "mamconform serve: note: \($0)\n" }.joined()
    write(2, lines, lines.utf8.count)
  }

  /// Puts the seed in, unless the state file says what has become of an earlier one.
  private static func seed(
    _ engine: ServiceEngine, _ file: SeedFile, _ clock: ServiceClock, statePath: String?
  ) throws(CommandError) {
    let isSeeded: Bool
    do throws(StorageError) {
      isSeeded = try engine.store?.isSeeded ?? false
    } catch {
      throw CommandError(storage: error)
    }
    do throws(CommandError) {
      if isSeeded {
        // A reset needs it, so that it had better be right.
        try DirectoryRules(state: ServiceState(), isAlone: true).seed(file.world, clock.now)
        note("\(statePath ?? "") already has a state, which is used; a reset goes back to the seed")
      } else {
        try engine.seed(file.world, now: clock.now)
        try engine.rememberSeeding()
      }
    } catch {
      guard error.kind != .storage else { throw error }
      throw CommandError(error.lines { "\(file.place($0.path)): \($0.description)" })
    }
  }
}
