import CCurl
internal import ExactText
import Glibc
import ReferenceSDK

/// One request on its way through libcurl.
final class Exchange {
  let id: String
  let handle: UnsafeMutableRawPointer
  /// The bytes of the body, which libcurl sends from here, together with the header.
  private let body: UnsafeMutableBufferPointer<UInt8>
  private var received: [UInt8] = []
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// 1 once libcurl has begun to send the request: it must not send it again.
  private let hasBegunFlag: UnsafeMutablePointer<Int32>
  /// How it ended; nil while it is under way.
  private(set) var outcome: HTTPOutcome?

  /// Makes a handle with the options that all requests share; nil without memory.
  static func newHandle() -> UnsafeMutableRawPointer? {
    guard let handle = curl_easy_init() else { return nil }
    _ = "*".withCString { mam_curl_setopt_pointer(handle, CURLOPT_NOPROXY, $0) }
    mam_curl_setopt_long(handle, CURLOPT_NOSIGNAL, 1)
    mam_curl_setopt_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    mam_curl_setopt_long(handle, CURLOPT_TIMEOUT, CurlTransport.longestWaitSeconds)
    mam_curl_setopt_long(
      handle, CURLOPT_CONNECTTIMEOUT_MS, CurlTransport.connectTimeoutMilliseconds)
    mam_curl_setopt_long(handle, CURLOPT_POST, 1)
    mam_curl_setopt_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().received.append(
        contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    return handle
  }

  /// Prepares a handle for a request; what an earlier one has set is set again.
  init(_ request: SDKRequest, handle: UnsafeMutableRawPointer) {
    id = request.id
    self.handle = handle
    let bytes = request.body.bytes
    // Without an address libcurl would read the body from standard input.
    body = .allocate(capacity: max(bytes.count, 1))
    _ = body.initialize(from: bytes)
    hasBegunFlag = .allocate(capacity: 1)
    hasBegunFlag.initialize(to: 0)
    for line in request.headers { headers = curl_slist_append(headers, line) }
    headers = curl_slist_append(headers, "client-request-id: \(request.id)")
    // What libcurl would add by itself.
    headers = curl_slist_append(headers, "Expect:")
    headers = curl_slist_append(headers, "Accept:")
    _ = request.url.withCString { mam_curl_setopt_pointer(handle, CURLOPT_URL, $0) }
    mam_curl_setopt_pointer(handle, CURLOPT_HTTPHEADER, headers)
    mam_curl_setopt_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
    mam_curl_setopt_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress)
    mam_curl_send_once(handle, hasBegunFlag)
    mam_curl_setopt_pointer(
      handle, CURLOPT_WRITEDATA, UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit {
    curl_slist_free_all(headers)
    body.deallocate()
    hasBegunFlag.deallocate()
  }

  /// True once libcurl has had a connection for the request.
  var hasBegun: Bool { hasBegunFlag.pointee != 0 }

  /// Notes how the transfer ended.
  func end(_ code: CURLcode) {
    var status = 0
    mam_curl_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
    switch code {
    case CURLE_OK: outcome = .response(status: status, body: received)
    case CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY: outcome = .truncated
    default: outcome = status != 0 ? .truncated : .unreachable
    }
  }

  /// Takes the handle out of the transfers.
  func detach(from multi: OpaquePointer) {
    curl_multi_remove_handle(UnsafeMutableRawPointer(multi), handle)
  }
}
