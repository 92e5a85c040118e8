internal import CProcess
internal import ExactText
internal import Glibc
internal import JSONText
internal import Locking
internal import SystemFiles

/// Takes connections in, on a thread of its own, and lets in who shows a token that is expected.
extension DeviceListener {
  /// A connection whose first line has not come yet.
  private struct Guest {
    let number: Int32
    let peer: ConnectionPeer
    var bytes: [UInt8] = []
    let patience = Watchdog(milliseconds: DeviceListener.greetingMilliseconds)
  }

  /// How long the first line of a connection may take, in milliseconds of real time.
  static let greetingMilliseconds = 5000
  /// The longest first line, in bytes.
  static let longestGreeting = 4096
  /// The most connections whose first line is waited for.
  private static let mostGuests = 64

  /// Starts the thread, which ends with ``close()``.
  func start() {
    (try? SystemThread { [self] in serve() })?.detach()
  }

  private func serve() {
    var guests: [Guest] = []
    while true {
      var entries = [
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: guests.count < DeviceListener.mostGuests ? descriptor : -1, events: Int16(POLLIN),
          revents: 0),
      ]
      entries += guests.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      let timeout = guests.map(\.patience.remaining).min() ?? -1
      poll(&entries, nfds_t(entries.count), timeout)
      if entries[0].revents != 0 { break }
      var left: [Guest] = []
      for (index, guest) in guests.enumerated() {
        var guest = guest
        if entries[index + 2].revents != 0, !hear(&guest) { continue }
        if guest.patience.isOver {
          refuse(
            guest, "it did not send its token within \(DeviceListener.greetingMilliseconds) ms")
        } else {
          left.append(guest)
        }
      }
      guests = left
      if entries[1].revents != 0 { accept(&guests) }
    }
    for guest in guests { _ = Glibc.close(guest.number) }
    let early = state.withLock { state in
      defer { state.early = [] }
      return state.early
    }
    for connection in early { _ = Glibc.close(connection.number) }
    for number in [descriptor, wake.read, wake.write] { _ = Glibc.close(number) }
  }

  private var isUnix: Bool { if case .unix = address { true } else { false } }

  private func accept(_ guests: inout [Guest]) {
    let number = mam_accept(descriptor)
    guard number >= 0 else { return }
    if !isUnix {
      // Messages are small, and each is waited for.
      var one: Int32 = 1
      setsockopt(
        number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }
    let guest = Guest(number: number, peer: ConnectionPeer(of: number, isUnix: isUnix))
    // Root may connect to every socket, and means it.
    if isUnix, let user = guest.peer.user, user != geteuid(), user != 0 {
      return refuse(guest, "the socket belongs to user \(geteuid())")
    }
    guests.append(guest)
  }

  /// Takes in what a guest says; false if it is not waited for any more.
  private func hear(_ guest: inout Guest) -> Bool {
    var bytes = [UInt8](repeating: 0, count: DeviceListener.longestGreeting)
    let count = Glibc.read(guest.number, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    guard count > 0 else {
      refuse(guest, "it disconnected without sending a token")
      return false
    }
    guest.bytes += bytes[..<count]
    guard let end = guest.bytes.firstIndex(of: 0x0A) else {
      guard guest.bytes.count < DeviceListener.longestGreeting else {
        refuse(guest, "its first line is longer than \(DeviceListener.longestGreeting) bytes")
        return false
      }
      return true
    }
    guard end == guest.bytes.count - 1 else {
      refuse(guest, "it sent more than its token before it was asked anything")
      return false
    }
    guard let token = (try? JSON(parsing: guest.bytes[..<end]))?["token"]?.string else {
      refuse(guest, "its first line is not {\"token\":\"...\"}")
      return false
    }
    letIn(guest, token)
    return false
  }

  private func letIn(_ guest: Guest, _ token: String) {
    let connection = Connection(number: guest.number, peer: guest.peer)
    let reason: String? = state.withLock { state in
      if let index = state.expected.firstIndex(where: {
        $0.connection == nil && DeviceListener.isSame($0.token, token)
      }) {
        state.expected[index].connection = connection
        _ = Glibc.write(state.expected[index].news, [1], 1)
        return nil
      }
      if let sharedToken, DeviceListener.isSame(sharedToken, token) {
        guard state.early.count < DeviceListener.mostKept else {
          return "too many apps are waiting already"
        }
        state.early.append(connection)
        return nil
      }
      let known =
        state.spent.last { DeviceListener.isSame($0.token, token) }?.isUsed
        ?? (state.expected.contains { DeviceListener.isSame($0.token, token) } ? true : nil)
      return switch known {
      case true: "an app has connected with its token already; each launch has a token of its own"
      case false: "it connected too late, after its launch had timed out (--connect-timeout)"
      case nil: "its token is wrong"
      }
    }
    if let reason { refuse(guest, reason) }
  }

  /// Compares tokens in a time that does not tell where they differ.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Says why, to the run and to the program, and closes the connection.
  private func refuse(_ guest: Guest, _ reason: String) {
    // The run first: who has read the refusal may ask for the notes at once.
    let note = "a connection to \(address) was refused: \(guest.peer.text); \(reason)"
    state.withLock { state in
      state.lastRefusal = note
      if state.notes.count < DeviceListener.mostKept, !state.notes.contains(note) {
        state.notes.append(note)
      }
    }
    var line: [UInt8] = []
    JSON.object(["refused": .string(reason)]).write(to: &line)
    line.append(0x0A)
    _ = send(guest.number, line, line.count, Int32(MSG_NOSIGNAL))
    _ = Glibc.close(guest.number)
  }
}
