import Foundation
import Testing

@testable import mamconform

/// The walk-through of the documentation, as it is written.
@Suite(.serialized) struct WalkthroughTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path

  /// The blocks of code of a page as one script: a command with `# exit code 1` behind it has to end with that, every other one
  /// with 0.
  private static func script(_ page: String) -> String {
    var script = """
      set -eu
      expect() { [ "$1" = "$2" ] || { echo "line $3: exit code $1, not $2" >&2; exit 99; }; }

      """
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard line.hasPrefix("    ") else { continue }
      let code = line.dropFirst(4)
      if let mark = code.firstMatch(of: /^(.*?) +# exit code ([0-9]+)$/) {
        let (command, wanted) = (mark.1, mark.2)
        script +=
          "\(command) && expect 0 \(wanted) \(index + 1) || expect $? \(wanted) \(index + 1)\n"
      } else {
        script += "\(code)\n"
      }
    }
    return script
  }

  @Test func `the walk from twelve known bugs to the next release goes as it is written`() throws {
    let page = try Launch.text(
      "\(WalkthroughTests.root)/Sources/Conformance/Conformance.docc/Walkthrough.md")
    try Launch.inFolder { folder in
      // A part of the suites, which is the whole for this walk.
      let suites = "\(folder)/part"
      let files = FileManager.default
      try files.createDirectory(atPath: suites, withIntermediateDirectories: true)
      for name in [
        "sta-codes.yaml", "drg-deregister.yaml", "pol-refresh.yaml", "wip-files.yaml", "world.yaml",
        "contract",
      ] {
        try files.createSymbolicLink(
          atPath: "\(suites)/\(name)",
          withDestinationPath: "\(WalkthroughTests.root)/suites/\(name)")
      }
      let walk = Process()
      walk.executableURL = URL(filePath: "/bin/bash")
      walk.arguments = ["-c", WalkthroughTests.script(page)]
      walk.currentDirectoryURL = URL(filePath: folder)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      walk.environment = ProcessInfo.processInfo.environment.merging([
        "MAMCONFORM_SUITES": suites, "NO_COLOR": "1", "PATH": "\(Launch.programs):\(path)",
      ]) { $1 }
      _ = files.createFile(atPath: "\(folder)/walk.txt", contents: nil)
      let output = try FileHandle(forWritingTo: URL(filePath: "\(folder)/walk.txt"))
      walk.standardInput = FileHandle.nullDevice
      walk.standardOutput = output
      walk.standardError = output
      try walk.run()
      walk.waitUntilExit()
      let said = try Launch.text("\(folder)/walk.txt").suffix(2000)
      #expect(walk.terminationStatus == 0, "\(said)")

      // What the page says of each step.
      let ready = try Launch.text("\(folder)/second/summary.txt")
      #expect(ready.contains("ledger  unexpected-pass: ledger.yaml:"))
      #expect(ready.contains("entries for a ledger of known failures:"))
      let changes = try Launch.text("\(folder)/changes.txt")
      #expect(changes.contains("old  12.6  ") && changes.contains("new  12.7  "))
      let merged = try Launch.text("\(folder)/merged/run.json")
      #expect(merged.contains("\"known\": true"))
      let html = try Launch.text("\(folder)/second.html")
      #expect(html.hasPrefix("<!DOCTYPE html>"))
      #expect(try Launch.text("\(folder)/changes.html").contains("<svg class=\"timeline\""))
    }
  }
}
