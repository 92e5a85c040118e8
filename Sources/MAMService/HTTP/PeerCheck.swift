import CProcess
internal import ExactText
import Glibc

/// Finds out whether a connection comes from a process of this run.
///
/// Whoever is on the machine can connect to an app's ports, and would be taken for the app. The kernel knows which
/// socket is at the other end of a connection; if a process has it open that does not descend from the coordinator, the
/// connection is foreign. What cannot be found out counts as the app's: a socket that is closed already, or processes
/// whose descriptors this one may not see. Owned by one thread.
final class PeerCheck {
  /// A process that has nothing to do with the run.
  struct Foreigner: Hashable {
    /// Its number; nil if it cannot be seen.
    var process: pid_t?
    /// The name of its program, as far as it can be seen.
    var name: String?
    /// The user that it runs as.
    var user: UInt32
  }

  /// Processes of the run that connections came from, the latest last; so many are remembered.
  private static let mostKnown = 16
  /// The most processes of the machine that are looked at.
  private static let mostProcesses: Int32 = 32_768

  private let netlink: Int32
  /// The coordinator: all that it has started, and what that has started, belongs to the run.
  private let root = getppid()
  private var known: [pid_t] = []
  private var hint: Int32 = 3

  /// A check; nil if the kernel does not tell who owns a socket.
  init?() {
    netlink = mam_socket_diagnosis()
    if netlink < 0 { return nil }
  }

  deinit { close(netlink) }

  /// Who is at the other end of a connection if it is certain that it is nobody of the run; nil if not.
  ///
  /// - Parameter active: the process whose requests are expected, which is asked first; 0 if there is none.
  func foreigner(on connection: Int32, active: pid_t) -> Foreigner? {
    guard let socket = owner(of: connection), socket.inode != 0 else { return nil }
    if active > 0, holds(active, socket.inode) { return nil }
    for process in known.reversed() where process != active && holds(process, socket.inode) {
      return nil
    }
    if active > 0, let process = child(of: active, with: socket.inode) {
      remember(process)
      return nil
    }
    return search(socket, connection)
  }

  private typealias Socket = (inode: UInt32, user: UInt32)

  private func owner(of connection: Int32) -> Socket? {
    var socket: Socket = (0, 0)
    return mam_socket_owner(netlink, connection, &socket.inode, &socket.user) == 0 ? socket : nil
  }

  private func holds(_ process: pid_t, _ inode: UInt32) -> Bool {
    mam_process_holds(process, inode, &hint) == 1
  }

  private func remember(_ process: pid_t) {
    known.append(process)
    if known.count > PeerCheck.mostKnown { known.removeFirst() }
  }

  /// The process among those that one has started, and that those have started, that has the socket open: an adapter
  /// behind a script.
  private func child(of process: pid_t, with inode: UInt32) -> pid_t? {
    var list = [pid_t](repeating: 0, count: 64)
    var parents = [process]
    for _ in 0..<8 where !parents.isEmpty {
      var children: [pid_t] = []
      for parent in parents {
        let count = mam_process_children(parent, &list, Int32(list.count))
        children += list[..<Int(max(0, count))]
      }
      if let found = children.first(where: { holds($0, inode) }) { return found }
      parents = children
    }
    return nil
  }

  /// Looks at every process of the machine.
  private func search(_ socket: Socket, _ connection: Int32) -> Foreigner? {
    var list = [pid_t](repeating: 0, count: Int(PeerCheck.mostProcesses))
    let count = mam_process_list(&list, PeerCheck.mostProcesses)
    var isHidden = false
    var foreigner: pid_t?
    for process in list[..<Int(max(0, count))] {
      let answer = mam_process_holds(process, socket.inode, &hint)
      guard answer != 0 else { continue }
      if isOfRun(process) {
        if answer == 1 {
          remember(process)
          return nil
        }
        // It may be the one, unless it has ended meanwhile.
        isHidden = isHidden || kill(process, 0) == 0 || errno == EPERM
      } else if answer == 1 {
        foreigner = process
      }
    }
    if isHidden && foreigner == nil { return nil }
    // A socket that was handed on or closed meanwhile proves nothing.
    guard foreigner != nil || owner(of: connection).map({ $0.inode == socket.inode }) ?? false
    else { return nil }
    return Foreigner(
      process: foreigner, name: foreigner.flatMap(PeerCheck.name), user: socket.user)
  }

  /// True for the coordinator and for all that descends from it.
  private func isOfRun(_ process: pid_t) -> Bool {
    var process = process
    for _ in 0..<64 {
      if process == root { return true }
      var entry = mam_process()
      guard process > 1, mam_process_read(process, &entry) == 0 else { return false }
      process = entry.parent
    }
    return false
  }

  private static func name(of process: pid_t) -> String? {
    var name = [CChar](repeating: 0, count: 16)
    guard mam_process_name(process, &name) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
