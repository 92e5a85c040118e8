import Foundation
import Testing

@testable import Participants

/// Who is whose descendant.
@Suite struct DescendantTests {
  @Test func `descendants come behind their parents, and without the branches that are left out`()
    throws
  {
    let (read, write) = try Descriptor.pipe()
    let child = try ChildProcess(
      participant: "test",
      command: ["/bin/sh", "-c", "sh -c 'sleep 60 & sleep 60 & echo x; wait' & wait"], folder: nil,
      descriptors: [(write.number, 1)])
    defer { child.kill() }
    write.close()
    var byte = [UInt8](repeating: 0, count: 1)
    _ = byte.withUnsafeMutableBytes { read.read(into: $0) }
    let table = ProcessTable()
    let below = table.descendants(of: child.identifier, except: [])
    #expect(below.count == 3)
    let parent = try #require(below.first)
    #expect(parent.parent == child.identifier)
    #expect(below.dropFirst().allSatisfy { $0.parent == parent.process })
    #expect(table.descendants(of: child.identifier, except: [parent.process]).isEmpty)
    #expect(
      table.children(of: parent.process).map(\.process) == below.dropFirst().map(\.process).sorted()
    )
    let all = table.descendants(of: getpid(), except: []).map(\.process)
    let index = try #require(all.firstIndex(of: child.identifier))
    #expect(try #require(all.firstIndex(of: parent.process)) > index)
  }

  @Test func `nobody is taken for an orphan while a process is being started`() throws {
    var isDone = false
    let child = try ChildProcess(
      participant: "test", command: ["/bin/sleep", "60"], folder: nil, descriptors: [])
    defer { child.kill() }
    _ = try ChildRegistry.shared.start { () throws(ParticipantFailure) in
      ChildRegistry.shared.tryWithoutStarts { isDone = true }
      return child.identifier
    }
    #expect(!isDone)
    #expect(ChildRegistry.shared.contains(child.identifier))
  }
}
