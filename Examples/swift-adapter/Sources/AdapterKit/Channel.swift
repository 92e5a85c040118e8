import Foundation

#if canImport(Darwin)
  import Darwin
  private let streamKind = SOCK_STREAM
#else
  import Glibc
  private let streamKind = Int32(SOCK_STREAM.rawValue)
#endif

/// Lines of JSON in both directions, over pipes or a socket.
final class Channel {
  private let input: Int32
  private let output: Int32
  private var buffer = Data()

  init(input: Int32 = 0, output: Int32 = 1) {
    self.input = input
    self.output = output
    signal(SIGPIPE, SIG_IGN)
  }

  /// Connects to `unix:PATH` or `tcp:HOST:PORT`, for at most ten seconds, and shows the token.
  convenience init(address: String, token: String) {
    var descriptor = Sockets.connect(address)
    for _ in 0..<100 where descriptor < 0 {
      usleep(100_000)
      descriptor = Sockets.connect(address)
    }
    guard descriptor >= 0 else { Channel.die("cannot connect to \(address)") }
    self.init(input: descriptor, output: descriptor)
    write(["token": .string(token)])
  }

  /// Ends the process; standard error is for people.
  static func die(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }

  /// The next message; ends the process at the end of input, as the protocol demands.
  func next() -> JSONValue {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = Data(buffer[buffer.startIndex..<end])
        buffer.removeSubrange(buffer.startIndex...end)
        guard let message = JSONValue(line) else { Channel.die("a line that is not JSON") }
        if let reason = message["refused"]?.string {
          Channel.die("the connection was refused: \(reason)")
        }
        return message
      }
      readMore()
    }
  }

  private func readMore() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(input, &bytes, bytes.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else { exit(0) }
    buffer.append(contentsOf: bytes[..<count])
  }

  func write(_ value: JSONValue) {
    var line = value.data
    line.append(0x0A)
    Sockets.writeAll(line, to: output)
  }

  /// True once there is a message, false once there is something at the other descriptor, which goes first.
  func waits(besides other: Int32) -> Bool {
    var entries = [
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    let hasMessage = buffer.contains(0x0A)
    while poll(&entries, 2, hasMessage ? 0 : -1) < 0, errno == EINTR {}
    return entries[0].revents == 0
  }

  /// Waits to be killed, or for the end of input.
  func standStill() -> Never {
    while true { readMore() }
  }
}

/// What the kit needs of sockets.
enum Sockets {
  /// A connection; -1 if there is none.
  static func connect(_ address: String) -> Int32 {
    if address.hasPrefix("unix:") { return connectUnix(String(address.dropFirst(5))) }
    let parts = address.split(separator: ":")
    guard parts.count == 3, parts[0] == "tcp", let port = UInt16(parts[2]) else {
      Channel.die("\(address) is not an address: write unix:PATH or tcp:HOST:PORT")
    }
    return connectTCP(String(parts[1]), port)
  }

  static func connectTCP(_ host: String, _ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1
    else { return -1 }
    let descriptor = socket(AF_INET, streamKind, 0)
    // Messages are small, and each is waited for.
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    return connect(descriptor, &address)
  }

  private static func connectUnix(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return connect(socket(AF_UNIX, streamKind, 0), &address)
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    let length = socklen_t(MemoryLayout<Address>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        system_connect(descriptor, $0, length) == 0
      }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return -1
  }

  static func writeAll(_ data: Data, to descriptor: Int32) {
    data.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        // Whoever reads the answer notices that nobody takes what is sent.
        if count <= 0 { return }
        done += count
      }
    }
  }
}

/// connect(2), whose name the functions above take.
private func system_connect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  #if canImport(Darwin)
    return Darwin.connect(descriptor, address, length)
  #else
    return Glibc.connect(descriptor, address, length)
  #endif
}
