internal import ExactText

/// How requests reach the engine: what the control channel's commands need of it.
public protocol ServiceTransport: AnyObject {
  /// Opens the hosts of an app, on the given ports if there are any.
  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts
  /// Closes the hosts of an app and everything connected to them.
  func close(_ instance: String) throws(CommandError)
  /// Tells that ``ServiceEngine/isRefused(_:instance:now:)`` may have changed for any host.
  func reachabilityChanged() throws(CommandError)
  /// Sends the response of a held request.
  func send(_ reply: Reply, to request: Int)
  /// Closes the connection of a held request.
  func drop(_ request: Int)
}

/// The hosts of an app that have been opened.
public struct OpenHosts: Sendable {
  /// Their URLs.
  public var urls: HostURLs
  /// Their ports in the order of ``ServiceHost``; empty if the transport has none.
  public var ports: [Int]

  /// Hosts at the given URLs and ports.
  public init(urls: HostURLs, ports: [Int]) {
    self.urls = urls
    self.ports = ports
  }
}
