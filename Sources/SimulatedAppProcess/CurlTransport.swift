import CCurl
internal import ExactText
package import ReferenceSDK
package import SimulatedApp

/// HTTP/1.1 through libcurl, one transfer at a time, on connections that are kept alive.
///
/// Nothing is ever sent twice: libcurl would repeat a request when a reused connection breaks before
/// the response, which is refused, and the failure reaches the SDK as what it is.
package final class CurlTransport: Transport {
  /// The longest real time a response may take, in seconds; only against a service that hangs.
  static let longestWaitSeconds = 3600
  /// The longest real time a connection may take, in milliseconds.
  static let connectTimeoutMilliseconds = 30_000

  /// libcurl's set of transfers; made with the first request, because that takes longer than the start
  /// of the whole process.
  private lazy var multi: OpaquePointer = {
    curl_global_init(Int(CURL_GLOBAL_NOTHING))
    guard let multi = curl_multi_init() else { fatalError("libcurl has no memory left") }
    isMade = true
    return OpaquePointer(multi)
  }()
  private var isMade = false
  private var idleHandles: [UnsafeMutableRawPointer] = []
  /// The requests under way, in the order in which they were sent.
  private var exchanges: [Exchange] = []
  /// Where a `held` message may come from while a response is waited for.
  private let input: StandardInput?

  /// A transport that listens to an input while it waits; nil to wait for responses only.
  package init(input: StandardInput? = nil) {
    self.input = input
  }

  deinit {
    guard isMade else { return }
    for exchange in exchanges { exchange.detach(from: multi) }
    for handle in idleHandles { curl_easy_cleanup(handle) }
    curl_multi_cleanup(UnsafeMutableRawPointer(multi))
  }

  package private(set) var connectedCount = 0

  package func perform(_ request: SDKRequest) -> TransportResult {
    let multi = multi
    guard let handle = idleHandles.popLast() ?? Exchange.newHandle() else {
      return .ended(.unreachable)
    }
    let exchange = Exchange(request, handle: handle)
    exchanges.append(exchange)
    connectedCount += 1
    curl_multi_add_handle(UnsafeMutableRawPointer(multi), handle)
    return wait(for: exchange)
  }

  package func await(_ request: String) -> TransportResult {
    guard let exchange = exchanges.first(where: { $0.id == request }) else {
      return .ended(.unreachable)
    }
    return wait(for: exchange)
  }

  package func cancel(_ request: String) {
    guard let index = exchanges.firstIndex(where: { $0.id == request }) else { return }
    let exchange = exchanges.remove(at: index)
    // Taking out a transfer before its end closes its connection.
    exchange.detach(from: multi)
    curl_easy_cleanup(exchange.handle)
  }

  /// Drives all transfers until the one has ended, or is said to be held back.
  private func wait(for exchange: Exchange) -> TransportResult {
    var running: Int32 = 0
    while true {
      curl_multi_perform(UnsafeMutableRawPointer(multi), &running)
      collectEnded()
      if let outcome = exchange.outcome {
        exchanges.removeAll { $0 === exchange }
        exchange.detach(from: multi)
        idleHandles.append(exchange.handle)
        return .ended(outcome)
      }
      guard let input else {
        curl_multi_poll(UnsafeMutableRawPointer(multi), nil, 0, 1000, nil)
        continue
      }
      if input.takeHeld(exchange.id) { return .held }
      var watched = curl_waitfd(fd: input.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      curl_multi_poll(UnsafeMutableRawPointer(multi), &watched, 1, 1000, nil)
      if watched.revents != 0 {
        input.readAvailable()
        if input.takeHeld(exchange.id) { return .held }
      }
    }
  }

  private func collectEnded() {
    var code = CURLE_OK
    while let handle = mam_curl_multi_done(UnsafeMutableRawPointer(multi), &code) {
      guard let exchange = exchanges.first(where: { $0.handle == handle }) else { continue }
      if code == CURLE_COULDNT_CONNECT, !exchange.hasBegun { connectedCount -= 1 }
      exchange.end(code)
    }
  }
}
