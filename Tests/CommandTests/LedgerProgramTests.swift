import Foundation
import JSONText
import Testing

@testable import mamconform

/// A gate for an SDK with known violations.
@Suite(.serialized) struct LedgerProgramTests {
  /// Twelve bugs at once.
  private static let defects = [
    "refresh-on-foreground", "policy-notification-without-change", "wipe-twice",
    "deregister-wipes-always", "unenrolled-told-as-no-policy", "not-licensed-told-as-error",
    "location-told-as-enrollment-host", "emm-account-told-as-mdm", "no-policy-told-as-unchanged",
    "wipe-repeated-at-launch", "refused-user-not-retried", "status-without-words",
  ]

  /// A part of the suites, which is the whole for these tests.
  private static func inSuites(_ body: (String, [String: String]) throws -> Void) throws {
    try Launch.inFolder { folder in
      let suites = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../suites").standardizedFileURL.path
      let files = FileManager.default
      try files.createDirectory(atPath: "\(folder)/suites", withIntermediateDirectories: true)
      let names = ["enr-retry", "sta-codes", "drg-deregister", "pol-refresh", "wip-files", "world"]
      for name in names.map({ "\($0).yaml" }) + ["contract"] {
        try files.createSymbolicLink(
          atPath: "\(folder)/suites/\(name)", withDestinationPath: "\(suites)/\(name)")
      }
      try body(folder, ["MAMCONFORM_SUITES": "\(folder)/suites"])
    }
  }

  private static func run(
    _ defects: [String], _ words: [String], _ environment: [String: String]
  ) throws -> Launch {
    try Launch.run(
      ["run", "--in-process", "--quiet", "--defect", defects.joined(separator: ",")] + words,
      environment: environment)
  }

  @Test
  func
    `an SDK with twelve bugs passes with its ledger, and neither with one more nor with one less`()
    throws
  {
    try LedgerProgramTests.inSuites { folder, environment in
      let first = try LedgerProgramTests.run(
        LedgerProgramTests.defects, ["--report", "\(folder)/first"], environment)
      #expect(first.code == 1)
      #expect(
        try Launch.text("\(folder)/first/summary.txt")
          .contains("entries for a ledger of known failures:"))
      let ledger = "\(folder)/ledger.yaml"
      let written = try Launch.run(
        [
          "ledger", "write", "\(folder)/first/run.json", "--owner", "team", "--link",
          "https://tracker.example/1", "--expires", "2027-01-31", "--output", ledger,
        ], environment: environment)
      #expect(written.code == 0, "\(written.errors)")
      let today = ["--ledger", ledger, "--today", "2026-12-01"]
      #expect(
        try Launch.run(
          ["ledger", "check", ledger, "--today", "2027-01-31"], environment: environment
        )
        .code == 0)

      let gate = try LedgerProgramTests.run(
        LedgerProgramTests.defects, today + ["--report", "\(folder)/gate"], environment)
      #expect(gate.code == 0, "\(gate.output)")
      #expect(gate.output.hasSuffix("The SDK under test conforms, except for known failures.\n"))
      #expect(try Launch.text("\(folder)/gate/junit.xml").contains("type=\"known-failure\""))

      let more = try LedgerProgramTests.run(
        LedgerProgramTests.defects + ["policy-host-told-as-location"], today, environment)
      #expect(more.code == 1)
      #expect(more.output.contains("cause  statusCode is 204, expected 212"))
      #expect(more.output.contains("add below 'failures':"))

      let less = try LedgerProgramTests.run(
        Array(LedgerProgramTests.defects.dropLast()), today, environment)
      #expect(less.code == 1)
      #expect(less.output.contains("ledger  unexpected-pass: \(ledger):"))
      #expect(less.output.contains("The ledger of known failures does not describe this SDK"))

