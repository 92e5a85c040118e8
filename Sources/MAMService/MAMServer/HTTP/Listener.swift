import CMicroHTTPD
import CProcess
internal import ExactText
import Glibc
import MAMCrypto
import MAMDirectory
import MAMWire
import SystemFiles

/// A listening socket that can refuse connections and come back on its port.
final class Listener {
  /// What is served there.
  enum Site: Equatable {
    /// A host of one app.
    case app(instance: String, ServiceHost)
    /// A host that all apps share: the service alone, without a coordinator.
    case shared(ServiceHost)
    /// Every operation, the administrator API and the control API: the service alone.
    case everything

    /// The host of an app that is served there; nil for none or all.
    var host: ServiceHost? {
      switch self {
      case .app(_, let host), .shared(let host): host
      case .everything: nil
      }
    }

    /// True if the coordinator may bind the port beside the service, to keep it while the service is started again.
    var isKept: Bool {
      if case .app = self { true } else { false }
    }
  }

  let site: Site
  /// True if connections speak TLS.
  let isSecure: Bool
  /// What clients call the port if connections speak TLS.
  var secureName = "localhost"
  /// `http` or `https`.
  var scheme: String { isSecure ? "https" : "http" }
  /// The address of the socket: of IPv4, or the loopback one of IPv6.
  let address: String
  /// True if clients may come from anywhere, and call the machine by any of its names.
  var isAnyAddress: Bool { address == NetworkAddress.any }
  /// The URL of the port, without a slash at the end.
  var url: String { isSecure ? url(of: secureName) : addressURL }
  /// The URL of the port by its address, for clients that do not say how they call it.
  var addressURL: String { url(of: isAnyAddress ? "127.0.0.1" : address) }
  /// The URL of the port for clients that call the machine so.
  func url(of name: String) -> String {
    // RFC 3986, section 3.2.2: the colons of an address must not be taken for the port's.
    let isBare = name.utf8.contains(UInt8(ascii: ":")) && name.utf8.first != UInt8(ascii: "[")
    return "\(scheme)://\(isBare ? "[\(name)]" : name):\(port)"
  }
  let port: Int
  let descriptor: Int32
  /// The number of the gate of the app; nil if its requests always pass.
  var gate: Int?
  /// True if only the app may send requests.
  var refusesForeign = false
  /// False while connections are refused; the port stays reserved by the bound socket.
  private(set) var isListening = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]

  /// Binds a port (0: any) and listens.
  init(
    _ site: Site, address: String = "127.0.0.1", port: Int, isSecure: Bool = false
  ) throws(CommandError) {
    var bound = UInt16(port)
    descriptor = mam_bind(address, &bound, site.isKept ? 1 : 0)
    guard descriptor >= 0 else {
      throw Listener.failure("cannot open port \(port) of \(address)", hint: port != 0)
    }
    self.address = address
    self.site = site
    self.isSecure = isSecure
    self.port = Int(bound)
    do throws(CommandError) {
      try listen()
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  private static func failure(_ what: String, hint: Bool = false) -> CommandError {
    let isTaken = hint && errno == EADDRINUSE
    return CommandError(
      "\(what): \(SystemError.last)"
        + (isTaken ? "; --port 0 and --https-port 0 take any that are free" : ""))
  }

  /// Accepts connections (again).
  func listen() throws(CommandError) {
    guard !isListening else { return }
    // Connections come one app at a time, but a thousand apps may start in one go.
    guard Glibc.listen(descriptor, 1024) == 0 else {
      throw Listener.failure("cannot listen at port \(port)")
    }
    isListening = true
  }

  /// Refuses connections from now on, and ends those that are open.
  ///
  /// shutdown(2) takes a listening socket out of service without giving up its port.
  func refuse() {
    guard isListening else { return }
    shutdown(descriptor, Int32(SHUT_RDWR))
    isListening = false
    endConnections()
  }

  /// Ends every connection but those whose request is held: they are the coordinator's to end.
  private func endConnections() {
    for connection in connections.values {
      switch connection.state {
      case .held, .waiting: continue
      default: break
      }
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }
  }

  /// Gives up the port.
  func close() {
    isListening = false
    endConnections()
    Glibc.close(descriptor)
  }

  func add(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = connection }
  func remove(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = nil }
}
