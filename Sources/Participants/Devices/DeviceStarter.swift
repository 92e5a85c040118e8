internal import ExactText
internal import Glibc
internal import SystemFiles

/// Launches apps by a command, or has a person do it, and waits until they connect.
package final class DeviceStarter: AdapterStarter {
  private let listener: DeviceListener
  private let commands: DeviceCommands
  private let connectMilliseconds: Int
  private let watchdogMilliseconds: Int
  private let isCancelled: () -> Bool
  private var installations: [ExactString: AppInstallation] = [:]
  /// What could not be killed, for whoever knows which case was to blame.
  package var onFailure: (ParticipantFailure) -> Void = { _ in }

  /// A source of apps that connect.
  ///
  /// - Parameters:
  ///   - listener: where they connect.
  ///   - commands: what launches, kills and wipes them.
  ///   - connectMilliseconds: real time that an app may take to connect.
  ///   - watchdogMilliseconds: real time that one activation may take; 0 for no bound.
  ///   - isCancelled: true once nobody wants to wait any more.
  package init(
    listener: DeviceListener, commands: DeviceCommands, connectMilliseconds: Int,
    watchdogMilliseconds: Int, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.listener = listener
    self.commands = commands
    self.connectMilliseconds = connectMilliseconds
    self.watchdogMilliseconds = watchdogMilliseconds
    self.isCancelled = isCancelled
  }

  package func takeNotes() -> [String] { listener.takeNotes() }

  package func prepare(_ installation: AppInstallation) throws(ParticipantFailure) {
    installations[ExactString(installation.instance)] = installation
    guard installation.isNew, let wipe = commands.wipe else { return }
    let values = installation.values(address: listener.address.description, token: "")
    try DeviceApp.run(
      DeviceCommands.filled(wipe, values), "wipe",
      of: values.first?.value ?? "", .wipeFailed)
  }

  package func start(
    name: String, instance: String, budget: CaseBudget?
  ) throws(ParticipantFailure) -> AdapterProcess {
    let token = try listener.token()
    let installation =
      installations[ExactString(instance)]
      ?? AppInstallation(
        instance: instance, bundleIdentifier: "com.example.\(name)", dataFolder: "",
        sharedFolder: "", ports: [], isNew: false)
    let values = installation.values(address: listener.address.description, token: token)
    let news = try Descriptor.pipe()
    let ticket = listener.expect(token, news: news.write.number)
    let errors = try Descriptor.pipe()
    let launcher: ChildProcess?
    do throws(ParticipantFailure) {
      launcher = try launch(name, values, token, errors.write)
    } catch {
      _ = listener.giveUp(ticket)
      throw error
    }
    errors.write.close()
    errors.read.makeNonBlocking()
    var tail = CommandTail(errors.read)
    let connection: DeviceListener.Connection
    do throws(ParticipantFailure) {
      connection = try wait(ticket, name, launcher, news.read, budget, &tail)
    } catch {
      launcher?.kill()
      throw error
    }
    return adapter(name, instance, connection, launcher, values, errors.read, tail.bytes)
  }

  /// The adapter at the other end of a connection.
  private func adapter(
    _ name: String, _ instance: String, _ connection: DeviceListener.Connection,
    _ launcher: ChildProcess?, _ values: [(name: String, value: String)], _ errors: Descriptor,
    _ tail: [UInt8]
  ) -> AdapterProcess {
    // Each of those who use the connection closes its own descriptor of it.
    let number = connection.number
    let copies = (0..<2).map { _ in Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0)) }
    let life = DeviceApp(
      name: name, connection: Descriptor(number), peer: connection.peer, launcher: launcher,
      address: listener.address,
      killCommand: commands.kill.map { DeviceCommands.filled($0, values) },
      complain: { [weak self] in self?.onFailure($0) })
    return AdapterProcess(
      name: name, instance: instance, life: life, input: copies[0], output: copies[1],
      errors: errors, errorTail: tail, watchdogMilliseconds: watchdogMilliseconds)
  }

  /// Runs the launch command; nil if there is none.
  private func launch(
    _ name: String, _ values: [(name: String, value: String)], _ token: String,
    _ output: Descriptor
  ) throws(ParticipantFailure) -> ChildProcess? {
    guard let command = commands.launch else { return nil }
    let quiet = Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
    var environment: [String: String] = [:]
    // simctl hands on what begins with SIMCTL_CHILD_, without that.
    for prefix in ["", "SIMCTL_CHILD_"] {
      environment["\(prefix)MAMCONFORM_CONNECT"] = listener.address.description
      environment["\(prefix)MAMCONFORM_TOKEN"] = token
    }
    return try ChildProcess(
      participant: name, command: DeviceCommands.filled(command, values), folder: nil,
      environment: environment,
      descriptors: [(quiet.number, 0), (output.number, 1), (output.number, 2)])
  }

  /// Waits until the app is there.
  ///
  /// - Throws: `launch-failed` if the launch command fails, `late-connection` if the app does not come in time.
  private func wait(
    _ ticket: Int, _ name: String, _ launcher: ChildProcess?, _ news: Descriptor,
    _ budget: CaseBudget?, _ tail: inout CommandTail
  ) throws(ParticipantFailure) -> DeviceListener.Connection {
    let watchdog = Watchdog(milliseconds: connectMilliseconds)
    var isLaunching = launcher != nil
    while true {
      if let connection = listener.take(ticket) { return connection }
      tail.drain()
      if let launcher, isLaunching, launcher.hasEnded() {
        isLaunching = false
        guard launcher.ending == 0 else {
          // What it had still to say comes before its end.
          tail.drain()
          _ = listener.giveUp(ticket)
          throw ParticipantFailure(
            .launchFailed, name,
            "the launch command exited with \(launcher.endingText) before the app connected to "
              + "\(listener.address)\(tail.text)")
        }
      }
      if watchdog.isOver || isCancelled() { throw late(ticket, name, tail) }
      if let end = budget?.end, Watchdog.now >= end {
        _ = listener.giveUp(ticket)
        throw budget!.timeout(of: name)
      }
      var entries = [
        pollfd(fd: news.number, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isLaunching ? launcher!.endNumber : -1, events: Int16(POLLIN), revents: 0),
      ]
      // An interrupt is nothing that could be waited for here.
      poll(&entries, 2, min(watchdog.remaining, 250))
    }
  }

  private func late(_ ticket: Int, _ name: String, _ tail: CommandTail) -> ParticipantFailure {
    let refusal = listener.giveUp(ticket)
    let advice =
      commands.launch == nil
      ? "start it, or give a --launch-command"
      : "does it connect there and send its token first? (--connect-timeout)"
    return ParticipantFailure(
      .lateConnection, name,
      "no app connected to \(listener.address) with its token within \(connectMilliseconds / 1000) s; "
        + advice + (refusal.map { "; \($0)" } ?? "") + tail.text)
  }
}
