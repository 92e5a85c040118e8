import CCurl
internal import ExactText
import Glibc
import ReferenceSDK

/// One request on its way through libcurl.
final class Exchange {
  let id: String
  let handle: UnsafeMutableRawPointer
  private let body: [UInt8]
  private var sent = 0
  private var received: [UInt8] = []
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// How it ended; nil while it is under way.
  private(set) var outcome: HTTPOutcome?

  /// Prepares a handle for a request.
  init(_ request: SDKRequest, handle: UnsafeMutableRawPointer) {
    id = request.id
    body = request.body.bytes
    self.handle = handle
    for line in request.headers + ["client-request-id: \(request.id)", "Expect:", "Accept:"] {
      headers = curl_slist_append(headers, line)
    }
    let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    _ = request.url.withCString { mam_curl_setopt_pointer(handle, CURLOPT_URL, $0) }
    _ = "*".withCString { mam_curl_setopt_pointer(handle, CURLOPT_NOPROXY, $0) }
    mam_curl_setopt_pointer(handle, CURLOPT_HTTPHEADER, headers)
    mam_curl_setopt_long(handle, CURLOPT_NOSIGNAL, 1)
    mam_curl_setopt_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    mam_curl_setopt_long(handle, CURLOPT_TIMEOUT, CurlTransport.longestWaitSeconds)
    mam_curl_setopt_long(
      handle, CURLOPT_CONNECTTIMEOUT_MS, CurlTransport.connectTimeoutMilliseconds)
    mam_curl_setopt_long(handle, CURLOPT_POST, 1)
    mam_curl_setopt_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
    mam_curl_setopt_refuse_seek(handle)
    mam_curl_setopt_pointer(handle, CURLOPT_READDATA, context)
    mam_curl_setopt_write(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        .supply(to: bytes, at: size * count)
    }
    mam_curl_setopt_pointer(handle, CURLOPT_WRITEDATA, context)
    mam_curl_setopt_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().received.append(
        contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
  }

  deinit { curl_slist_free_all(headers) }

  /// Copies the next bytes of the body; returns how many.
  private func supply(to buffer: UnsafeMutablePointer<CChar>, at most: Int) -> Int {
    let count = min(most, body.count - sent)
    body.withUnsafeBytes { bytes in
      if count > 0, let base = bytes.baseAddress { memcpy(buffer, base + sent, count) }
    }
    sent += count
    return count
  }

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
