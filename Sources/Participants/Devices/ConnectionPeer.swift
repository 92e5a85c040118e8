internal import CProcess
internal import ExactText
internal import Glibc

/// Who is at the other end of a connection, as far as the kernel tells.
package struct ConnectionPeer: Sendable {
  /// The process; nil if it is not known, such as that of another machine.
  package var process: Int32?
  /// The user that it runs as; nil if that is not known.
  package var user: UInt32?
  /// True if the connection was made on this machine, whether or not its other end is still there.
  private var isLocal = false

  /// Asks the kernel.
  ///
  /// - Parameter isUnix: true for a Unix socket, whose peer the kernel has noted; the one of a TCP connection of this
  ///   machine is looked for among all processes.
  package init(of connection: Int32, isUnix: Bool) {
    var (process, user) = (pid_t(0), uid_t(0))
    if isUnix {
      guard mam_peer(connection, &process, &user) == 0 else { return }
      self.process = process > 0 ? process : nil
      self.user = user
      return
    }
    isLocal = ConnectionPeer.isLoopback(connection)
    let netlink = mam_socket_diagnosis()
    guard netlink >= 0 else { return }
    defer { close(netlink) }
    var inode: UInt32 = 0
    guard mam_socket_owner(netlink, connection, &inode, &user) == 0, inode != 0 else { return }
    self.user = user
    self.process = ProcessTable.numbers.first { ConnectionPeer.process($0, holds: inode) }
  }

  /// True if a connection arrived at an address of the loopback interface.
  private static func isLoopback(_ connection: Int32) -> Bool {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let error = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(connection, $0, &length) }
    }
    guard error == 0, address.sin_family == sa_family_t(AF_INET) else { return false }
    return UInt32(bigEndian: address.sin_addr.s_addr) >> 24 == 127
  }

  private static func process(_ process: pid_t, holds inode: UInt32) -> Bool {
    let folder = mam_process_folder(process)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    var places = mam_places()
    return mam_folder_holds(folder, inode, &places, 1) == 1
  }

  /// The program in words: `the program "nc", process 12 of user 1000`.
  package var text: String {
    guard let process else {
      return user.map { "a program of user \($0)" }
        ?? (isLocal ? "a program that is gone" : "a program on another machine")
    }
    var bytes = [CChar](repeating: 0, count: 16)
    let isNamed = mam_process_name(process, &bytes) == 0
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let program = isNamed ? "the program \"\(name)\"" : "a program"
    return "\(program), process \(process)" + (user.map { " of user \($0)" } ?? "")
  }
}
