import Foundation
import JSONText
import Testing

@testable import mamconform

/// A program that is no adapter: the run says so at once, and not 5,000 times.
@Suite(.serialized) struct NeverStartsTests {
  private let suites = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "suites").path

  @Test func `a run of a program that never starts says what was tried and what it printed`() throws
  {
    try Launch.inFolder { folder in
      let command = "sh -c 'echo libmam.so: cannot open >&2; exit 3'"
      let launch = try Launch.run(
        ["run", "sta-codes", "--sut", command, "--jobs", "1", "--report", "\(folder)/report"],
        environment: ["MAMCONFORM_SUITES": suites])
      #expect(launch.code == 2)
      let broken = try #require(
        launch.output.split(separator: "\n").first { $0.hasPrefix("BROKEN  adapter-not-started") })
      #expect(
        broken.contains("the first 3 cases ended in errors before the adapter had answered hello"))
      #expect(broken.contains(command))
      #expect(broken.contains("libmam.so: cannot open"))
      #expect(broken.contains("mamconform adapter check -- sh -c 'echo"))
      #expect(launch.output.contains("cases         3: 3 error"))
      let report = try JSON(
        parsing: Launch.text("\(folder)/report/run.json").trimmingCharacters(in: .newlines))
      #expect(report["problem"]?["code"] == "adapter-not-started")
      #expect(report["cases"]?.array?.count == 3)
    }
  }

  @Test func `what such a program prints is said however soon it exits`() throws {
    for command in ["echo hello", "sh -c 'read -r l; echo hello'"] {
      let launch = try Launch.run(
        ["run", "sta-codes", "--sut", command, "--jobs", "1", "--verbose"],
        environment: ["MAMCONFORM_SUITES": suites])
      #expect(launch.code == 2)
      #expect(launch.output.components(separatedBy: "malformed-reply").count > 3, "\(launch)")
      #expect(launch.output.contains("it wrote: hello"))
      #expect(launch.output.contains("; then the adapter exited with status 0"))
      #expect(!launch.output.contains("error of mail: exited"))
      let check = try Launch.run(["adapter", "check", "--sut", command])
      #expect(check.output.contains("it wrote: hello"), "\(check)")
    }
  }
}
