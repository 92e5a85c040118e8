import Foundation
import Testing

/// `--format` and `--output`, as a person or a pipeline gives them.
@Suite("Formats on the command line")
struct ReportOutputTests {
  @Test
  func `a file is written for every format, in the order in which they are given`() throws {
    try Launch.inFolder { folder in
      let run = try Launch.run([
        "run", "--in-process", "--format", "badge", "--output", "\(folder)/b/badge.json",
        "--format", "allure", "--output", "\(folder)/allure", "--format=markdown",
        "--output=\(folder)/run.md",
      ])
      #expect(run.code == 1)
      #expect(try Launch.text("\(folder)/b/badge.json").contains("\"schemaVersion\": 1"))
      #expect(try Launch.text("\(folder)/run.md").hasPrefix("### ❌"))
      let results = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/allure")
        .filter { $0.hasSuffix("-result.json") }
      #expect(results.count == 3)
      #expect(run.output.contains("report        \(folder)/run.md"))
    }
  }

  @Test
  func `a format alone goes to standard output, and everything else to standard error`() throws {
    let run = try Launch.run(["run", "--in-process", "--format", "ctrf"])
    #expect(run.output.hasPrefix("{\n  \"reportFormat\": \"CTRF\""))
    #expect(run.errors.contains("The SDK under test violates the contract."))
  }

  @Test(arguments: [
    (
      ["--format", "html", "--format", "ctrf", "--output", "x"],
      "equally often (2 and 1)"
    ),
    (["--output", "x"], "equally often (0 and 1)"),
    (["--format", "htm", "--output", "x"], "did you mean 'html'?"),
    (
      ["--format", "ctrf", "--output", "-", "--format", "har", "--output", "-"],
      "two reports cannot both go to standard output"
    ),
    (["--format", "allure", "--output", "-"], "is a folder and cannot go to standard output"),
    (
      [
        "--format", "ctrf", "--output", "/tmp/no-such-report", "--format", "har", "--output",
        "/tmp/no-such-report",
      ],
      "two reports cannot both be written to /tmp/no-such-report"
    ),
    (
      ["--junit", "/tmp/no-such", "--json", "/tmp/no-such"],
      "cannot both be written to /tmp/no-such"
    ),
    (
      ["--report", "/tmp", "--format", "html", "--output", "/tmp/../tmp/run.json"],
      "two reports cannot both be written to /tmp/../tmp/run.json"
    ),
    (["--json", "-", "--format", "html"], "two reports cannot both go to standard output"),
    (["--format", "ctrf", "--output", "/tmp"], "cannot write /tmp: it is a folder"),
  ])
  func `what does not go together is wrong usage that says what to do`(
    words: [String], message: String
  ) throws {
    let run = try Launch.run(["run", "--in-process"] + words)
    #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
  }

  @Test(arguments: [
    "run --junit /proc/none/x", "run --junit /proc/none.xml", "run --json /proc/none/x",
    "run --report /proc/none", "run --histories /proc/none", "run --store /proc/none",
    "run --format html --output /proc/none/x", "run --format allure --output /proc/none",
    "new case --output /proc/none/x", "new case --output /proc/none.yaml",
    "prove --json /proc/none/x", "audit /etc/passwd --output /proc/none/x",
  ])
  func `what the system does not let it write gives exit code 2, before any case`(words: String)
    throws
  {
    var words = words.split(separator: " ").map(String.init)
    if words[0] == "run" { words.append("--in-process") }
    let environment = words[0] == "new" ? ["MAMCONFORM_SUITES": ""] : [:]
    let launch = try Launch.run(words, environment: environment)
    #expect(launch.code == 2, "\(launch)")
    #expect(launch.errors.contains("/proc/none") && launch.output.isEmpty, "\(launch)")
  }

  @Test
  func `where GitHub runs the program its annotations come by themselves, and only there`() throws {
    let words = ["run", "--in-process", "--quiet"]
    let there = try Launch.run(words, environment: ["GITHUB_ACTIONS": "true"])
    #expect(there.output.contains("::error file="))
    #expect(try !Launch.run(words, environment: ["GITHUB_ACTIONS": ""]).output.contains("::error"))
  }

  @Test
  func `a run that cannot start leaves a report that says so, and not an older run's`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/badge.json"
      try "an older run's".write(toFile: file, atomically: true, encoding: .utf8)
      let run = try Launch.run(
        ["run", "nothing-like-this", "--format", "badge", "--output", file])
      #expect(run.code == 64)
      #expect(try Launch.text(file).contains("\"message\": \"inconclusive\""))
    }
  }

  @Test
  func `help lists every format with its sentence, and completion offers them`() throws {
    let help = try Launch.run(["help", "run"]).output
    #expect(help.contains("sphinx-needs") && help.contains("  in-toto "))
    #expect(try Launch.run(["completion", "bash"]).output.contains("'run --format')"))
  }
}
