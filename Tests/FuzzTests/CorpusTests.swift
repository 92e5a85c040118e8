import Foundation
import Testing

/// Every input that the fuzzer starts from, and every input that once showed a fault.
@Suite("The corpus of the fuzzer")
struct CorpusTests {
  /// The files of a target.
  private static func inputs(of target: FuzzTarget) throws -> [URL] {
    let folder = URL(filePath: Repository.folder).appending(
      path: "Tests/FuzzTests/Corpus/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `every input keeps what its target promises`(_ target: FuzzTarget) throws {
    let inputs = try CorpusTests.inputs(of: target)
    #expect(inputs.count >= 10, "the corpus of \(target) is too small to start from")
    for input in inputs {
      let bytes = [UInt8](try Data(contentsOf: input))
      #expect(bytes.count <= 65_536, "\(input.lastPathComponent) is too large for a seed")
      do {
        try target.run(bytes)
      } catch {
        Issue.record("\(target.rawValue)/\(input.lastPathComponent): \(error)")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `every input, cut off anywhere, keeps what its target promises`(_ target: FuzzTarget) throws
  {
    for input in try CorpusTests.inputs(of: target) {
      let bytes = [UInt8](try Data(contentsOf: input))
      // A few places of each, so that the test stays short.
      for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 3)) {
        do {
          try target.run(Array(bytes[..<end]))
        } catch {
          Issue.record("\(target.rawValue)/\(input.lastPathComponent) up to \(end): \(error)")
        }
      }
    }
  }
}
