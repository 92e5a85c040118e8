import Foundation
import SystemFiles
import Testing

@Suite struct FolderRemovalTests {
  private func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  @Test func `names that are not UTF-8 are removed`() throws {
    try inFolder { folder in
      let name: [UInt8] = [0xFF, 0xFE, 0]
      let parent = open(folder, O_RDONLY)
      defer { close(parent) }
      let made = name.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { mkdirat(parent, $0.baseAddress!, 0o700) }
      }
      try #require(made == 0)
      #expect(FolderRemoval.remove(folder).leftoverCount == 0)
      #expect(!exists(folder))
    }
  }

  @Test func `thousands of levels are removed with few descriptors`() throws {
    try inFolder { folder in
      var level = open(folder, O_RDONLY)
      for _ in 0..<5000 {
        try #require(mkdirat(level, "a-level-with-a-name-of-some-length", 0o700) == 0)
        let below = openat(level, "a-level-with-a-name-of-some-length", O_RDONLY)
        close(level)
        level = below
      }
      let file = openat(level, "file", O_CREAT | O_WRONLY, 0o600)
      close(file)
      close(level)
      #expect(FolderRemoval.remove(folder).text == "")
      #expect(!exists(folder))
    }
  }

  @Test func `folders without permissions are removed, links are not followed`() throws {
    try inFolder { folder in
      try inFolder { other in
        try "x".write(toFile: "\(other)/kept", atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(
          atPath: "\(folder)/a/b/c", withIntermediateDirectories: true)
        symlink(other, "\(folder)/a/link")
        symlink("/nowhere", "\(folder)/a/b/dangling")
        for path in ["a/b/c", "a/b", "a"] { chmod("\(folder)/\(path)", 0) }
        #expect(FolderRemoval.remove(folder).leftoverCount == 0)
        #expect(!exists(folder))
        #expect(exists("\(other)/kept"))
      }
    }
  }

  @Test func `what is not there is no failure`() {
    #expect(FolderRemoval.remove("/tmp/mamconform-test-nothing/at/all").leftoverCount == 0)
    #expect(FolderRemoval.remove("/tmp/mamconform-test-nothing").leftoverCount == 0)
  }

  @Test func `a wide folder is removed`() throws {
    try inFolder { folder in
      for number in 0..<3000 { mkdir("\(folder)/\(number)", 0o700) }
      #expect(FolderRemoval.remove(folder).leftoverCount == 0)
      #expect(!exists(folder))
    }
  }

  @Test func `what is not removed in time is left and named`() throws {
    try inFolder { folder in
      for number in 0..<100 { mkdir("\(folder)/\(number)", 0o700) }
      let removal = FolderRemoval.remove(folder, milliseconds: 0)
      #expect(removal.leftoverCount == 1)
      #expect(removal.text.contains("Directory not empty"))
      #expect(exists("\(folder)/99"))
      #expect(FolderRemoval.remove(folder).leftoverCount == 0)
      #expect(!exists(folder))
    }
  }

  @Test(.enabled(if: Machine.canMakeImmutable, "needs root, and a file system that knows chattr"))
  func `what cannot be removed is named, the rest goes`() throws {
    try inFolder { folder in
      for name in ["a", "b"] {
        mkdir("\(folder)/\(name)", 0o700)
        try "x".write(toFile: "\(folder)/\(name)/file", atomically: false, encoding: .utf8)
      }
      #expect(Machine.shell("chattr +i '\(folder)/a/file'"))
      let removal = FolderRemoval.remove(folder)
      #expect(removal.leftoverCount == 1)
      #expect(removal.text == "file: Operation not permitted")
      #expect(exists("\(folder)/a/file"))
      #expect(!exists("\(folder)/b"))
      #expect(Machine.shell("chattr -i '\(folder)/a/file'"))
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs the right to mount"))
  func `a mount point is not crossed`() throws {
    try inFolder { folder in
      try inFolder { other in
        try "x".write(toFile: "\(other)/kept", atomically: true, encoding: .utf8)
        mkdir("\(folder)/mount", 0o700)
        #expect(Machine.shell("mount --bind '\(other)' '\(folder)/mount'"))
        let removal = FolderRemoval.remove(folder)
        #expect(Machine.shell("umount '\(folder)/mount'"))
        #expect(exists("\(other)/kept"))
        #expect(removal.text == "mount: it is a mount point")
      }
    }
  }
}
