import Glibc
import JSONText
import StepProtocol
import Locking
import Testing
import VirtualTime
import Wording

@testable import Participants

/// Who may connect as an app on a device.
@Suite struct DeviceListenerTests {
  private func path() -> String {
    "/tmp/mamconform-test-\(getpid())-\(UInt32.random(in: 0..<UInt32.max))"
  }

  private func connection(to path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? descriptor : -1
  }

  private func send(_ text: String, to descriptor: Int32) {
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }

  /// What comes before the end of a connection.
  private func answer(on descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for an app; nil if none comes within ten seconds.
  private func take(_ ticket: Int, _ news: Int32, from listener: DeviceListener)
    -> DeviceListener.Connection?
  {
    var entry = pollfd(fd: news, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 10_000)
    return listener.take(ticket)
  }

  @Test func `an app with its token is let in, and the kernel says who it is`() throws {
    let path = path()
    let listener = try DeviceListener(.unix(path: path), sharedToken: nil)
    defer { listener.close() }
    let (news, end) = try Descriptor.pipe()
    let ticket = listener.expect("the-token", news: end.number)
    #expect(listener.take(ticket) == nil)
    let app = connection(to: path)
    defer { close(app) }
    send("{\"token\":", to: app)
    send("\"the-token\"}\n", to: app)
    let connection = try #require(take(ticket, news.number, from: listener))
    defer { close(connection.number) }
    #expect(connection.peer.process == getpid())
    #expect(connection.peer.user == geteuid())
  }

  @Test(
    arguments: [
      ("{\"token\":\"wrong\"}\n", "its token is wrong"),
      ("{\"token\":7}\n", "its first line is not"),
      ("hello\n", "its first line is not"),
      ("{\"token\":\"the-token\"}\n{}\n", "it sent more than its token"),
      (String(repeating: "x", count: 5000), "longer than"),
    ])
  func `whoever else connects is refused, told why, and named`(_ line: String, _ reason: String)
    throws
  {
    let path = path()
    let listener = try DeviceListener(.unix(path: path), sharedToken: nil)
    defer { listener.close() }
    let (_, end) = try Descriptor.pipe()
    let ticket = listener.expect("the-token", news: end.number)
    let stranger = connection(to: path)
    defer { close(stranger) }
    send(line, to: stranger)
    #expect(answer(on: stranger).contains(reason))
    let notes = listener.takeNotes()
    #expect(notes.count == 1)
    #expect(notes.first?.contains(reason) == true)
    #expect(notes.first?.contains("process \(getpid()) of user \(geteuid())") == true)
    #expect(listener.giveUp(ticket) == notes.first)
  }

  @Test func `a program that is gone is not taken for one on another machine`() throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(server, $0, length) == 0)
        #expect(getsockname(server, $0, &length) == 0)
        #expect(listen(server, 1) == 0)
        #expect(connect(client, $0, length) == 0)
      }
    }
    let connection = accept(server, nil, nil)
    defer { close(connection) }
    #expect(ConnectionPeer(of: connection, isUnix: false).process == getpid())
    var reset = linger(l_onoff: 1, l_linger: 0)
    setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    close(client)
    #expect(ConnectionPeer(of: connection, isUnix: false).text == "a program that is gone")
  }

  @Test func `a second connection with the token of a launch is told that there is one`() throws {
    let path = path()
    let listener = try DeviceListener(.unix(path: path), sharedToken: nil)
    defer { listener.close() }
    let (news, end) = try Descriptor.pipe()
    let ticket = listener.expect("the-token", news: end.number)
    let app = connection(to: path)
    defer { close(app) }
    send("{\"token\":\"the-token\"}\n", to: app)
    for isTaken in [false, true] {
      if isTaken { close(try #require(take(ticket, news.number, from: listener)).number) }
      let second = connection(to: path)
      defer { close(second) }
      if !isTaken {
        while listener.state.withLock({ $0.expected.first?.connection == nil }) { sched_yield() }
      }
      send("{\"token\":\"the-token\"}\n", to: second)
      #expect(answer(on: second).contains("an app has connected with its token already"))
    }
  }

  @Test func `a token that was given up is late and not wrong`() throws {
    let path = path()
    let listener = try DeviceListener(.unix(path: path), sharedToken: nil)
    defer { listener.close() }
    let (_, end) = try Descriptor.pipe()
    _ = listener.giveUp(listener.expect("the-token", news: end.number))
    let app = connection(to: path)
    defer { close(app) }
    send("{\"token\":\"the-token\"}\n", to: app)
    #expect(answer(on: app).contains("it connected too late"))
  }

  @Test func `an app that a person started may come before it is waited for`() throws {
    let path = path()
    let listener = try DeviceListener(.unix(path: path), sharedToken: "the-token")
    defer { listener.close() }
    let app = connection(to: path)
    defer { close(app) }
    send("{\"token\":\"the-token\"}\n", to: app)
    while listener.state.withLock({ $0.early.isEmpty }) { sched_yield() }
    let (news, end) = try Descriptor.pipe()
    let ticket = listener.expect("the-token", news: end.number)
    let connection = try #require(take(ticket, news.number, from: listener))
    close(connection.number)
  }

  @Test func `only this user may connect to a socket, and one that nobody serves is replaced`()
    throws
  {
    let path = path()
    let first = try DeviceListener(.unix(path: path), sharedToken: nil)
    var info = stat()
    #expect(lstat(path, &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
    let failure = #expect(throws: ParticipantFailure.self) {
      try DeviceListener(.unix(path: path), sharedToken: nil)
    }
    #expect(failure?.message.contains("another program is listening there") == true)
    first.close()
    #expect(lstat(path, &info) != 0)
    // What a killed run leaves behind.
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(left)
    let second = try DeviceListener(.unix(path: path), sharedToken: nil)
    second.close()
  }

  @Test(
    arguments: [
      ("unix:/tmp/x", DeviceAddress.unix(path: "/tmp/x")),
      ("tcp:127.0.0.1:7400", .tcp(host: "127.0.0.1", port: 7400)),
      ("tcp:localhost:0", .tcp(host: "127.0.0.1", port: 0)), ("python3 adapter.py", nil),
    ])
  func `an address is told from a command`(_ text: String, _ address: DeviceAddress?) throws {
    #expect(try DeviceAddress(text) == address)
  }

  @Test func `placeholders are filled in, and what is none is left`() {
    let filled = DeviceCommands.filled(
      ["launch", "{app}-{token}", "{nothing", "a{}b"], [("app", "mail"), ("token", "t")])
    #expect(filled == ["launch", "mail-t", "{nothing", "a{}b"])
  }

  @Test func `an unknown placeholder is refused with the one that was meant`() throws {
    #expect(throws: UsageError("unknown placeholder 'tokn'", suggestion: "did you mean 'token'?")) {
      try DeviceCommands.check(["x", "{tokn}"])
    }
    // Braces of a JSON object or of a script are no placeholder.
    try DeviceCommands.check(["x", "{\"token\":7}", "f() { true; }", "${HOME}", "a{}b"])
  }
}
