import CProcess
import Glibc
import Testing

@testable import MAMEngine
@testable import MAMDirectory
@testable import MAMWire
@testable import MAMServer

/// Who is found at the other end of a connection. The checks here have a root of their own: nobody, so that every process
/// is foreign unless it is found in another way.
@Suite struct PeerCheckTests {
  /// A port with connections to it.
  private final class Port {
    let listener: Int32
    let number: UInt16
    private var descriptors: [Int32] = []

    init() {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      number = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(listener, $0, length)
          _ = listen(listener, 8)
          _ = getsockname(listener, $0, &length)
        }
        return UInt16(bigEndian: $0.pointee.sin_port)
      }
    }

    deinit {
      for descriptor in descriptors { close(descriptor) }
      close(listener)
    }

    /// The service's end of the next connection.
    func accepted() -> Int32 {
      let connection = accept(listener, nil, nil)
      descriptors.append(connection)
      return connection
    }

    /// A connection of this process; both ends.
    func connection() -> (near: Int32, far: Int32) {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = number.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      descriptors.append(client)
      return (accepted(), client)
    }

    func forget(_ descriptor: Int32) {
      close(descriptor)
      descriptors.removeAll { $0 == descriptor }
    }
  }

  /// A shell that runs until it goes.
  private final class Shell {
    let process: pid_t
    private let input: Int32

    init(_ script: String) throws {
      var ends: [Int32] = [-1, -1]
      let isPipe = mam_pipe(&ends) == 0
      try #require(isPipe)
      let words: [String] = ["bash", "-c", script]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      defer { for argument in arguments { free(argument) } }
      var process: pid_t = 0
      // Standard streams as they are, but for the input, whose end is that of the script.
      let map: [Int32] = [ends[0], 0, 1, 1, 2, 2]
      let error = mam_spawn(&process, "/bin/bash", arguments, environ, nil, map, 3)
      try #require(error == 0)
      close(ends[0])
      self.process = process
      input = ends[1]
    }

    deinit {
      close(input)
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  private func script(_ port: Port) -> String {
    "exec 3<>/dev/tcp/127.0.0.1/\(port.number); read x"
  }

  @Test func `a connection of the active process is its own, at whatever number it is`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    for number: Int32 in [0, 60, 0, 200, 7000, 0, 61] {
      let (near, far) = port.connection()
      var held = far
      if number > 0 {
        held = fcntl(far, F_DUPFD_CLOEXEC, number)
        port.forget(far)
      }
      #expect(peers.foreigner(on: near, active: getpid()) == nil, "\(held)")
      // As one that is not active any more, too.
      #expect(peers.foreigner(on: near, active: 0) == nil, "\(held)")
      if number > 0 { close(held) }
    }
  }

  @Test func `hundreds of connections of the active process are its own`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    var held: [Int32] = []
    defer { for descriptor in held { close(descriptor) } }
    for _ in 0..<100 {
      let (near, far) = port.connection()
      held.append(fcntl(far, F_DUPFD_CLOEXEC, 100))
      port.forget(far)
      #expect(peers.foreigner(on: near, active: getpid()) == nil, "\(held)")
    }
  }

  @Test func `a process that has nothing to do with the run is named, and named again`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    for _ in 0..<3 {
      let (near, _) = port.connection()
      let foreigner = try #require(peers.foreigner(on: near, active: 0))
      #expect(foreigner.process == getpid())
      #expect(foreigner.user == getuid())
      #expect(foreigner.name != nil)
    }
  }

  @Test func `a process that is not active is foreign beside one that is`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    let shell = try Shell("read x")
    let (near, _) = port.connection()
    #expect(peers.foreigner(on: near, active: shell.process)?.process == getpid())
  }

  @Test func `an adapter behind a script is found through the script`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    let shell = try Shell("bash -c '\(script(port))'; true")
    let near = port.accepted()
    #expect(peers.foreigner(on: near, active: shell.process) == nil)
    // It is remembered.
    #expect(peers.foreigner(on: near, active: 0) == nil)
  }

  @Test func `what descends from the root is of the run`() throws {
    let peers = try #require(PeerCheck(root: getpid()))
    let port = Port()
    let shell = try Shell(script(port))
    #expect(peers.foreigner(on: port.accepted(), active: 0) == nil)
    _ = shell
  }

  @Test func `a socket that is closed already proves nothing`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    for _ in 0..<20 {
      let (near, far) = port.connection()
      port.forget(far)
      #expect(peers.foreigner(on: near, active: 0) == nil)
    }
  }

  @Test func `a process that has ended gives nothing away to another one`() throws {
    let peers = try #require(PeerCheck(root: -1))
    let port = Port()
    var ended: pid_t = 0
    do {
      let shell = try Shell(script(port))
      ended = shell.process
      #expect(peers.foreigner(on: port.accepted(), active: ended) == nil)
    }
    let (near, _) = port.connection()
    #expect(peers.foreigner(on: near, active: ended)?.process == getpid())
  }

  /// Whether anything holds a socket, found by its folder.
  private func holds(_ folder: Int32, _ inode: UInt32, _ places: inout mam_places, thorough: Bool)
    -> Int32
  {
    mam_folder_holds(folder, inode, &places, thorough ? 1 : 0)
  }

  @Test func `the folder of a process stays that of a process that has ended`() throws {
    let port = Port()
    var shell: Shell? = try Shell(script(port))
    _ = port.accepted()
    let folder = mam_process_folder(try #require(shell).process)
    defer { close(folder) }
    var places = mam_places()
    #expect(holds(folder, 1, &places, thorough: true) == 0)
    shell = nil
    #expect(holds(folder, 1, &places, thorough: true) == -1)
    places.known = ~0
    #expect(holds(folder, 1, &places, thorough: false) == 0)
  }

  @Test func `a socket is looked for first where sockets were before`() throws {
    let port = Port()
    let (_, far) = port.connection()
    var info = stat()
    fstat(far, &info)
    let inode = UInt32(info.st_ino)
    let folder = mam_process_folder(getpid())
    defer { close(folder) }
    var places = mam_places()
    #expect(holds(folder, inode, &places, thorough: false) == 0)
    #expect(holds(folder, inode, &places, thorough: true) == 1)
    if far < 64 {
      #expect(places.known == 1 << UInt64(far))
      #expect(holds(folder, inode, &places, thorough: false) == 1)
    }
    #expect(holds(folder, inode &+ 1_000_000, &places, thorough: true) == 0)
  }

  @Test func `an answer of the kernel that was not taken is not taken for the next one`() throws {
    let port = Port()
    let netlink = mam_socket_diagnosis()
    try #require(netlink >= 0)
    defer { close(netlink) }
    // struct nlmsghdr and struct inet_diag_req_v2: a question for a socket that nobody has.
    var question = [UInt8](repeating: 0, count: 72)
    question[0] = 72
    question[4] = 20
    question[6] = 1
    question[16] = UInt8(AF_INET)
    question[17] = UInt8(IPPROTO_TCP)
    for index in 20..<24 { question[index] = 0xFF }
    for index in 64..<72 { question[index] = 0xFF }
    for _ in 0..<3 { #expect(send(netlink, question, question.count, 0) == 72) }
    for _ in 0..<2 {
      let (near, far) = port.connection()
      var (inode, user): (UInt32, UInt32) = (0, 0)
      #expect(mam_socket_owner(netlink, near, &inode, &user) == 0)
      var info = stat()
      fstat(far, &info)
      #expect(UInt(inode) == UInt(info.st_ino))
    }
  }
}
