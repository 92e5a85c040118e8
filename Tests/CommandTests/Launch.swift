import Foundation

@testable import mamconform

/// The built program, started as a person or a pipeline would.
struct Launch {
  /// What it wrote to standard output.
  var output = ""
  /// What it wrote to standard error.
  var errors = ""
  /// Its exit code.
  var code: Int32 = -1

  /// The folder of the programs that these tests start: what is released, where `MAMCONFORM_BIN` names it (a fraction of
  /// the time), and what was built beside the tests otherwise.
  static let programs =
    ProcessInfo.processInfo.environment["MAMCONFORM_BIN"] ?? Programs.ownFolder

  /// The suites that these tests run: two cases that pass and one that fails.
  static let suites = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/suites").path

  /// A folder of its own for a test, removed afterwards.
  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  /// Runs the program to its end; `during` is called with its process ID once it runs.
  static func run(
    _ words: [String], environment: [String: String] = [:], outputFile: String? = nil,
    during: (pid_t) throws -> Void = { _ in }
  ) throws -> Launch {
    try inFolder { folder in
      let process = Process()
      process.executableURL = URL(filePath: "\(Launch.programs)/mamconform")
      process.arguments = words
      process.environment = ProcessInfo.processInfo.environment
        .merging(["MAMCONFORM_SUITES": suites, "NO_COLOR": "1"].merging(environment) { $1 }) { $1 }
      // Files and not pipes: nothing fills up, and no child that lives on keeps the test waiting.
      let files = [outputFile ?? "\(folder)/out", "\(folder)/err"]
      for file in files where !FileManager.default.fileExists(atPath: file) {
        _ = FileManager.default.createFile(atPath: file, contents: nil)
      }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files[0]))
      process.standardError = try FileHandle(forWritingTo: URL(filePath: files[1]))
      try process.run()
      try during(process.processIdentifier)
      process.waitUntilExit()
      return Launch(
        output: outputFile == nil ? try text(files[0]) : "", errors: try text(files[1]),
        code: process.terminationStatus)
    }
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }
}
