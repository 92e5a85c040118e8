internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// An app that has connected: it lives as long as its connection, and is killed by a command.
///
/// What it waits for cannot be seen, so it is never known to be at rest (``Stillness``).
final class DeviceApp: AdapterLife {
  let processIdentifier: pid_t
  /// What the launch command has started, if it still runs or may have something to say.
  private let launcher: ChildProcess?
  private let connection: Descriptor
  private let address: DeviceAddress
  /// The command that kills it, filled in; nil if ending what was started, or the connection, does.
  private let killCommand: [String]?
  /// Notified if the app could not be killed.
  private let complain: (ParticipantFailure) -> Void
  private let name: String
  private var isKilled = false

  /// How long an app may keep its connection once it was killed, in milliseconds of real time.
  static let closingMilliseconds = 5000
  /// How long a command may take, in milliseconds of real time.
  static let commandMilliseconds = 30_000

  init(
    name: String, connection: Descriptor, peer: ConnectionPeer, launcher: ChildProcess?,
    address: DeviceAddress, killCommand: [String]?,
    complain: @escaping (ParticipantFailure) -> Void
  ) {
    self.name = name
    self.connection = connection
    processIdentifier = peer.process ?? 0
    self.launcher = launcher
    self.address = address
    self.killCommand = killCommand
    self.complain = complain
  }

  deinit { kill() }

  /// Only what runs on this machine shares its processors.
  var group: pid_t { processIdentifier > 0 ? getpgid(processIdentifier) : -1 }
  /// The connection tells.
  var endNumber: Int32 { -1 }
  var hasPipes: Bool { false }
  var isHidden: Bool { false }
  func awaitsInput() -> Bool { false }

  func hasEnded() -> Bool { !connection.isOpen || mam_is_hung_up(connection.number, 0) == 1 }

  func waitForEnd(milliseconds: Int) -> Bool {
    let watchdog = Watchdog(milliseconds: milliseconds)
    while !hasEnded() {
      if watchdog.isOver { return false }
      // A signal may end the wait.
      _ = mam_is_hung_up(connection.number, watchdog.remaining)
    }
    return true
  }

  func endInput() { _ = shutdown(connection.number, Int32(SHUT_WR)) }

  func kill() {
    guard !isKilled else { return }
    isKilled = true
    defer { connection.close() }
    if hasEnded() {
      launcher?.kill()
      return
    }
    if let killCommand {
      do throws(ParticipantFailure) {
        try DeviceApp.run(killCommand, "kill", of: name, .killFailed)
      } catch {
        complain(error)
      }
    }
    launcher?.kill()
    // End of input means: exit at once. An app that was killed has no say in it.
    endInput()
    guard !waitForEnd(milliseconds: DeviceApp.closingMilliseconds) else { return }
    complain(
      ParticipantFailure(
        .killFailed, name,
        "the app was to be killed, but its connection to \(address) is still open after "
          + "\(DeviceApp.closingMilliseconds / 1000) s; "
          + (killCommand == nil
            ? "give a --kill-command that kills it" : "the kill command does not kill it")))
  }

  var hasEndedWell: Bool { hasEnded() }

  var end: (code: ParticipantFailure.Code, text: String) {
    var text = "the app's connection to \(address) was closed"
    if let launcher, launcher.waitForEnd(milliseconds: 200) {
      text += " (the launch command exited with \(launcher.endingText))"
    }
    return (.lostConnection, text)
  }

  func closedText(_ pipes: String) -> String {
    "the app closed one direction of its connection but still runs"
  }

  /// Runs a command to its end.
  ///
  /// - Throws: the given code, with the end of what the command has written, if it fails or takes too long.
  static func run(
    _ command: [String], _ what: String, of name: String, _ code: ParticipantFailure.Code
  ) throws(ParticipantFailure) {
    let output = try Descriptor.pipe()
    let quiet = Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
    let child = try ChildProcess(
      participant: name, command: command, folder: nil,
      descriptors: [(quiet.number, 0), (output.write.number, 1), (output.write.number, 2)])
    output.write.close()
    output.read.makeNonBlocking()
    let watchdog = Watchdog(milliseconds: commandMilliseconds)
    var tail = CommandTail(output.read)
    while !child.hasEnded(), !watchdog.isOver {
      var entries = [
        pollfd(fd: child.pidfd.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.read.number, events: Int16(POLLIN), revents: 0),
      ]
      poll(&entries, 2, watchdog.remaining)
      tail.drain()
    }
    let hasEnded = child.hasEnded()
    tail.drain()
    child.kill()
    guard !hasEnded || child.ending != 0 else { return }
    let end =
      hasEnded ? "exited with \(child.endingText)" : "ran for \(commandMilliseconds / 1000) s"
    throw ParticipantFailure(
      code, name,
      "the \(what) command \(end) (\(command.joined(separator: " ")))\(tail.text)")
  }
}

/// The end of what a command writes.
struct CommandTail {
  private let descriptor: Descriptor
  private(set) var bytes: [UInt8] = []

  /// The tail of what comes from a descriptor that does not wait.
  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Takes in what has come.
  mutating func drain() {
    var piece = [UInt8](repeating: 0, count: 4096)
    // Bounded, so that a command that floods cannot keep anybody here.
    for _ in 0..<64 {
      let result = piece.withUnsafeMutableBytes { descriptor.read(into: $0) }
      guard case .bytes(let count) = result else {
        if result == .end { descriptor.close() }
        return
      }
      bytes += piece[..<count]
      if bytes.count > 8192 { bytes.removeFirst(bytes.count - 4096) }
    }
  }

  /// What it has written, for the end of a message; empty if that is nothing.
  var text: String {
    bytes.isEmpty ? "" : "; it wrote: " + String(decoding: bytes.suffix(2000), as: UTF8.self)
  }
}
