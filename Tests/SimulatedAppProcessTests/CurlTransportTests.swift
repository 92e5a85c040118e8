import Foundation
import JSONText
import ReferenceSDK
import ServiceProtocol
import SimulatedApp
import Testing

@testable import SimulatedAppProcess

/// An HTTP server of one thread that answers requests with given bytes, or by closing the connection.
private final class TinyServer: @unchecked Sendable {
  // Sound: the listener is written once before the thread starts; the counts are behind the lock.
  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var answers: [String?]
  private var connections = 0
  private var heads: [String] = []

  init(_ answers: [String?]) {
    self.answers = answers
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = listener
    port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(bound, $0, length)
        listen(bound, 8)
        getsockname(bound, $0, &length)
      }
      return UInt16(bigEndian: $0.pointee.sin_port)
    }
    Thread.detachNewThread { self.serve() }
  }

  deinit { close(listener) }

  var connectionCount: Int { lock.withLock { connections } }
  var requests: [String] { lock.withLock { heads } }

  private func serve() {
    while true {
      let client = accept(listener, nil, nil)
      if client < 0 { return }
      lock.withLock { connections += 1 }
      while let request = readRequest(client) {
        let answer: String? = lock.withLock {
          heads.append(request)
          return answers.isEmpty ? nil : answers.removeFirst()
        }
        guard let answer else { break }
        _ = answer.withCString { send(client, $0, strlen($0), Int32(0x4000)) }
        if !answer.contains("keep") { break }
      }
      close(client)
    }
  }

  private func readRequest(_ client: Int32) -> String? {
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !text.hasSuffix("BODY") {
      let count = recv(client, &chunk, chunk.count, 0)
      if count <= 0 { return nil }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
    return text
  }
}

@Suite struct CurlTransportTests {
  private func request(_ id: String, port: UInt16) -> SDKRequest {
    SDKRequest(
      id: id, endpoint: .checkin, url: "http://127.0.0.1:\(port)/checkin",
      headers: ["Content-Type: application/json"], body: .form(["text": "BODY"]))
  }
  private let good = "HTTP/1.1 200 OK\r\nX: keep\r\nContent-Length: 2\r\n\r\n{}"

  @Test func `requests go out on one kept connection, each with its number`() {
    let server = TinyServer([good, good])
    let transport = CurlTransport()
    for id in ["r1", "r2"] {
      #expect(
        transport.perform(request(id, port: server.port))
          == .ended(.response(status: 200, body: Array("{}".utf8))))
    }
    #expect(server.connectionCount == 1)
    #expect(server.requests.map { $0.contains("client-request-id: r1") } == [true, false])
    #expect(!server.requests[0].contains("Expect"))
  }

  @Test func `a request on a kept connection that breaks is not sent again`() {
    let server = TinyServer([good, nil, good])
    let transport = CurlTransport()
    _ = transport.perform(request("r1", port: server.port))
    #expect(transport.perform(request("r2", port: server.port)) == .ended(.unreachable))
    #expect(server.requests.count == 2)
    _ = transport.perform(request("r3", port: server.port))
    #expect(server.requests.count == 3)
  }

  @Test func `half a body is told apart from none`() {
    let server = TinyServer(["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}"])
    #expect(
      CurlTransport().perform(request("r1", port: server.port)) == .ended(.truncated))
  }

  @Test func `a refused connection is no host`() {
    #expect(CurlTransport().perform(request("r1", port: 1)) == .ended(.unreachable))
  }

  @Test func `a held response is waited for later`() {
    var pipes: [Int32] = [0, 0]
    pipe(&pipes)
    let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(silent, $0, length)
        listen(silent, 1)
        getsockname(silent, $0, &length)
      }
      return UInt16(bigEndian: $0.pointee.sin_port)
    }
    let line = "{\"seq\":1,\"now\":0,\"op\":\"held\",\"args\":{\"request\":\"r1\"}}\n"
    _ = line.withCString { write(pipes[1], $0, strlen($0)) }
    let transport = CurlTransport(input: StandardInput(descriptor: pipes[0]))
    #expect(transport.perform(request("r1", port: port)) == .held)
    let client = accept(silent, nil, nil)
    _ = good.withCString { write(client, $0, strlen($0)) }
    #expect(
      transport.await("r1") == .ended(.response(status: 200, body: Array("{}".utf8))))
    for descriptor in [client, silent, pipes[0], pipes[1]] { close(descriptor) }
  }
}
