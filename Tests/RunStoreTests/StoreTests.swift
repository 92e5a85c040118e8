import Conformance
import Foundation
import Testing

@testable import RunStore

@Suite("A store of runs") struct StoreTests {
  private func fill(_ folder: String, labels: [String?]) throws -> RunStore {
    let store = RunStore("\(folder)/runs/")
    for (number, label) in labels.enumerated() {
      var details = Samples.details
      details.label = label
      let place = try store.makeFolder(startedMilliseconds: 1_591_261_200_000 + number / 2)
      let recorder = try RunRecorder(beginning: place, details, cases: [], suiteFiles: [])
      #expect(recorder.end { $0.exitCode = 0 } == nil)
    }
    return store
  }

  @Test func `a label may be the name of a branch`() throws {
    try Samples.inFolder { folder in
      let store = try fill(folder, labels: ["team/retry", "team/retry", "main"])
      #expect(try store.find("team/retry") == "\(folder)/runs/20200604-090000-000-2")
      #expect(try store.find("team/none") == "team/none")
      // What is there under that name comes first.
      #expect(try store.find("\(folder)/runs") == "\(folder)/runs")
    }
  }

  @Test
  func `names are times, and every way to name a run leads to it`() throws {
    try Samples.inFolder { folder in
      let store = try fill(folder, labels: ["12.6", nil, "12.6", "12.7"])
      #expect(
        store.names == [
          "20200604-090000-000", "20200604-090000-000-2", "20200604-090000-001",
          "20200604-090000-001-2",
        ])
      func find(_ word: String) throws -> String {
        String(try store.find(word).split(separator: "/").last!)
      }
      #expect(try find("latest") == "20200604-090000-001-2")
      #expect(try find("latest~3") == "20200604-090000-000")
      #expect(try find("20200604-090000-000") == "20200604-090000-000")
      #expect(try find("20200604-090000-001-") == "20200604-090000-001-2")
      #expect(try find("12.6") == "20200604-090000-001")
      #expect(try store.find("./elsewhere") == "./elsewhere")
      #expect { try find("2020") } throws: { "\($0)".contains("4 runs in") }
      #expect { try find("latest~4") } throws: { "\($0)".contains("there is no run latest~4") }
      #expect { try find("12.8") } throws: { "\($0)".contains("there is no run '12.8'") }
      #expect { try RunStore("\(folder)/none").find("latest") } throws: { error in
        "\(error)" == "there is no run in \(folder)/none"
      }
    }
  }

  @Test
  func `what a killed run has left is no latest run, and no label`() throws {
    try Samples.inFolder { folder in
      let store = try fill(folder, labels: ["12.6", nil])
      let dead = "\(folder)/runs/20991231-000000-000"
      try FileManager.default.createDirectory(atPath: dead, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: "\(dead)/run.sqlite", contents: nil)
      #expect(store.names.count == 3)
      #expect(store.names.filter(store.isDead) == ["20991231-000000-000"])
      #expect(try store.find("latest") == "\(folder)/runs/20200604-090000-000-2")
      #expect(try store.find("latest~1") == "\(folder)/runs/20200604-090000-000")
      #expect(try store.find("2099") == dead)
      #expect { try store.find("latest~2") } throws: { "\($0)".hasSuffix("; it has 2") }
    }
  }

  @Test
  func `what is removed is gone, and a file of somebody else stays`() throws {
    try Samples.inFolder { folder in
      let store = try fill(folder, labels: [nil, nil])
      try "mine".write(
        toFile: "\(store.folder)/\(store.names[1])/notes.txt", atomically: true, encoding: .utf8)
      for name in store.names { try store.remove(name) }
      #expect(store.names == [])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: store.folder) == [
          "20200604-090000-000-2"
        ])
    }
  }
}

@Suite("Compressed histories") struct CompressionTests {
  @Test(arguments: [0, 1, 100, 100_000])
  func `every length comes back, with and without a dictionary`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let dictionary = Array("some words that occur".utf8)
    for words in [[], dictionary] {
      let stream = try #require(Compression.deflate(bytes, dictionary: words))
      #expect(Compression.inflate(stream, count: count, dictionary: dictionary) == bytes)
      #expect(Compression.inflate(stream, count: count + 1, dictionary: dictionary) == nil)
      #expect(
        Compression.inflate(Array(stream.dropLast()), count: count, dictionary: dictionary) == nil)
      if count > 0 {
        #expect(Compression.inflate(stream, count: count - 1, dictionary: dictionary) == nil)
      }
    }
    #expect(Compression.inflate([], count: 0) == nil)
  }

  @Test
  func `digests are those of sha256sum`() {
    #expect(
      Digest.text(of: [])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      Digest.text(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
