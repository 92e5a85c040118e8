import Foundation
import Testing

@testable import SystemFiles

@Suite struct FolderTests {
  @Test func `missing folders above are made too, and what is there is left alone`() throws {
    try inFolder { folder throws in
      #expect(try Folder.make("\(folder)/a/b/c", mode: 0o700) == true)
      #expect(Path.isFolder("\(folder)/a/b/c"))
      #expect(try Folder.make("\(folder)/a/b/c") == false)
      #expect(try Folder.make("\(folder)/d/e/") == true)
      #expect(Path.isFolder("\(folder)/d/e"))
      var status = stat()
      stat("\(folder)/a/b", &status)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }

  @Test func `a file counts as there, and below one nothing can be made`() throws {
    try inFolder { folder in
      try WholeFile.replace("\(folder)/file", with: [])
      #expect(try Folder.make("\(folder)/file") == false)
      #expect(throws: SystemError(ENOTDIR)) { try Folder.make("\(folder)/file/below") }
    }
  }

  @Test func `temporary folders have a random suffix and one owner`() throws {
    try inFolder { folder in
      let one = try Folder.makeTemporary(below: folder, prefix: "run-")
      let other = try Folder.makeTemporary(below: folder, prefix: "run-")
      #expect(one != other && one.hasPrefix("\(folder)/run-"))
      var status = stat()
      stat(one, &status)
      #expect(status.st_mode & 0o777 == 0o700)
      #expect(throws: SystemError(ENOENT)) {
        try Folder.makeTemporary(below: "\(folder)/none", prefix: "run-")
      }
    }
  }

  @Test func `entries come sorted by their bytes, with what they are`() throws {
    try inFolder { folder in
      for name in ["b", "a", "Z", "é"] { try WholeFile.replace("\(folder)/\(name)", with: []) }
      try Folder.make("\(folder)/folder")
      symlink("\(folder)/folder", "\(folder)/link")
      #expect(
        try Folder.entries(of: folder) == [
          .init(name: "Z", kind: .file), .init(name: "a", kind: .file),
          .init(name: "b", kind: .file), .init(name: "folder", kind: .folder),
          .init(name: "link", kind: .link), .init(name: "é", kind: .file),
        ])
      #expect(Folder.names(in: folder) == ["Z", "a", "b", "folder", "link", "é"])
      #expect(Folder.names(in: "\(folder)/none").isEmpty)
      #expect(throws: SystemError(ENOENT)) { try Folder.entries(of: "\(folder)/none") }
    }
  }

  @Test func `files below a folder are named from it, and links are not followed`() throws {
    try inFolder { folder in
      try Folder.make("\(folder)/a/b")
      for name in ["a/b/deep", "a/x", "top"] {
        try WholeFile.replace("\(folder)/\(name)", with: [])
      }
      symlink(folder, "\(folder)/a/circle")
      #expect(Folder.files(below: folder) == ["a/b/deep", "a/circle", "a/x", "top"])
      var leftOut: [String] = []
      #expect(
        Folder.files(below: "\(folder)/none", leftOut: { leftOut.append("\($0): \($1)") }).isEmpty)
      #expect(leftOut == [": \(SystemError(ENOENT))"])
    }
  }
}
