internal import ExactText
package import MAMDirectory
package import MAMWire

/// How requests reach the engine: what the control channel's commands need of it.
package protocol ServiceTransport: AnyObject {
  /// Opens the hosts of an app, on the given ports if there are any.
  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts
  /// Sets who may ask what at the hosts of an app.
  ///
  /// - Parameters:
  ///   - gate: the number of its gate; nil if its requests always pass.
  ///   - refusesForeign: true to refuse requests of programs that the coordinator has not started.
  func setGate(_ gate: Int?, refusesForeign: Bool, of instance: String)
  /// Deals with everything that has arrived.
  func drain()
  /// Forgets which foreign programs it has reported.
  func forgetForeigners()
  /// Closes the hosts of an app and everything connected to them.
  func close(_ instance: String) throws(CommandError)
  /// Tells that ``ServiceEngine/isRefused(_:instance:now:)`` may have changed for any host.
  func reachabilityChanged() throws(CommandError)
  /// Sends the response of a held request.
  func send(_ reply: Reply, to request: Int)
  /// Closes the connection of a held request.
  func drop(_ request: Int)
}

extension ServiceTransport {
  /// Nobody but the app can reach a service within its process, and it does so in its activations only.
  package func setGate(_ gate: Int?, refusesForeign: Bool, of instance: String) {}
  /// Within a process nothing arrives that is not dealt with at once.
  package func drain() {}
  /// Nobody foreign can reach a service within a process.
  package func forgetForeigners() {}
}

/// The hosts of an app that have been opened.
package struct OpenHosts: Sendable {
  /// Their URLs.
  package var urls: HostURLs
  /// Their ports in the order of `ServiceHost`; empty if the transport has none.
  package var ports: [Int]

  /// Hosts at the given URLs and ports.
  package init(urls: HostURLs, ports: [Int]) {
    self.urls = urls
    self.ports = ports
  }
}
