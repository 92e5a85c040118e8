import CMicroHTTPD
internal import ExactText
import Glibc
import JSONText
import MAMDirectory
import MAMEngine
import MAMWire
import VirtualTime

/// The service's HTTP: listening sockets, connections, and the one loop that serves them.
///
/// Everything runs on the thread that calls ``run()``. libmicrohttpd parses and writes HTTP, but the
/// listening sockets are ours, so that a host can refuse connections and come back on its port.
final class HTTPServer {
  let engine: ServiceEngine
  let clock: ServiceClock
  /// Real time: for what people or machines wait for.
  let wallClock = StandaloneClock()
  /// Everything that parses and writes HTTP, the one without TLS first.
  var daemons: [HTTPDaemon] = []
  /// Serves TLS with the good certificate; nil without HTTPS.
  var secure: HTTPDaemon?
  /// Makes the daemon that shows an expired certificate, when it is needed first.
  var makeExpired: () throws(CommandError) -> ServerCertificate = { () throws(CommandError) in
    throw CommandError("there is no certificate authority to sign an expired certificate")
  }
  var expired: HTTPDaemon?
  let poll: Int32
  var listeners: [Int32: Listener] = [:]
  /// The hosts of each app that has its own.
  var apps: [ExactString: HostSet] = [:]
  /// The hosts of all other apps: only without a coordinator.
  var shared: HostSet?
  /// The same with TLS.
  var sharedSecure: HostSet?
  /// The connections of held requests by the request's number.
  var held: [Int: HTTPConnection] = [:]
  /// The `client-request-id` of each app's latest request if that ended without a response on a
  /// connection that had been used before: HTTP libraries send such a request once more by themselves.
  var repeatable: [ExactString: String] = [:]
  /// The same ports at the loopback address of IPv6; see ``addTwin(of:)``.
  var twins: [Listener] = []
  /// How often another port had to be chosen, because the same one of IPv6 was taken.
  var twinAttempts = 0
  static let maximumTwinAttempts = 100
  /// The address of every port.
  var address = "127.0.0.1"
  /// What clients call the ports that speak TLS: what the certificate is for.
  var secureName = "localhost" {
    didSet {
      for listener in listeners.values { listener.secureName = secureName }
      sharedSecure = sharedSecure.map { HostSet($0.listeners) }
    }
  }
  /// Keeps the authority from being replaced as long as this server runs; nil if it uses none.
  var authorityUse: AuthorityUse?
  /// The token whose bearer may do everything; nil for none.
  var administratorToken: String?
  /// Refuses requests that call the service by a strange name; nil under a coordinator.
  var hostGuard: HostGuard?
  /// What the pipes of the adapters say about the open gate.
  let pipes = ActivationPipes()
  /// Who may send the control API what is as long as a snapshot.
  var access = ControlAccess(secret: nil, administratorToken: nil)
  /// Answers a request below `/_mam/`, now or later, and returns what is to be called if nobody is there
  /// any more for an answer that is still to come; nil without a control API.
  var control: ((HTTPRequest, _ respond: @escaping (ServiceResponse) -> Void) -> (() -> Void)?)?
  private var sources: [Int32: () -> Void] = [:]
  /// The connections that wait for the control API, with what to call if they end before.
  var waiting: [ObjectIdentifier: (connection: HTTPConnection, forget: () -> Void)] = [:]
  /// The bodies that go out in pieces, by connection.
  var trickling: [ObjectIdentifier: TricklingBody] = [:]
  /// The connections by socket: only without a coordinator, who ends connections himself.
  var connections: [Int32: HTTPConnection] = [:]
  /// The connections whose clients have ended their side, and that are to be closed.
  var hungUp: [HangUp] = []
  /// True once the loop is to end.
  private(set) var isStopping = false
  /// True if a connection goes on that libmicrohttpd has not looked at yet.
  var hasResumed = false
  var accepting: Listener?
  var scratch: [UInt8] = []
  let bodies = BodyBudget()
  /// Finds out whose connections are; nil if nobody wants to know.
  var peers: PeerCheck?
  /// The foreign programs that the coordinator has been notified of.
  var knownForeigners: Set<ExactString> = []
  /// Writes a line to the coordinator.
  var tellCoordinator: (JSONObject) -> Void = { _ in }
  /// The most connections since free memory was given back.
  var mostConnections = 0
  var policyTexts = PolicyTexts()
  /// The latest second that a `Date` was written for, and the text.
  var latestDate: (second: Int, text: String)?

  /// How long a connection may do nothing, in seconds of real time: only in a service that runs alone.
  static let idleSeconds: UInt32 = 120
  /// How long to wait before a connection is looked at again whose client has hung up with bytes on their
  /// way.
  static let hangUpMilliseconds = 20
  /// How long connections wait that there are no descriptors for, before somebody looks again.
  static let pauseMilliseconds = 50
  /// The most connections that are open at the same time.
  static let connectionLimit: UInt32 = 65_536

  init(engine: ServiceEngine, clock: ServiceClock) throws(CommandError) {
    self.engine = engine
    self.clock = clock
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    engine.transport = self
    guard poll >= 0 else { throw CommandError("cannot start the HTTP server") }
    try add(try HTTPDaemon(of: self, nil))
  }

  /// Serves HTTPS too, with a certificate.
  func serveTLS(_ certificate: ServerCertificate) throws(CommandError) {
    secure = try HTTPDaemon(of: self, certificate)
    try add(secure!)
  }

  func add(_ daemon: HTTPDaemon) throws(CommandError) {
    daemons.append(daemon)
    mam_epoll_add(poll, daemon.poll)
  }

  // MARK: The loop

  /// Calls the handler whenever the descriptor has input.
  func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) {
    sources[descriptor] = handler
    mam_epoll_add(poll, descriptor)
  }

  func forget(_ descriptor: Int32) {
    sources[descriptor] = nil
    mam_epoll_remove(poll, descriptor)
  }

  /// Ends ``run()`` once the current input is dealt with.
  func stop() { isStopping = true }

  /// Serves until ``stop()``, then closes everything.
  func run() {
    var ready = [Int32](repeating: 0, count: 64)
    while !isStopping {
      var wait = Int.max
      for daemon in daemons { wait = min(wait, daemon.run() ?? .max) }
      wait = min(wait, clock.own?.millisecondsToNext ?? .max, wallClock.millisecondsToNext ?? .max)
      wait = min(wait, endHungUp() ?? .max)
      if hasResumed {
        hasResumed = false
        wait = 0
      }
      let timeout = wait == .max ? -1 : Int32(clamping: wait)
      let count = mam_epoll_wait(poll, &ready, Int32(ready.count), timeout)
      clock.own?.runDue()
      wallClock.runDue()
      for index in 0..<max(0, Int(count)) where !isStopping {
        if let source = sources[ready[index]] {
          source()
        } else if let listener = listeners[ready[index]] {
          accept(on: listener)
        } else if let connection = connections[ready[index]] {
          hungUp.append(HangUp(connection))
        }
      }
    }
    for request in held.keys.sorted() { drop(request) }
    for question in waiting.values {
      question.connection.state = .dropped
      question.forget()
      resume(question.connection)
    }
    waiting = [:]
    for body in trickling.values { body.abandon() }
    for daemon in daemons { _ = daemon.run() }
    for listener in listeners.values { listener.close() }
    for daemon in daemons { daemon.stop() }
    // What is called by the loop knows the server, which would keep the state file open otherwise.
    sources = [:]
    control = nil
    Glibc.close(poll)
  }
}
