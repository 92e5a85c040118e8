import CMicroHTTPD
internal import ExactText
import MAMCrypto
import MAMDirectory
import MAMEngine
import MAMWire

/// The five listening sockets of an app in the order of `ServiceHost`, and their URLs.
struct HostSet {
  let listeners: [Listener]
  let urls: HostURLs

  init(_ listeners: [Listener]) {
    self.listeners = listeners
    urls = HostURLs { listeners[$0.rawValue].url }
  }

  /// The URLs for the client of a request: where the service listens at every address, they have the
  /// name by which that client has reached it, because there is none that leads here from everywhere.
  func urls(for http: HTTPRequest) -> HostURLs {
    guard listeners[0].isAnyAddress, let name = http.hostName else { return urls }
    return HostURLs { listeners[$0.rawValue].url(of: name) }
  }
}

extension HTTPServer: ServiceTransport {
  /// Opens a listening socket and serves it.
  func listen(
    _ site: Listener.Site, port: Int, isSecure: Bool = false
  ) throws(CommandError) -> Listener {
    let listener = try Listener(site, address: address, port: port, isSecure: isSecure)
    do throws(CommandError) {
      try addTwin(of: listener)
    } catch {
      listener.close()
      // Of a port that the machine chose another will do.
      guard port == 0, twinAttempts < HTTPServer.maximumTwinAttempts else { throw error }
      twinAttempts += 1
      return try listen(site, port: port, isSecure: isSecure)
    }
    add(listener)
    return listener
  }

  private func add(_ listener: Listener) {
    listener.secureName = secureName
    listeners[listener.descriptor] = listener
    mam_epoll_add(poll, listener.descriptor)
  }

  /// Serves the same port of the loopback address of IPv6, where many clients look first for `localhost`: only
  /// without a coordinator, beside IPv4's loopback address or every address of IPv4, and where the machine has
  /// IPv6.
  private func addTwin(of listener: Listener) throws(CommandError) {
    if case .app = listener.site { return }
    guard ["127.0.0.1", NetworkAddress.any].contains(address), NetworkAddress.hasLoopbackOfIPv6
    else { return }
    let twin = try Listener(
      listener.site, address: NetworkAddress.loopbackOfIPv6, port: listener.port,
      isSecure: listener.isSecure)
    twins.append(twin)
    add(twin)
  }

  private func close(_ listener: Listener) {
    if listener.isListening { mam_epoll_remove(poll, listener.descriptor) }
    listeners[listener.descriptor] = nil
    listener.close()
  }

  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts {
    if let hosts = apps[instance] {
      guard ports == nil || ports == hosts.listeners.map(\.port) else {
        throw CommandError("\"\(instance)\" is already attached to other ports")
      }
      return OpenHosts(urls: hosts.urls, ports: hosts.listeners.map(\.port))
    }
    let hosts = try openHosts(ports: ports) { .app(instance: instance, $0) }
    apps[instance] = hosts
    for listener in hosts.listeners { try updateReachability(of: listener) }
    return OpenHosts(urls: hosts.urls, ports: hosts.listeners.map(\.port))
  }

  /// Opens five hosts, or none.
  func openHosts(
    ports: [Int]?, isSecure: Bool = false, _ site: (ServiceHost) -> Listener.Site
  ) throws(CommandError) -> HostSet {
    var opened: [Listener] = []
    do throws(CommandError) {
      for host in ServiceHost.allCases {
        opened.append(
          try listen(site(host), port: ports?[host.rawValue] ?? 0, isSecure: isSecure))
      }
    } catch {
      for listener in opened { close(listener) }
      throw error
    }
    return HostSet(opened)
  }

  func close(_ instance: String) throws(CommandError) {
    guard let hosts = apps.removeValue(forKey: instance) else {
      throw CommandError("\"\(instance)\" is not attached")
    }
    for listener in hosts.listeners { close(listener) }
    repeatable[instance] = nil
  }

  func reachabilityChanged() throws(CommandError) {
    let alone = [shared, sharedSecure].compactMap(\.self)
    for hosts in Array(apps.values) + alone {
      for listener in hosts.listeners { try updateReachability(of: listener) }
    }
    for listener in twins { try updateReachability(of: listener) }
  }

  private func updateReachability(of listener: Listener) throws(CommandError) {
    let isRefused: Bool
    switch listener.site {
    case .app(let instance, let host):
      isRefused = engine.isRefused(
        host, instance: instance, now: clock.now)
    case .shared(let host):
      isRefused = engine.isRefused(
        host, instance: "-", now: clock.now)
    case .everything: return
    }
    if isRefused && listener.isListening {
      // A socket that does not listen would be reported as hung up for ever.
      mam_epoll_remove(poll, listener.descriptor)
      listener.refuse()
    } else if !isRefused && !listener.isListening {
      try listener.listen()
      mam_epoll_add(poll, listener.descriptor)
    }
  }
}
