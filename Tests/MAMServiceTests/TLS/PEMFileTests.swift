import Foundation
import Glibc
import JSONText
import Testing

@testable import MAMService

@Suite struct PEMFileTests {
  @Test func aWriteThatTakesOnlyPartsIsGoneOnWith() throws {
    try withFolder { folder in
      let path = folder.appending(path: "a.pem").path
      try PEMFile.write("a text of some length", to: path, isSecret: true) {
        Glibc.write($0, $1, min($2, 4))
      }
      #expect(try PEMFile.read(path) == "a text of some length")
    }
  }

  @Test func aWriteThatFailsLeavesTheOldFileAndNothingElse() throws {
    try withFolder { folder in
      let path = folder.appending(path: "a.pem").path
      try PEMFile.write("old", to: path, isSecret: false)
      var used: Int32 = -1
      let error = #expect(throws: CommandError.self) {
        try PEMFile.write("new", to: path, isSecret: false) { descriptor, bytes, _ in
          // One byte goes in, and then the disk is full.
          if used < 0 {
            used = descriptor
            return Glibc.write(descriptor, bytes, 1)
          }
          errno = ENOSPC
          return -1
        }
      }
      #expect(error?.description == "cannot write \(path): No space left on device")
      #expect(try PEMFile.read(path) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pem"])
      // The descriptor may be somebody else's by now, but not the file's.
      let open = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(used)")
      #expect(open?.contains(folder.path) != true)
    }
  }

  @Test func aFileThatIsTooLongIsAnErrorAndNotCutOff() throws {
    try withFolder { folder in
      let path = folder.appending(path: "seed.json").path
      let whole = "{}" + String(repeating: " ", count: PEMFile.maximumLength - 2)
      try PEMFile.write(whole, to: path, isSecret: false)
      #expect(try PEMFile.read(path) == whole)
      #expect(try SeedFile.json(path).world == [:])
      try PEMFile.write(whole + " ", to: path, isSecret: false)
      let message = "\(path) is too long: at most 1048576 bytes are read"
      for read: () throws -> Void in [
        { _ = try PEMFile.read(path) }, { _ = try SeedFile.json(path) },
      ] {
        let error = #expect(throws: CommandError.self) { try read() }
        #expect(error?.description == message)
      }
    }
  }

  @Test func whatCannotBeReadIsSaid() throws {
    try withFolder { folder in
      let error = #expect(throws: CommandError.self) { try PEMFile.read(folder.path) }
      #expect(error?.description == "\(folder.path): Is a directory")
    }
  }
}
