import CMicroHTTPD

/// The five listening sockets of an app in the order of ``ServiceHost``, and their URLs.
struct HostSet {
  let listeners: [Listener]
  let urls: HostURLs

  init(_ listeners: [Listener]) {
    self.listeners = listeners
    urls = HostURLs { host in "http://127.0.0.1:\(listeners[host.rawValue].port)" }
  }
}

extension HTTPServer: ServiceTransport {
  /// Opens a listening socket and serves it.
  func listen(_ site: Listener.Site, port: Int) throws(CommandError) -> Listener {
    let listener = try Listener(site, port: port)
    listeners[listener.descriptor] = listener
    mam_epoll_add(poll, listener.descriptor)
    return listener
  }

  private func close(_ listener: Listener) {
    if listener.isListening { mam_epoll_remove(poll, listener.descriptor) }
    listeners[listener.descriptor] = nil
    listener.close()
  }

  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts {
    if let hosts = apps[instance] {
      guard ports == nil || ports == hosts.listeners.map(\.port) else {
        throw CommandError("\"\(instance)\" is attached already, on other ports")
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
    ports: [Int]?, _ site: (ServiceHost) -> Listener.Site
  ) throws(CommandError) -> HostSet {
    var opened: [Listener] = []
    do throws(CommandError) {
      for host in ServiceHost.allCases {
        opened.append(try listen(site(host), port: ports?[host.rawValue] ?? 0))
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
    for hosts in apps.values {
      for listener in hosts.listeners { try updateReachability(of: listener) }
    }
  }

  private func updateReachability(of listener: Listener) throws(CommandError) {
    guard case .app(let instance, let host) = listener.site else { return }
    let isRefused = engine.isRefused(host, instance: instance)
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
