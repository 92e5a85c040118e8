import Foundation
import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMServer

@Suite struct PEMFileTests {
  @Test func `a file that is too long is an error and not cut off`() throws {
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

  @Test func `what cannot be read is said`() throws {
    try withFolder { folder in
      let error = #expect(throws: CommandError.self) { try PEMFile.read(folder.path) }
      #expect(error?.description == "\(folder.path): Is a directory")
    }
  }
}
