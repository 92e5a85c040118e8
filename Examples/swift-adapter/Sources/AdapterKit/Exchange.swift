import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One request and its response over HTTP/1.1, on a connection of its own: nothing is ever sent twice, and whether the
/// response has begun can be waited for together with the coordinator's messages.
final class Exchange {
  private(set) var descriptor: Int32
  private let path: String
  private let host: String

  /// Connects; nil if the host refuses.
  init?(_ url: String) {
    guard let parts = URLComponents(string: url), let host = parts.host, let port = parts.port
    else { return nil }
    descriptor = Sockets.connectTCP(host, UInt16(port))
    guard descriptor >= 0 else { return nil }
    self.host = "\(host):\(port)"
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
  }

  deinit { close() }

  func close() {
    #if canImport(Darwin)
      if descriptor >= 0 { _ = Darwin.close(descriptor) }
    #else
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
    #endif
    descriptor = -1
  }

  func send(headers: [String: String], body: Data) {
    var lines = [
      "POST \(path) HTTP/1.1", "Host: \(host)", "Content-Length: \(body.count)",
      "Connection: close",
    ]
    lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    Sockets.writeAll(
      Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, to: descriptor)
  }

  /// Waits for the whole response.
  func receive() -> AppHost.Outcome {
    defer { close() }
    var data = Data()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return .unreachable }
      if count == 0 { break }
      data.append(contentsOf: bytes[..<count])
    }
    return Exchange.outcome(of: data)
  }

  /// Reads a response that ends with its connection; one that is shorter than it says is none.
  static func outcome(of data: Data) -> AppHost.Outcome {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)),
      let head = String(data: data[..<end.lowerBound], encoding: .utf8)
    else { return .unreachable }
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { return .unreachable }
    let body = Data(data[end.upperBound...])
    var length: Int?
    var isChunked = false
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
      if parts.count == 2, parts[0] == "content-length" { length = Int(parts[1]) }
      if parts.count == 2, parts[0] == "transfer-encoding" { isChunked = parts[1] == "chunked" }
    }
    if isChunked {
      return joined(body).map { .response(status: status, body: $0) } ?? .unreachable
    }
    if let length, body.count < length { return .unreachable }
    return .response(status: status, body: length.map { Data(body.prefix($0)) } ?? body)
  }

  /// The chunks of a body (RFC 9112, section 7.1) without their frames; nil if the last one is missing.
  private static func joined(_ body: Data) -> Data? {
    var rest = body
    var result = Data()
    while let end = rest.range(of: Data("\r\n".utf8)) {
      let line = String(decoding: rest[rest.startIndex..<end.lowerBound], as: UTF8.self)
      guard let size = Int(line.split(separator: ";").first ?? "", radix: 16) else { return nil }
      if size == 0 { return result }
      let start = end.upperBound
      guard rest.endIndex - start >= size + 2 else { return nil }
      result += rest[start..<start + size]
      rest = Data(rest[(start + size + 2)...])
    }
    return nil
  }
}
