import Foundation
import Testing

@testable import Conformance

/// What the coordinator sees of a file that it looks at without its app.
@Suite struct LookAtDiskTests {
  @Test func `a file that nobody may read is there, and is said to be unreadable`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = "\(folder)/file"
    #expect(Coordinator.look(at: file, for: "x") == "absent")
    try "a text".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(Coordinator.look(at: file, for: "text") == "plain")
    #expect(Coordinator.look(at: file, for: "other") == "hidden")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: file)
    #expect(Coordinator.look(at: "\(folder)/link", for: "text") == "absent")
    #expect(Coordinator.look(at: folder, for: "text") == "absent")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    // Root may read everything.
    #expect(Coordinator.look(at: file, for: "text") == (geteuid() == 0 ? "plain" : "unreadable"))
  }
}
