import Foundation
import JSONText
import Testing

@testable import DebugAdapter

/// What is promised of messages, right and broken.
@Suite struct MessageTests {
  private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  @Test func `messages come whole, in whatever pieces their bytes come`() throws {
    let messages: [JSON] = [["seq": 1], ["text": "ä"], []]
    let all = messages.flatMap(\.framed)
    for size in [1, 2, 3, 7, 1000] {
      var reader = MessageReader()
      var found: [JSON] = []
      var rest = all[...]
      while !rest.isEmpty {
        reader.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let message = try reader.next() { found.append(message) }
      }
      #expect(found == messages)
      #expect(!reader.isInMessage)
    }
  }

  @Test func `other header fields are left alone`() throws {
    var reader = MessageReader()
    reader.append(bytes("Content-Type: x\r\ncontent-length: 2\r\n\r\n{}"))
    #expect(try reader.next() == [:])
  }

  @Test(arguments: [
    "\u{1}\u{2}\u{3}", "GET / HTTP/1.1\r\n\r\n", "Content-Length: many\r\n\r\n",
    "Content-Length: -1\r\n\r\n",
    "Content-Length: 99999999999\r\n\r\n", String(repeating: "A", count: 5000),
  ])
  func `a broken frame is an error, at once`(text: String) {
    var reader = MessageReader()
    reader.append(bytes(text))
    #expect(throws: MessageReader.Fault.self) { try reader.next() }
  }

  @Test func `a message that is not JSON is skipped`() throws {
    var reader = MessageReader()
    reader.append(bytes("Content-Length: 3\r\n\r\n{]}"))
    reader.append([UInt8](JSON.object(["seq": 2]).framed)[...])
    #expect(throws: MessageReader.Fault.self) { try reader.next() }
    #expect(try reader.next() == ["seq": 2])
  }

  @Test(arguments: [
    ("3", 3, true), ("3", 2, false), (">= 2", 5, true), ("== 2", 3, false), ("> 2", 3, true),
    ("% 3", 6, true), ("%3", 7, false),
  ])
  func `hit conditions`(text: String, hits: Int, holds: Bool) throws {
    #expect(try HitCondition(text).holds(hits) == holds)
  }
}
