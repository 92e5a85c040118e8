import CProcess
internal import ExactText
import Glibc

/// Finds out whether a connection comes from a process of this run.
///
/// Whoever is on the machine can connect to an app's ports, and would be taken for the app. The kernel knows which
/// socket is at the other end of a connection; if a process has it open that does not descend from the coordinator, the
/// connection is foreign. What cannot be found out counts as the app's: a socket that is closed already, or one that a
/// process of the run may have open whose descriptors this one may not see. Who is not of the run is foreign also if its
/// descriptors cannot be seen; it then has no name. Owned by one thread.
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

  /// A process that has had a socket open. Its folder is open, so that no other process can be taken for it that gets its
  /// number when it has ended.
  private final class Holder {
    let process: pid_t
    private let folder: Int32
    /// At which numbers its sockets were found.
    private var places = mam_places()

    /// Nil if its descriptors cannot be listed.
    init?(_ process: pid_t) {
      folder = mam_process_folder(process)
      self.process = process
      if folder < 0 { return nil }
    }

    deinit { close(folder) }

    /// True if the socket is where sockets of the process were before.
    func holdsAsBefore(_ inode: UInt32) -> Bool {
      mam_folder_holds(folder, inode, &places, 0) == 1
    }

    /// True if it has the socket open, false if not, nil if its descriptors cannot be listed.
    func holds(_ inode: UInt32) -> Bool? {
      switch mam_folder_holds(folder, inode, &places, 1) {
      case 0: false
      case 1: true
      default: nil
      }
    }
  }

  /// So many processes of the run, and so many foreign ones, are remembered.
  private static let mostKnown = 16
  /// The most processes of the machine that are looked at.
  private static let mostProcesses = 32_768

  private let netlink: Int32
  /// The coordinator: all that it has started, and what that has started, belongs to the run.
  private let root: pid_t
  /// Processes of the run that were asked or that connections came from, the latest last.
  private var known: [Holder] = []
  /// Processes that are none of the run and that connections came from, the latest last.
  private var strangers: [Holder] = []
  /// Room for a list of processes; kept, because it is large.
  private var list: [pid_t] = []

  /// A check; nil if the kernel does not tell who owns a socket.
  ///
  /// - Parameter root: the process that has started everything that belongs to the run.
  init?(root: pid_t = getppid()) {
    self.root = root
    netlink = mam_socket_diagnosis()
    if netlink < 0 { return nil }
  }

  deinit { close(netlink) }

  /// Who is at the other end of a connection if it is certain that it is nobody of the run; nil if not.
  ///
  /// - Parameter active: the process whose requests are expected, which is asked first; 0 if there is none.
  func foreigner(on connection: Int32, active: pid_t) -> Foreigner? {
    guard let socket = owner(of: connection), socket.inode != 0 else { return nil }
    // Mostly the socket is where the one before it was, which takes one look.
    for holder in known.reversed() where holder.process == active {
      if holder.holdsAsBefore(socket.inode) { return nil }
    }
    if active > 0, holds(active, socket.inode) { return nil }
    for holder in known.reversed() where holder.process != active {
      if holder.holdsAsBefore(socket.inode) { return nil }
    }
    for holder in known.reversed() where holder.process != active {
      guard let isHeld = holder.holds(socket.inode) else {
        known.removeAll { $0 === holder }
        continue
      }
      if isHeld { return nil }
    }
    if active > 0, let holder = child(of: active, with: socket.inode) {
      PeerCheck.remember(holder, in: &known)
      return nil
    }
    // An app that has closed its end already is not looked for on the whole machine.
    guard isUnchanged(socket, connection) else { return nil }
    for holder in strangers where holder.holds(socket.inode) == true {
      return foreigner(holder.process, socket)
    }
    return search(socket, connection)
  }

  private typealias Socket = (inode: UInt32, user: UInt32)

  private func owner(of connection: Int32) -> Socket? {
    var socket: Socket = (0, 0)
    return mam_socket_owner(netlink, connection, &socket.inode, &socket.user) == 0 ? socket : nil
  }

  /// False for a socket that was handed on or closed meanwhile, which proves nothing.
  private func isUnchanged(_ socket: Socket, _ connection: Int32) -> Bool {
    owner(of: connection).map { $0.inode == socket.inode } ?? false
  }

  private func foreigner(_ process: pid_t?, _ socket: Socket) -> Foreigner {
    Foreigner(process: process, name: process.flatMap(PeerCheck.name), user: socket.user)
  }

  /// True if a process of the run has the socket open, which is remembered whether it has or not.
  private func holds(_ process: pid_t, _ inode: UInt32) -> Bool {
    if let holder = known.last(where: { $0.process == process }) {
      if let isHeld = holder.holds(inode) { return isHeld }
      // That one has ended, and another one has its number.
      known.removeAll { $0 === holder }
    }
    guard let holder = Holder(process) else { return false }
    PeerCheck.remember(holder, in: &known)
    return holder.holds(inode) ?? false
  }

  private static func remember(_ holder: Holder, in holders: inout [Holder]) {
    holders.removeAll { $0.process == holder.process }
    holders.append(holder)
    if holders.count > mostKnown { holders.removeFirst() }
  }

  /// The process among those that one has started, and that those have started, that has the socket open: an adapter
  /// behind a script.
  private func child(of process: pid_t, with inode: UInt32) -> Holder? {
    var list = [pid_t](repeating: 0, count: 64)
    var parents = [process]
    for _ in 0..<8 where !parents.isEmpty {
      var children: [pid_t] = []
      for parent in parents {
        let count = mam_process_children(parent, &list, Int32(list.count))
        children += list[..<Int(max(0, count))]
      }
      for child in children {
        if let holder = Holder(child), holder.holds(inode) == true { return holder }
      }
      parents = children
    }
    return nil
  }

  /// Looks at every process of the machine.
  private func search(_ socket: Socket, _ connection: Int32) -> Foreigner? {
    if list.isEmpty { list = [pid_t](repeating: 0, count: PeerCheck.mostProcesses) }
    let count = mam_process_list(&list, Int32(list.count))
    var isHidden = false
    var stranger: Holder?
    for process in list[..<Int(max(0, count))] {
      let holder = Holder(process)
      let isHeld = holder?.holds(socket.inode)
      guard isHeld != false else { continue }
      if isOfRun(process) {
        if let holder, isHeld == true {
          PeerCheck.remember(holder, in: &known)
          return nil
        }
        // It may be the one, unless it has ended meanwhile.
        isHidden = isHidden || kill(process, 0) == 0 || errno == EPERM
      } else if isHeld == true {
        stranger = holder
      }
    }
    if let stranger {
      PeerCheck.remember(stranger, in: &strangers)
      return foreigner(stranger.process, socket)
    }
    return !isHidden && isUnchanged(socket, connection) ? foreigner(nil, socket) : nil
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
