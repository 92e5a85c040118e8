import Foundation
import Glibc
import JSONText
import SystemFiles
import Testing

@testable import DebugAdapter

/// What is promised of clients that do not keep the protocol, of which there may be two, or which vanish.
@Suite struct BadInputTests {
  private let retry = "enr-retry/after-every-failure[failure=location-reset]@2020-06"

  @Test func `an unknown command, an unknown case and a request too early are refused in words`()
    throws
  {
    let client = DebugClient()
    defer { client.vanish() }
    for command in ["threads", "next", "setBreakpoints"] {
      let arguments: JSONObject? =
        switch command {
        case "next": ["threadId": 1]
        case "setBreakpoints": ["source": ["path": "x.yaml"]]
        default: nil
        }
      #expect(try client.response(command, arguments)["success"] == false)
    }
    let unknown = try client.response("readMemory", ["memoryReference": "x", "count": 1])
    #expect(unknown["message"]?.string?.contains("does not know the command") == true)
    let missing = try client.response("launch", ["case": "no/such-case"])
    #expect(missing["message"]?.string?.contains("no/such-case") == true)
    #expect(try client.response("launch", [:])["success"] == false)
    #expect(try client.response("initialize", ["adapterID": "x"])["success"] == true)
    #expect(client.complaints == [])
  }

  @Test func `a member that is nearly a known one is refused, and another one is reported`() throws
  {
    let client = DebugClient()
    defer { client.vanish() }
    for (member, meant) in [("sutt", "sut"), ("stopAtFailur", "stopAtFailure")] {
      let answer = try client.response("launch", ["case": .string(retry), member: "x"])
      #expect(answer["success"] == false)
      #expect(answer["body"]?.text.contains("did you mean '\(meant)'?") == true, "\(answer)")
    }
    let configuration: JSONObject = [
      "case": .string(retry), "type": "mamconform", "name": "x", "__sessionId": "1", "colour": 1,
    ]
    #expect(try client.response("launch", configuration)["success"] == true)
    _ = try client.event("initialized")
    #expect(client.output.contains("unknown member 'colour', which is ignored"))
    #expect(!client.output.contains("__sessionId"))
  }

  @Test func `a message that is not JSON is reported, and the next one is served`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    client.sendRaw(Array("Content-Length: 3\r\n\r\n{]}".utf8))
    #expect(try client.request("initialize", ["adapterID": "x"]).object?.isEmpty == false)
    #expect(client.output.contains("not JSON"))
  }

  @Test(arguments: ["\u{0}\u{1}garbage", "Content-Length: 100\r\n\r\n{"])
  func `garbage and half a message end the connection`(text: String) throws {
    let client = DebugClient()
    client.sendRaw(Array(text.utf8))
    if text.hasPrefix("Content") { shutdown(client.descriptor, Int32(SHUT_WR)) }
    while try client.next() != nil {}
    #expect(client.output.contains("the connection ends here"))
    client.vanish()
  }

  @Test func `a second client is refused, and the port serves another one once the first has gone`()
    throws
  {
    let listener = try LoopbackListener(port: 0)
    Thread.detachNewThread { AdapterServer(find: DebugClient.find).serve(listener) }
    defer { listener.stop() }
    let first = DebugClient(socket: try connect(listener.port))
    try first.launch(retry)
    let second = DebugClient(socket: try connect(listener.port))
    let refusal = try second.response("initialize", ["adapterID": "x"])
    #expect(refusal["message"]?.string?.contains("another client is connected") == true)
    while try second.next() != nil {}
    second.vanish()
    #expect(try first.evaluate("records") == "0")
    // It vanishes in the middle of a session.
    first.send("continue", ["threadId": 1])
    first.vanish()
    let deadline = Date().addingTimeInterval(60)
    var isServed = false
    while !isServed, Date() < deadline {
      let third = DebugClient(socket: try connect(listener.port))
      isServed = (try? third.request("initialize", ["adapterID": "x"])) != nil
      third.vanish()
    }
    #expect(isServed)
  }

  @Test func `a program that says nothing, or something else, keeps nobody from the port`() throws {
    let listener = try LoopbackListener(port: 0)
    Thread.detachNewThread { AdapterServer(find: DebugClient.find).serve(listener) }
    defer { listener.stop() }
    let silent = try connect(listener.port)
    defer { close(silent) }
    let browser = try connect(listener.port)
    defer { close(browser) }
    let question = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    #expect(write(browser, question, question.count) == question.count)
    var answer = [UInt8](repeating: 0, count: 512)
    let count = read(browser, &answer, answer.count)
    let text = String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    #expect(text.contains("this is a debug adapter"))
    #expect(read(browser, &answer, answer.count) == 0)
    let client = DebugClient(socket: try connect(listener.port))
    try client.launch(retry)
    #expect(try client.evaluate("records") == "0")
    client.vanish()
  }

  @Test(arguments: ["before it has said anything", "before launch", "at a stop", "while running"])
  func `a client that vanishes makes room for the next one`(_ state: String) throws {
    let listener = try LoopbackListener(port: 0)
    Thread.detachNewThread { AdapterServer(find: DebugClient.find).serve(listener) }
    defer { listener.stop() }
    let first = DebugClient(socket: try connect(listener.port))
    switch state {
    case "before launch": _ = try first.request("initialize", ["adapterID": "x"])
    case "at a stop": try first.launch(retry)
    case "while running":
      try first.launch(retry)
      first.send("continue", ["threadId": 1])
    default: break
    }
    first.vanish()
    let deadline = Date().addingTimeInterval(60)
    var isServed = false
    while !isServed, Date() < deadline {
      let next = DebugClient(socket: try connect(listener.port))
      isServed = (try? next.request("initialize", ["adapterID": "x"])) != nil
      if isServed { try next.launch(retry) }
      next.vanish()
    }
    #expect(isServed)
  }

  private func connect(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }
}
