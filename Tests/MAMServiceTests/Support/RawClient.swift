import Foundation
import Glibc
import JSONText

/// What a client sees of one request on a plain socket.
enum Seen: Equatable {
  case response(status: Int, body: String)
  case refused
  case reset
  /// The connection ended before the first byte.
  case closed
  /// The connection ended within the body: so many bytes were promised, so many came.
  case truncated(promised: Int, received: Int)
  case nothing
}

/// A connection to a port of the loopback interface, without any HTTP library's cleverness.
final class RawClient {
  /// The secret of the control API in the services of the tests.
  static let controlToken = "control-token-of-tests"

  private var descriptor: Int32 = -1
  private let port: Int
  private(set) var latestHead = ""
  private var isRefused = false
  /// True once ``readAll(quietMilliseconds:)`` has come to the end of the connection.
  private(set) var hasEnded = false

  init(port: Int) {
    self.port = port
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    isRefused =
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      } != 0
  }

  deinit { close(descriptor) }

  /// Sends requests in one go, without waiting for their responses.
  func post(_ path: String, _ bodies: [String]) {
    send(
      bodies.map {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)"
      }.joined())
  }

  /// Sends a request without waiting for its response.
  func post(_ path: String, _ body: String, headers: [String] = [], method: String = "POST") {
    var text =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
    if path.hasPrefix("/_mam/") {
      text +=
        "x-mamconform-control: \(RawClient.controlToken)\r\nContent-Type: application/json\r\n"
    }
    for header in headers { text += header + "\r\n" }
    send(text + "\r\n" + body)
  }

  /// Sends a string, whatever it is.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads one response, for at most that long in real time.
  ///
  /// - Parameter hasBody: false for the response to a HEAD, which promises a body and has none.
  func read(timeoutMilliseconds: Int32 = 5000, hasBody: Bool = true) -> Seen {
    if isRefused { return .refused }
    var bytes: [UInt8] = []
    while true {
      if let (head, body, promised) = split(bytes), body.count >= promised || !hasBody {
        latestHead = head
        let status = Int(head.split(separator: " ")[1]) ?? 0
        return .response(status: status, body: String(decoding: body, as: UTF8.self))
      }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, timeoutMilliseconds) == 1 else { return .nothing }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0 { return .reset }
      if count == 0 {
        guard let (_, body, promised) = split(bytes) else { return .closed }
        return .truncated(promised: promised, received: body.count)
      }
      bytes += piece[..<count]
    }
  }

  /// Reads everything that comes, until nothing more has come for so long or the connection ends.
  func readAll(quietMilliseconds: Int32 = 100) -> String {
    var bytes: [UInt8] = []
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var piece = [UInt8](repeating: 0, count: 65_536)
    while Glibc.poll(&poll, 1, quietMilliseconds) == 1 {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else {
        hasEnded = count == 0
        break
      }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends the client's side, as a client does that has nothing more to say.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func split(_ bytes: [UInt8]) -> (head: String, body: [UInt8], promised: Int)? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let head = String(text[..<end.lowerBound])
    let length = head.components(separatedBy: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    return (head, Array(bytes.dropFirst(head.utf8.count + 4)), length ?? 0)
  }

  /// Sends a request on the connection and reads its response.
  func exchange(_ path: String, _ body: JSON, headers: [String] = []) -> Seen {
    post(path, body.text, headers: headers)
    return read()
  }
}
