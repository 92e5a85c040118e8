import Foundation
import JSONText
import Locking
import Testing

@testable import MAMEngine
@testable import MAMServer

/// Clients that end their side of a connection, with requests unanswered or not.
@Suite struct HangUpTests {
  private let locate = #"{"identity":"ana@contoso.com"}"#

  @Test(arguments: [1, 5, 50, 1000])
  func `every request before the end is answered`(_ count: Int) throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let client = service.connect()
      client.post("/locate", Array(repeating: locate, count: count))
      client.endSending()
      let text = client.readAll(quietMilliseconds: 60_000)
      #expect(text.components(separatedBy: "HTTP/1.1 200 ").count - 1 == count)
      #expect(client.hasEnded)
    }
  }

  @Test func `a long answer goes out in full`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let padding = String(repeating: " ", count: 1_000_000)
      for _ in 0..<4 { _ = service.connect().exchange("/locate", .string(padding)) }
      let client = service.connect()
      client.post("/_mam/journal", "", method: "GET")
      client.endSending()
      usleep(200_000)
      #expect(client.readAll(quietMilliseconds: 60_000).utf8.count > 4_000_000)
      #expect(client.hasEnded)
    }
  }

  @Test func `a slow body ends with its client`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      service.ask("POST", "faults", ["fault": ["kind": "chunks"]])
      let client = service.connect()
      // More than libmicrohttpd takes in before it has answered the first.
      client.post("/locate", Array(repeating: locate, count: 1000))
      client.endSending()
      #expect(!client.readAll(quietMilliseconds: 5000).isEmpty)
      #expect(client.hasEnded)
    }
  }

  @Test func `clients that are gone leave no connections`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let before = try service.descriptors()
      for kind in 0..<40 {
        let client = service.connect()
        switch kind % 4 {
        case 0: client.post("/locate", Array(repeating: locate, count: 50))
        case 1: client.send("POST /locate HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        case 2: client.post("/_mam/journal/wait", #"{"count":1000000}"#)
        default: break
        }
      }
      for _ in 0..<1000 where try service.descriptors() > before { usleep(20_000) }
      #expect(try service.descriptors() <= before)
    }
  }

  @Test func `a question is forgotten when its client hangs up`() throws {
    let port = Lock(0)
    let (isOpen, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      let engine = try? ServiceEngine(store: nil) { _ in }
      guard let engine,
        let server = try? HTTPServer(engine: engine, clock: .own(StandaloneClock(at: at(0)))),
        let listener = try? server.listen(.everything, port: 0)
      else { return }
      server.control = { _, _ in { server.stop() } }
      port.withLock { $0 = listener.port }
      isOpen.signal()
      server.run()
      hasEnded.signal()
    }
    #expect(isOpen.wait(timeout: .now() + 5) == .success)
    var client: RawClient? = RawClient(port: port.withLock { $0 })
    client?.post("/_mam/journal/wait", "{}")
    #expect(client?.read(timeoutMilliseconds: 50) == .nothing)
    client = nil
    #expect(hasEnded.wait(timeout: .now() + 5) == .success)
  }
}
