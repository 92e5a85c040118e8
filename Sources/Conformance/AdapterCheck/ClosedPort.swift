internal import ExactText
internal import Glibc
internal import Participants
internal import SystemFiles

/// A port of the loopback interface that refuses every connection until it is opened, and that no one else can take.
final class ClosedPort: Sendable {
  /// The port's number.
  let number: UInt16
  private let descriptor: Int32

  /// Reserves a free port: bound, but not listening.
  init() throws(ParticipantFailure) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      _ = Glibc.close(descriptor)
      throw ParticipantFailure(
        .system, "coordinator", "cannot reserve a port: \(SystemError.last)")
    }
  }

  deinit { _ = Glibc.close(descriptor) }

  /// The URL of the service that is not there.
  var url: String { "http://127.0.0.1:\(number)" }

  /// Lets connections come from now on, to see whether any does.
  func open() throws(ParticipantFailure) {
    guard listen(descriptor, 16) == 0 else {
      throw ParticipantFailure(
        .system, "coordinator", "listen failed: \(SystemError.last)")
    }
  }

  /// True if someone has connected since the port was opened.
  var hasVisitor: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
