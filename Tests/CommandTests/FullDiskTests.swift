import Foundation
import Testing

@testable import mamconform

/// What is promised of files when the disk is full, or files may not grow: an error that names the file, and the file as it
/// was or as it should be. The limit of the shell on the size of files stands for the disk, at many sizes.
@Suite struct FullDiskTests {
  /// Runs the program with files of at most so many KiB.
  private func limited(
    _ kibibytes: Int, _ words: [String], in folder: String
  ) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c", "ulimit -f \(kibibytes); exec \"$0\" \"$@\" >out 2>err",
      "\(Launch.programs)/mamconform",
    ]
    process.arguments? += words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MAMCONFORM_SUITES": Launch.suites
    ]) { $1 }
    process.currentDirectoryURL = URL(filePath: folder)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(words) at \(kibibytes) KiB")
    return (
      process.terminationStatus, (try? Launch.text("\(folder)/out")) ?? "",
      (try? Launch.text("\(folder)/err")) ?? ""
    )
  }

  private static let sizes = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55]
  private static let old = "an earlier good file\n"

  /// Commands that write one file, which is there already.
  ///
  /// `RUN` is a stored run, `FILE` what is written.
  private static let commands = [
    ["report", "RUN", "--format", "html", "--output", "FILE"],
    ["report", "RUN", "--format", "ctrf", "--output", "FILE"],
    ["report", "RUN", "--quiet", "--junit", "FILE"],
    ["report", "RUN", "--quiet", "--json", "FILE"],
    ["judge", "RUN", "--quiet", "--junit", "FILE"],
    ["compare", "RUN", "RUN", "--format", "html", "--output", "FILE"],
  ]

  @Test(arguments: commands)
  func `an earlier file is replaced as a whole, or stays and the error names it`(words: [String])
    throws
  {
    try Launch.inFolder { folder in
      let file = "\(folder)/file"
      let first = try Launch.run([
        "run", "--in-process", "--quiet", "--report", "\(folder)/r", "--store", "\(folder)/s",
      ])
      #expect(first.code == 1, "\(first.errors)")
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/s").first)
      let words = words.map { word in
        switch word {
        case "RUN": "\(folder)/s/\(name)"
        case "FILE": file
        default: word
        }
      }
      try FullDiskTests.old.write(toFile: file, atomically: true, encoding: .utf8)
      _ = try limited(1_000_000, words, in: folder)
      let whole = try Launch.text(file)
      #expect(whole != FullDiskTests.old)
      var (isReplaced, isNamed) = (false, false)
      for size in FullDiskTests.sizes + [10_000] {
        try FullDiskTests.old.write(toFile: file, atomically: true, encoding: .utf8)
        let launch = try limited(size, words, in: folder)
        let now = try Launch.text(file)
        isReplaced = now == whole
        #expect(now == whole || now == FullDiskTests.old, "\(size) KiB")
        if !isReplaced, size > 0 {
          // What it reads, or unpacks, may find no room before it.
          #expect(launch.errors.contains("mamconform \(words[0]): "), "\(launch.errors)")
          #expect(launch.code != 0)
          isNamed = isNamed || launch.errors.contains("cannot write \(file): ")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
          Set(names).subtracting(["histories"]) == ["file", "r", "s", "out", "err"], "\(size) KiB")
      }
      #expect(isReplaced)
      #expect(isNamed || whole.utf8.count < 60_000)
    }
  }

  @Test func `a run's reports can be read whatever room there is, and the exit code says so`()
    throws
  {
    try Launch.inFolder { folder in
      for size in FullDiskTests.sizes {
        let launch = try limited(
          size,
          [
            "run", "start/app-starts", "--in-process", "--quiet", "--report", "r", "--format",
            "html",
            "--output", "r.html",
          ], in: folder)
        for name in ["r/junit.xml", "r/run.json"] {
          guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
            continue
          }
          if name.hasSuffix("json") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: bytes) }
          } else {
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("</testsuites>\n"))
          }
        }
        let page = try? Launch.text("\(folder)/r.html")
        #expect(page?.hasSuffix("</html>\n") ?? true, "\(size) KiB")
        if launch.code == 0 { #expect(launch.errors.isEmpty) }
        if launch.code != 0, size > 0 {
          #expect(launch.errors.contains("mamconform run: cannot write r"), "\(launch.errors)")
          #expect(launch.code == 2)
        }
      }
    }
  }

  @Test func `a new file is there as a whole or not at all`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--in-process", "--quiet", "--report", "\(folder)/r"])
      let file = "\(folder)/ledger.yaml"
      for size in [0, 1_000_000] {
        let launch = try limited(
          size,
          [
            "ledger", "write", "r", "--output", file, "--owner", "a", "--link", "http://b",
            "--expires", "2099-01-01",
          ], in: folder)
        #expect(launch.code == (size == 0 ? 2 : 0))
        #expect(FileManager.default.fileExists(atPath: file) == (size > 0))
      }
    }
  }

  @Test func `a merged report is whole or says that it is not, and the shards stay as they are`()
    throws
  {
    try Launch.inFolder { folder in
      for part in 1...2 {
        _ = try Launch.run([
          "run", "--in-process", "--quiet", "--shard", "\(part)/2", "--report",
          "\(folder)/\(part)",
        ])
      }
      func shards() throws -> [String] {
        try [1, 2].map { try Launch.text("\(folder)/\($0)/run.json") }
      }
      let before = try shards()
      var isWhole = false
      for size in FullDiskTests.sizes + [10_000] {
        let launch = try limited(
          size, ["merge", "1", "2", "--quiet", "--report", "m"], in: folder)
        isWhole = false
        if let bytes = FileManager.default.contents(atPath: "\(folder)/m/run.json") {
          let report = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
          isWhole = report?["problem"] == nil
        }
        if size > 0 {
          #expect(
            isWhole == launch.errors.isEmpty
              || launch.errors.contains("mamconform merge: cannot write m/"), "\(launch.errors)")
          #expect(launch.code == (isWhole ? 1 : 2) || !launch.errors.isEmpty, "\(size) KiB")
        }
        #expect(launch.code != 0)
        #expect(try shards() == before)
      }
      #expect(isWhole)
    }
  }

  @Test func `a run that finds no room in the store leaves nothing there`() throws {
    try Launch.inFolder { folder in
      let launch = try limited(
        20, ["run", "--in-process", "--quiet", "--store", "s"], in: folder)
      #expect(launch.code == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/s").isEmpty)
    }
  }

  @Test func `a run that the store could not take whole says how to go on with it`() throws {
    try Launch.inFolder { folder in
      for size in [60, 80, 100, 120, 140, 160, 200] {
        let launch = try limited(
          size, ["run", "--in-process", "--quiet", "--store", "s\(size)"], in: folder)
        let names =
          (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/s\(size)")) ?? []
        guard let name = names.first, !launch.errors.isEmpty else { continue }
        #expect(launch.errors.contains("'mamconform run --resume \(name)'"), "\(launch.errors)")
        let again = try Launch.run([
          "run", "--quiet", "--store", "\(folder)/s\(size)", "--resume", name,
        ])
        #expect(again.code == 1, "\(launch.errors)\(again.errors)")
      }
    }
  }
}
