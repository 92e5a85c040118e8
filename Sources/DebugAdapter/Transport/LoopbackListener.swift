internal import ExactText
internal import Glibc
package import SystemFiles

/// A port of this machine at which clients connect; nobody else's machine reaches it.
package final class LoopbackListener: Sendable {
  /// The port.
  package let port: Int
  private let descriptor: Int32

  /// Listens at 127.0.0.1.
  ///
  /// - Parameter port: 0 for one that is free.
  /// - Throws: the system's error if the port is taken.
  package init(port: Int) throws(SystemError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .last }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard bind(descriptor, address, length) == 0, listen(descriptor, 8) == 0 else { return -1 }
        return getsockname(descriptor, address, &length)
      }
    }
    guard result == 0 else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Waits for the next client and returns its descriptor, which is the caller's to close; nil once ``stop()`` was called.
  package func accept() -> Int32? {
    while true {
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 { return client }
      if errno == EINTR || errno == ECONNABORTED { continue }
      return nil
    }
  }

  /// Ends every ``accept()``.
  package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { close(descriptor) }
}
