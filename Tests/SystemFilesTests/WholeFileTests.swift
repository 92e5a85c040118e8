import Foundation
import Glibc
import SystemFiles
import Testing

@Suite struct WholeFileTests {
  @Test func `what was written is read, up to a bound`() throws {
    try inFolder { folder in
      let bytes = [UInt8](repeating: 7, count: 200_000)
      try WholeFile.replace("\(folder)/a", with: bytes)
      #expect(try WholeFile.bytes("\(folder)/a") == bytes)
      #expect(try WholeFile.bytes("\(folder)/a", atMost: 200_000) == bytes)
      #expect(try WholeFile.bytes("\(folder)/a", atMost: 199_999) == nil)
      #expect(throws: SystemError(ENOENT)) { try WholeFile.bytes("\(folder)/none") }
      #expect(throws: SystemError(EISDIR)) { try WholeFile.bytes(folder) }
    }
  }

  @Test func `files without a size are read to their end`() {
    #expect(WholeFile.systemText("/proc/self/status").contains("Pid:"))
    #expect(WholeFile.systemText("/proc/none").isEmpty)
  }

  @Test func `of somebody who is not trusted only regular files are read`() throws {
    try inFolder { folder in
      let file = "\(folder)/file"
      try WholeFile.replace(file, with: [1, 2, 3])
      #expect(WholeFile.untrusted(file, atMost: 3) == [1, 2, 3])
      #expect(WholeFile.untrusted(file, atMost: 2) == nil)
      #expect(Path.beginning(of: file, count: 2) == [1, 2])
      #expect(Path.beginning(of: file, count: 1 << 40) == [1, 2, 3])
      // Nobody writes into it, so that a reader would wait for ever.
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      #expect(symlink("/dev/zero", "\(folder)/endless") == 0)
      #expect(symlink(file, "\(folder)/link") == 0)
      for name in ["pipe", "endless", "none", "."] {
        #expect(WholeFile.untrusted("\(folder)/\(name)", atMost: 3) == nil)
        #expect(Path.beginning(of: "\(folder)/\(name)", count: 3) == nil)
      }
      #expect(WholeFile.untrusted("\(folder)/link", atMost: 3) == nil)
    }
  }

  @Test func `a new file has the mode that is asked for`() throws {
    try inFolder { folder in
      try WholeFile.replace("\(folder)/secret", with: [1], mode: 0o600)
      var status = stat()
      stat("\(folder)/secret", &status)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `a file that is there is not created again`() throws {
    try inFolder { folder in
      try WholeFile.create("\(folder)/a", with: [1, 2])
      #expect(throws: SystemError(EEXIST)) { try WholeFile.create("\(folder)/a", with: [3]) }
      #expect(throws: SystemError(ENOENT)) { try WholeFile.create("\(folder)/none/a", with: [3]) }
      #expect(try WholeFile.bytes("\(folder)/a") == [1, 2])
      #expect(Folder.names(in: folder) == ["a"])
    }
  }

  @Test func `a write that takes only parts is continued`() throws {
    try inFolder { folder in
      let text = Array("a string of some length".utf8)
      try WholeFile.replace("\(folder)/a", with: text) { Glibc.write($0, $1, min($2, 4)) }
      #expect(try WholeFile.bytes("\(folder)/a") == text)
    }
  }

  @Test func `a write that fails leaves the old file and nothing else`() throws {
    try inFolder { folder in
      try WholeFile.replace("\(folder)/a", with: [1, 2, 3])
      var used: Int32 = -1
      #expect(throws: SystemError(ENOSPC)) {
        try WholeFile.replace("\(folder)/a", with: [4, 5, 6]) { descriptor, bytes, _ in
          // One byte goes in, and then the disk is full.
          if used < 0 {
            used = descriptor
            return Glibc.write(descriptor, bytes, 1)
          }
          errno = ENOSPC
          return -1
        }
      }
      #expect(try WholeFile.bytes("\(folder)/a") == [1, 2, 3])
      #expect(Folder.names(in: folder) == ["a"])
      // The descriptor may be somebody else's by now, but not the file's.
      let open = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(used)")
      #expect(open?.contains(folder) != true)
    }
  }

  @Test func `a draft that leads elsewhere is not written through`() throws {
    try inFolder { folder in
      try WholeFile.replace("\(folder)/elsewhere", with: [1])
      symlink("\(folder)/elsewhere", TemporaryName.own(of: "\(folder)/a"))
      try WholeFile.replace("\(folder)/a", with: [2])
      #expect(try WholeFile.bytes("\(folder)/elsewhere") == [1])
      #expect(Folder.names(in: folder) == ["a", "elsewhere"])
    }
  }

  @Test func `a device is written in place, and says when it is full`() throws {
    try WholeFile.overwrite("/dev/null", with: [1])
    #expect(throws: SystemError(ENOSPC)) { try WholeFile.overwrite("/dev/full", with: [1]) }
  }

  @Test func `a pipe that nobody reads is not waited for, one that somebody reads is written`()
    throws
  {
    try inFolder { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      #expect(throws: SystemError(ENXIO)) { try WholeFile.overwrite(path, with: [1]) }
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      try WholeFile.overwrite(path, with: [1, 2])
      #expect(try WholeFile.bytes(of: reader) == [1, 2])
    }
  }

  @Test func `a descriptor that does not wait is waited for`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 9, count: 300_000)
    let (reader, writer) = (ends[0], ends[1])
    let thread = Thread {
      #expect(WholeFile.write(bytes, to: writer) == nil)
      close(writer)
    }
    thread.start()
    #expect(try WholeFile.bytes(of: reader) == bytes)
  }

  @Test func `drafts of killed programs are removed, and nothing else`() throws {
    try inFolder { folder in
      for name in ["a", "a.12.part", "a.x.part", "ab.12.part"] {
        try WholeFile.replace("\(folder)/\(name)", with: [])
      }
      TemporaryName.removeAll(of: "\(folder)/a")
      #expect(Folder.names(in: folder) == ["a", "a.x.part", "ab.12.part"])
    }
  }
}
