import Foundation
import JSONText
import Testing

@testable import Conformance

@Suite("Adapter check")
struct AdapterCheckTests {
  typealias Finding = AdapterCheck.Finding

  /// Runs a check after those that it needs.
  func run(_ name: String, _ command: [String]) throws -> Finding {
    var options = AdapterCheck.Options()
    options.watchdogMilliseconds = 20_000
    let check = try #require(AdapterCheck.checks.first { $0.name == name })
    let needed =
      check.needs
      + check.needs.flatMap { need in
        AdapterCheck.checks.first { $0.name == need }?.needs ?? []
      }
    let checks = AdapterCheck.checks.filter { $0.name == name || needed.contains($0.name) }
    let findings = AdapterCheck.run(checks, command: command, options: options)
    return try #require(findings.last)
  }

  @Test
  func `the example adapter passes every check`() {
    let findings = AdapterCheck.run(command: Adapters.example)
    #expect(findings.map(\.check) == AdapterCheck.checks.map(\.name))
    let others = findings.filter { $0.outcome != .pass }
    #expect(
      others
        == ["enrollment", "held"].map { Finding($0, .notApplicable, "no mock service was given") })
  }

  @Test
  func `what an adapter does not offer is listed, and is no fault`() throws {
    let finding = try run("not-offered", Adapters.example)
    #expect(finding.outcome == .pass)
    #expect(finding.explanation.hasPrefix("not offered: capabilities identity, threads, windows"))
    #expect(finding.explanation.contains("operations device"))
    #expect(finding.explanation.contains("APIs mdmEnrolledAccount, primaryUser"))
  }

  @Test(arguments: [
    (
      "wrong-protocol-version", "hello", "the adapter speaks protocol 2; this program speaks 1"
    ),
    (
      "exits-at-once", "hello",
      "exited: the adapter exited with status 3 although it was not told to stop"
    ),
    (
      "next-in-past", "next",
      "next is 0:00:00.001 before now: the adapter asks to be woken in the past"
    ),
    (
      "requests-when-idle", "idle",
      "the adapter opened a connection to the location service within 300 ms after its reply; it must "
        + "do nothing until the next message"
    ),
    (
      "talks-when-idle", "idle",
      "the adapter wrote to its standard output within 300 ms after its reply; it must do nothing until "
        + "the next message"
    ),
    (
      "ignores-stop", "stop",
      "ignored-stop: the adapter was still running two seconds after it answered stop; it must exit"
    ),
    (
      "reads-after-stop", "stop",
      "ignored-stop: the adapter was still running two seconds after it answered stop; it must exit"
    ),
    (
      "ignores-stop", "end-of-input",
      "the adapter is still running two seconds after the end of its input"
    ),
    (
      "wrong-seq", "hello",
      "wrong-seq: the adapter answered seq 2 instead of seq 1; a reply must have the seq of its message"
    ),
    (
      "crash-in-call", "unknown-api",
      "exited: the adapter exited with signal 11 (Segmentation fault) although it was not told to stop"
    ),
    (
      "next-in-past", "unknown-operation",
      "the unknown operation was answered without an error; the code \"unsupported\" is expected"
    ),
    (
      "next-in-past", "first-enrollment",
      "no enrollmentRequest event came, though the location service refuses connections; the adapter "
        + "must not reply before the request has failed"
    ),
  ])
  func `faults that show in what an adapter says fail the check of that name`(
    adapter: String, check: String, explanation: String
  ) throws {
    #expect(try run(check, Adapters.hostile(adapter)) == Finding(check, .fail, explanation))
  }

  @Test
  func `checks that need a failed one are not applicable, and say so`() {
    let findings = AdapterCheck.run(command: ["/no/such/adapter"])
    #expect(
      findings[0] == Finding("hello", .fail, "not-found: there is no program /no/such/adapter"))
    #expect(
      findings.dropFirst().allSatisfy {
        $0.outcome == .notApplicable && $0.explanation == "not tried, because hello did not pass"
      })
  }

  @Test
  func `nothing is left of the folders that the check makes`() throws {
    let ground = try AdapterProbe.Ground(command: ["true"], options: AdapterCheck.Options())
    _ = try ground.start("one")
    #expect(FileManager.default.fileExists(atPath: "\(ground.folder)/one/data"))
    ground.remove()
    #expect(!FileManager.default.fileExists(atPath: ground.folder))
  }

  @Test
  func `findings are written as text and as JSON`() {
    let findings = [
      Finding("hello", .pass, "speaks"), Finding("stop", .fail, "lives on"),
      Finding("next", .notApplicable, "not tried"),
    ]
    #expect(
      AdapterCheck.text(findings) == """
        pass  hello  speaks
        FAIL  stop   lives on
        n/a   next   not tried
        3 checks: 1 passed, 1 failed, 1 not applicable

        """)
    let json = AdapterCheck.json(findings)
    #expect(json["failed"] == 1)
    #expect(
      json["checks"]?.array?.last == [
        "check": "next", "outcome": "not-applicable", "explanation": "not tried",
      ])
  }
}
