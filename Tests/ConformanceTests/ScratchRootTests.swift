import Foundation
import Participants
import Testing

@testable import Conformance

/// Whose folder it is that a run finds or makes.
@Suite struct ScratchRootTests {
  private func names(_ folder: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test func `a folder that cannot be locked is removed and said`() throws {
    try Stage.inFolder { folder in
      var count = 0
      let failure = #expect(throws: ParticipantFailure.self) {
        try ScratchRoot(below: folder) { _ in
          count += 1
          return .failed("Too many open files")
        }
      }
      #expect(failure?.code == .system)
      #expect(failure?.message.contains("Too many open files") == true)
      #expect(count == 1)
      #expect(names(folder) == [])
    }
  }

  @Test func `folders that somebody else takes at once are made ten times and no more`() throws {
    try Stage.inFolder { folder in
      var count = 0
      let failure = #expect(throws: ParticipantFailure.self) {
        try ScratchRoot(below: folder) { path in
          count += 1
          rmdir(path)
          return ScratchRoot.lock(path)
        }
      }
      #expect(failure?.code == .system)
      #expect(count == 10)
    }
  }

  @Test func `a folder is only swept if it could be locked`() throws {
    try Stage.inFolder { folder in
      mkdir("\(folder)/mamconform-run-000000", 0o700)
      ScratchRoot.sweep([folder]) { .withoutLock(open($0, O_RDONLY)) }
      #expect(names(folder) == ["mamconform-run-000000"])
      ScratchRoot.sweep([folder])
      #expect(names(folder) == [])
    }
  }

  @Test func `a folder without locks can be used`() throws {
    try Stage.inFolder { folder in
      let root = try ScratchRoot(below: folder) { .withoutLock(open($0, O_RDONLY)) }
      #expect(names(folder)?.count == 1)
      #expect(root.remove() == nil)
      #expect(names(folder) == [])
    }
  }
}
