import Foundation
import JSONText
import Testing

@testable import mamconform

/// Adapters that misbehave, in a whole run: their own error, the other cases go on, nothing is left.
@Suite(.serialized) struct HostileAdapterTests {
  static let adapters = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/adapters").path

  /// Runs three cases; the first process that is started is the hostile one, the others are mam-app. Only what is
  /// meant to run into the watchdog, given in seconds, has a short one: a busy machine starts programs slowly.
  private func run(_ adapter: String, in folder: String, watchdog: Int) throws -> (Launch, JSON) {
    let wrapper = "\(folder)/adapter"
    let script = """
      #!/bin/sh
      if mkdir '\(folder)/first' 2>/dev/null; then exec '\(HostileAdapterTests.adapters)/\(adapter)'; fi
      exec '\(Launch.programs)/mam-app'
      """
    try script.write(toFile: wrapper, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
    let launch = try Launch.run(
      [
        "run", "--sut", wrapper, "--jobs", "1", "--watchdog", "\(watchdog)", "--json",
        "\(folder)/run.json",
        "--junit", "\(folder)/junit.xml",
      ],
      environment: ["MAMCONFORM_MARK": folder])
    let text = try Launch.text("\(folder)/run.json").trimmingCharacters(in: .newlines)
    return (launch, try JSON(parsing: text))
  }

  /// The processes that have the mark of a folder in their environment.
  private func processes(markedWith folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int(name) != nil,
        let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ"))
      else { return false }
      return bytes.range(of: Data("MAMCONFORM_MARK=\(folder)".utf8)) != nil
    }
  }

  @Test(arguments: [
    ("exits-at-once", "exited"), ("prints-garbage", "malformed-reply"),
    ("reply-not-object", "malformed-reply"), ("bad-utf8", "malformed-reply"),
    ("long-line", "overlong-line"), ("half-line", "partial-line"),
    ("half-line-exit", "partial-line"), ("two-lines", "second-line"), ("wrong-seq", "wrong-seq"),
    ("silent", "watchdog"), ("floods-stderr-for-ever", "watchdog"), ("child-keeps-pipe", "exited"),
    ("leaves-daemon", "exited"), ("closes-stdout", "closed-output"),
    ("closes-stdin", "closed-output"), ("answers-early", "unasked"),
    ("wrong-protocol-version", "wrong-version"), ("next-in-past", "next-in-past"),
  ])
  func `its own error, the other cases go on, nothing is left`(adapter: String, code: String)
    throws
  {
    try Launch.inFolder { folder in
      let (launch, report) = try run(
        adapter, in: folder, watchdog: code == "watchdog" || adapter == "half-line" ? 4 : 60)
      let cases = try #require(report["cases"]?.array)
      #expect(cases.count == 3)
      #expect(cases.compactMap { $0["problem"]?["code"]?.string } == [code])
      #expect(cases.compactMap { $0["problem"]?["participant"]?.string } == ["one"])
      #expect(launch.output.contains("error of one"))
      // The fixture's third case fails for any SDK, so a violation is found beside the breakdown.
      #expect(launch.code == 1 || launch.code == 2)
      let junit = try Launch.text("\(folder)/junit.xml")
      #expect(junit.contains("errors=\"1\"") && junit.contains("</testsuites>"))
      #expect(try processes(markedWith: folder) == [])
    }
  }

  @Test func `an adapter that forgets which requests are open is told so by the check`() throws {
    let launch = try Launch.run(
      ["adapter", "check", "--", "\(HostileAdapterTests.adapters)/forgets-open"])
    #expect(launch.code == 2)
    #expect(
      launch.output.contains(
        "back, as the message held said, but open of the reply does not name it: a request that is left out there counts as given up"
      ))
    #expect(launch.output.contains("17 checks: 16 passed, 1 failed, 0 not applicable"))
  }

  @Test func `the reports are written though an adapter lowers a limit of the run`() throws {
    try Launch.inFolder { folder in
      let (launch, report) = try run("lowers-limits", in: folder, watchdog: 10)
      #expect(report["cases"]?.array?.count == 3)
      #expect(launch.errors.contains("a limit of this process was lowered, for open files from "))
      // A history is written when its case ends, which the limit may prevent.
      #expect(try Launch.text("\(folder)/junit.xml").contains("</testsuites>"))
    }
  }

  @Test func `a program that cannot be started is named before anything runs`() throws {
    try Launch.inFolder { folder in
      let missing = try Launch.run(["run", "--sut", "\(folder)/none"])
      #expect(missing.code == 64)
      #expect(missing.errors.contains("\(folder)/none"))
      try "x".write(toFile: "\(folder)/text", atomically: true, encoding: .utf8)
      let text = try Launch.run(["run", "--sut", "\(folder)/text"])
      #expect(text.code == 64)
      #expect(text.errors.contains("is not a program that can be run"))
    }
  }
}
