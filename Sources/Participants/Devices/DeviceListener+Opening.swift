internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

extension DeviceListener {
  /// Binds a socket and listens.
  static func open(
    _ address: DeviceAddress
  ) throws(ParticipantFailure) -> (descriptor: Int32, address: DeviceAddress) {
    switch address {
    case .unix(let path): (try openUnix(path), address)
    case .tcp(let host, let port): try openTCP(host, port)
    }
  }

  private static let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

  private static func openUnix(_ path: String) throws(ParticipantFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isFree = try isFree(path, address, length)
    if !isFree { unlink(path) }
    let descriptor = socket(AF_UNIX, kind, 0)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0
      }
    }
    // Nobody can connect before it listens, so there is no moment in which others may.
    guard isBound, chmod(path, 0o600) == 0, listen(descriptor, 16) == 0 else {
      throw failure("unix:\(path)", SystemError.last, descriptor)
    }
    return descriptor
  }

  /// False if the path is that of a socket at which nobody listens any more; true if it is free.
  private static func isFree(
    _ path: String, _ address: sockaddr_un, _ length: socklen_t
  ) throws(ParticipantFailure) -> Bool {
    var info = stat()
    guard lstat(path, &info) == 0 else { return true }
    guard info.st_mode & S_IFMT == S_IFSOCK else {
      throw ParticipantFailure(
        .system, "coordinator",
        "cannot listen at unix:\(path): the path is a file that is not a socket; give another path"
      )
    }
    var address = address
    let probe = socket(AF_UNIX, kind, 0)
    defer { _ = Glibc.close(probe) }
    let isServed = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(probe, $0, length) == 0 || errno != ECONNREFUSED
      }
    }
    guard !isServed else {
      throw ParticipantFailure(
        .system, "coordinator",
        "cannot listen at unix:\(path): another program is listening there, or the socket belongs to another user; stop that program, or give "
          + "another path")
    }
    return false
  }

  private static func openTCP(
    _ host: String, _ port: Int
  ) throws(ParticipantFailure) -> (Int32, DeviceAddress) {
    let descriptor = socket(AF_INET, kind, 0)
    var one: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    inet_pton(AF_INET, host, &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else { throw failure("tcp:\(host):\(port)", SystemError.last, descriptor) }
    return (descriptor, .tcp(host: host, port: Int(UInt16(bigEndian: address.sin_port))))
  }

  private static func failure(
    _ place: String, _ error: SystemError, _ descriptor: Int32
  ) -> ParticipantFailure {
    _ = Glibc.close(descriptor)
    let advice =
      error.number == EADDRINUSE
      ? "; another program is listening there: stop it, or give another port" : ""
    return ParticipantFailure(
      .system, "coordinator", "cannot listen at \(place): \(error)\(advice)")
  }
}