      let late = try Launch.run(
        ["ledger", "check", ledger, "--today", "2027-02-01"], environment: environment)
      #expect(late.code == 1)
      #expect(late.output.contains("the entry expired on 2027-01-31 (team)"))
    }
  }

  @Test func `a ledger with a typo starts no run`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/l.yaml"
      try "ledger: x\nfailure: []\n".write(toFile: file, atomically: true, encoding: .utf8)
      let launch = try Launch.run(["run", "--ledger", file])
      #expect(launch.code == 64)
      #expect(
        launch.errors.contains(
          "\(file):2:1: error: unknown key 'failure' in 'ledger'; did you mean"))
      #expect(
        try Launch.run(["run", "--today", "2027-01-31"]).errors.contains("--today needs --ledger"))
    }
  }

  @Test func `a ledger is written from a run of all cases only`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "start/app-starts", "--report", folder])
      let launch = try Launch.run(
        [
          "ledger", "write", "\(folder)/run.json", "--owner", "a", "--link", "b", "--expires",
          "2027-01-31",
        ])
      #expect(launch.code == 64)
      #expect(
        launch.errors.contains(
          "has 2 cases of 2020-01, 2020-06, but the suites have 3; write a ledger from a run of all cases, or of "
            + "all cases of some editions\n"))
    }
  }

  @Test
  func `a report that shows itself that it is not whole is refused before the suites are read`()
    throws
  {
    try Launch.inFolder { folder in
      let text = "{\"format\":\"mamconform-run\",\"planned\":5,\"cases\":[]}"
      try text.write(toFile: "\(folder)/run.json", atomically: true, encoding: .utf8)
      let words = ["ledger", "write", folder, "--suites", folder]
      let launch = try Launch.run(words + LedgerProgramTests.care)
      #expect(launch.code == 64)
      #expect(launch.errors.contains("did not finish: it has 0 of 5 cases"), "\(launch)")
      let careless = try Launch.run(words)
      #expect(careless.errors.contains("'ledger write' needs --owner"), "\(careless)")
    }
  }

  private static let care = ["--owner", "a", "--link", "b", "--expires", "2099-01-31"]

  @Test func `a ledger of one edition is about that edition alone`() throws {
    try Launch.inFolder { folder in
      let run = ["run", "--in-process", "--quiet"]
      _ = try Launch.run(run + ["--edition", "2020-06", "--report", folder])
      let ledger = "\(folder)/ledger.yaml"
      let launch = try Launch.run(
        ["ledger", "write", folder, "--output", ledger] + LedgerProgramTests.care)
      #expect(launch.code == 0, "\(launch.errors)")
      #expect(try Launch.text(ledger).contains("    edition: [\"2020-06\"]\n"))
      #expect(try Launch.run(run + ["--edition", "2020-06", "--ledger", ledger]).code == 0)
      #expect(try Launch.run(run + ["--ledger", ledger]).code == 0)
    }
  }

  @Test func `a ledger is never written over another file`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--in-process", "--quiet", "--report", folder])
      let words = ["ledger", "write", folder, "--output", "\(folder)/l.yaml"]
      #expect(try Launch.run(words + LedgerProgramTests.care).code == 0)
      let before = try Launch.text("\(folder)/l.yaml")
      let second = try Launch.run(
        words + ["--owner", "z", "--link", "b", "--expires", "2099-01-31"])
      #expect(second.code == 64)
      #expect(
        second.errors
          == "mamconform ledger: \(folder)/l.yaml already exists; give another name with --output\n"
      )
      #expect(try Launch.text("\(folder)/l.yaml") == before)
    }
  }

  @Test(arguments: ["\"checks\":[]", "\"checks\":[{\"id\":\"a\",\"verdict\":\"not-offered\"}]"])
  func `a run in which nothing was decided makes no ledger`(checks: String) throws {
    try Launch.inFolder { folder in
      let cases = ["app-starts@2020-01", "app-starts@2020-06", "app-asks-to-exit@2020-06"].map {
        let parts = $0.split(separator: "@")
        return
          "{\"suite\":\"start\",\"id\":\"\(parts[0])\",\"name\":\"start/\($0)\",\"edition\":\"\(parts[1])\","
          + "\"verdict\":\"not-offered\",\(checks)}"
      }
      let text = "{\"format\":\"mamconform-run\",\"cases\":[\(cases.joined(separator: ","))]}"
      try text.write(toFile: "\(folder)/run.json", atomically: true, encoding: .utf8)
      let launch = try Launch.run(["ledger", "write", folder] + LedgerProgramTests.care)
      #expect(launch.code == 64)
      #expect(launch.output.isEmpty)
      #expect(
        launch.errors
          == "mamconform ledger: nothing was decided in the run of \(folder)/run.json: no check passed or failed; "
          + "'mamconform adapter check' lists what the adapter does not offer\n")
    }
  }
}
