import Foundation
import Testing

@testable import mamconform

/// No output replaces what the same command reads.
@Suite struct OutputCheckTests {
  /// The files that are there, all of them nonsense: a command line is refused before anything is read.
  private static let files = [
    "f.yaml", "cases/deep/a.yml", "sdk", "rep/run.json", "run/run.sqlite", "run/run.sqlite-wal",
    "Info.plist", "m.json",
  ]

  @Test(arguments: [
    "run F/f.yaml --junit F/f.yaml", "run F/f.yaml --json F/link",
    "run F/f.yaml --format json --output F/f.yaml",
    "run F/f.yaml --format badge --output F/b --format json --output F/sub/../f.yaml",
    "run F/cases/ --json F/cases/deep/a.yml", "run --suites F/cases --json F/cases/deep/a.yml",
    "run --ledger F/f.yaml --json F/f.yaml", "run --profile F/f.yaml --junit F/link",
    "run --sut F/sdk --json F/sdk", "run --json F/sdk -- /bin/sh F/sdk",
    "run --shard 1/2 --times F/rep --json F/rep/run.json",
    "run --shard 1/2 --times F/rep/run.json --report F/rep",
    "run --resume F/run --json F/run/run.sqlite",
    "run --changed-since run --store F --json F/run/run.sqlite",
    "report F/run --json F/run/run.sqlite", "report run --store F --junit F/run/run.sqlite-wal",
    "report F/run --format html --output F/run/run.sqlite", "judge F/run --junit F/run/run.sqlite",
    "judge F/run F/f.yaml --json F/f.yaml", "compare F/rep F/run --output F/rep/run.json",
    "compare F/rep F/run --output F/run/run.sqlite", "merge F/rep --json F/rep/run.json",
    "merge F/rep/run.json --json F/rep/run.json", "merge F/rep --ledger F/f.yaml --json F/f.yaml",
    "ledger write F/rep/run.json --output F/rep/run.json",
    "ledger write F/rep --output F/rep/run.json",
    "requirements --from F/rep --output F/rep/run.json",
    "requirements --from F/rep --matrix F/m.json --output F/m.json",
    "audit F/Info.plist --output F/Info.plist", "prove --suites F/cases --json F/cases/deep/a.yml",
    "prove --matrix --cache F/cases/deep/a.yml --suites F/cases",
  ])
  func `an output that names an input is refused, and the input stays`(words: String) throws {
    try Launch.inFolder { folder in
      for file in OutputCheckTests.files + ["sub/file"] {
        let path = "\(folder)/\(file)"
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try "x".write(toFile: path, atomically: true, encoding: .utf8)
      }
      try FileManager.default.linkItem(atPath: "\(folder)/f.yaml", toPath: "\(folder)/link")
      let words = words.replacingOccurrences(of: "F", with: folder)
      let launch = try Launch.run(words.split(separator: " ").map(String.init))
      #expect(launch.code == 64)
      #expect(launch.errors.contains(", which this command reads; name another f"), "\(launch)")
      for file in OutputCheckTests.files { #expect(try Launch.text("\(folder)/\(file)") == "x") }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/b"))
    }
  }

  @Test func `an audit replaces no file that it found in a folder`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/Info.plist"
      let text =
        "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let launch = try Launch.run(["audit", folder, "--output", file])
      #expect(launch.code == 64)
      #expect(
        launch.errors
          == "mamconform audit: --output names \(file), which this command reads; name another file\n"
      )
      #expect(try Launch.text(file) == text)
    }
  }

  @Test func `reports beside the cases, the store and older runs are replaced as before`() throws {
    try Launch.inFolder { folder in
      let cases = "\(folder)/cases"
      try FileManager.default.copyItem(atPath: Launch.suites, toPath: cases)
      for _ in 0..<2 {
        let words = ["run", "\(cases)/", "--in-process", "--quiet", "--store", folder]
        let run = try Launch.run(
          words + ["--report", cases, "--format", "ctrf", "--output", "\(cases)/c.json"])
        #expect(run.code == 1, "\(run.errors)")
        let report = try Launch.run([
          "report", "latest", "--store", folder, "--quiet", "--report", cases,
        ])
        #expect(report.code == 1, "\(report.errors)")
      }
    }
  }

  @Test func `two findings of a proof do not go to one file`() throws {
    let launch = try Launch.run([
      "prove", "--matrix", "--cache", "/tmp/no-such", "--output", "/tmp/no-such",
    ])
    #expect(launch.code == 64)
    #expect(launch.errors.contains("cannot both be written to /tmp/no-such"))
  }
}
