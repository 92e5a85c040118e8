import Foundation
import JSONText
import Testing

@testable import mamconform

/// A case from nothing: files of cases outside of the suites, starts of cases and adapters, and requirements explained.
@Suite(.serialized) struct CustomerFileTests {
  /// The built-in suites instead of those of the other tests.
  private static let builtIn = ["MAMCONFORM_SUITES": ""]

  @Test func `the start of a case lints and runs wherever it is`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/customer.yaml"
      let new = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      #expect(new.code == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("run \(file)\n"))
      let lint = try Launch.run(["lint", file], environment: Self.builtIn)
      #expect(lint.code == 0)
      #expect(lint.errors == "cases: 2, errors: 0, warnings: 0\n")
      let suites = try #require(Suites.builtIn)
      let profile = "\(suites)/profiles/half.yaml"
      for (words, counts) in [([profile], ""), ([profile, file], "cases: 2, ")] {
        let launch = try Launch.run(["lint"] + words, environment: Self.builtIn)
        #expect(launch.errors == "profiles: 1, \(counts)errors: 0, warnings: 0\n")
      }
      let run = try Launch.run(["run", file, "--in-process"], environment: Self.builtIn)
      #expect(run.code == 0)
      #expect(run.output.contains("cases         2: 2 pass"))
      let again = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      #expect(again.code == 64)
      #expect(again.errors.contains("already exists; give another name with --output"))
    }
  }

  @Test func `a file whose only case is a sweep says so`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/swept.yaml"
      try """
      suite: swept
      area: ENR
      title: T
      cases:
        - id: a
          title: Enrolled in the end
          editions: [2020-06]
          sweep: {over: [kill-at-requests]}
          steps:
            - launch: mail
            - call: mail.registerAndEnrollAccount(ana)
            - advance: 25 h
            - call: mail.enrolledAccount
              returns: ana
              check: enrolled
              proves: [ENR-022]
      """.write(toFile: file, atomically: true, encoding: .utf8)
      let lint = try Launch.run(["lint", file], environment: Self.builtIn)
      #expect(lint.errors == "cases: 0, sweeps: 1, errors: 0, warnings: 0\n")
      for words in [["run", file], ["show", file], ["debug", file, "-ex", "next"]] {
        let launch = try Launch.run(words, environment: Self.builtIn)
        #expect(launch.code == 64)
        #expect(launch.errors.contains("the only case, 'swept/a', is a sweep"), "\(launch)")
        #expect(launch.errors.contains("--sweeps"), "\(launch)")
      }
    }
  }

  @Test func `a pattern takes cases of the file and the reproduction names it`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/customer.yaml"
      _ = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      let words = ["run", file, "*no-connection*", "--in-process", "--defect", "retry-at-23h"]
      let run = try Launch.run(words, environment: Self.builtIn)
      #expect(run.code == 1)
      #expect(run.output.contains("cases         1: 1 fail"))
      #expect(run.output.contains("--seed 0 \(file) --defect retry-at-23h"))
      let late = try Launch.run(
        ["run", file, "--in-process", "--defect", "retry-at-25h"], environment: Self.builtIn)
      #expect(late.output.contains("violated      ENR-008\n"))
      let none = try Launch.run(["run", file, "enr-retry"], environment: Self.builtIn)
      #expect(none.code == 64)
      let bare = try Launch.run(["run", "\(folder)/customer"], environment: Self.builtIn)
      #expect(bare.errors.contains("write '\(file)' for the cases of that file"), "\(bare)")
      let missing = try Launch.run(["run", "\(folder)/none.yaml"], environment: Self.builtIn)
      #expect(missing.errors.contains("there is no file or folder \(folder)/none.yaml"))
    }
  }

  @Test func `a file that was left out is why nothing can be said`()
    throws
  {
    try Launch.inFolder { folder in
      let file = "\(folder)/customer.yaml"
      _ = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      let broken = "\(folder)/broken.yaml"
      try "suite: broken\nares: ENR\n".write(toFile: broken, atomically: true, encoding: .utf8)
      let run = try Launch.run(["run", file, broken, "--in-process"], environment: Self.builtIn)
      #expect(run.code == 2)
      #expect(
        run.output.hasSuffix(
          "Nothing can be said about conformance: the cases of a file with errors were left out.\n")
      )
    }
  }

  @Test(arguments: ["run", "list", "show", "debug"])
  func `a name of cases of a broken file is answered with the file`(command: String) throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/customer.yaml"
      _ = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      try "suite: broken\nares: ENR\n"
        .write(toFile: "\(folder)/broken.yaml", atomically: true, encoding: .utf8)
      let named = try Launch.run([command, "--suites", folder, "broken/retry"])
      #expect(named.code == 64)
      #expect(
        named.errors.contains(
          "the cases of 'broken/retry' are left out, because \(folder)/broken.yaml has errors"))
    }
  }

  @Test func `a broken file is left out and makes the run an error`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/customer.yaml"
      _ = try Launch.run(["new", "case", "--output", file], environment: Self.builtIn)
      try "suite: broken\nares: ENR\n"
        .write(toFile: "\(folder)/broken.yaml", atomically: true, encoding: .utf8)
      let words = ["run", "\(folder)/", "--in-process", "--json", "\(folder)/run.json"]
      let run = try Launch.run(words, environment: Self.builtIn)
      #expect(run.code == 2)
      #expect(run.errors.contains("unknown key 'ares' in 'suite'; did you mean 'area'?"))
      #expect(run.output.contains("BROKEN  broken-suites: 3 errors in files whose cases are left"))
      #expect(run.output.contains("cases         2: 2 pass"))
      #expect(try Launch.text("\(folder)/run.json").contains("\"code\": \"broken-suites\""))
      let list = try Launch.run(["list", "\(folder)/"], environment: Self.builtIn)
      #expect(list.code == 64)
      #expect(list.output.split(separator: "\n").count == 2)
    }
  }

  @Test(arguments: [
    ("python", "python3", []), ("javascript", "node", []), ("c", "cc", ["-O2", "-o"]),
  ])
  func `the start of an adapter runs and says what it lacks`(
    _ language: String, _ tool: String, _ options: [String]
  ) throws {
    guard let tool = try? Programs.find(tool) else {
      // A machine without the language has nothing to try.
      #expect(NewCommand.languages.contains(language))
      return
    }
    try Launch.inFolder { folder in
      let file = "\(folder)/start.\(language == "c" ? "c" : "txt")"
      #expect(try Launch.run(["new", "adapter", language, "--output", file]).code == 0)
      var command = [tool, file]
      if !options.isEmpty {
        command = ["\(folder)/start"]
        _ = try Programs.output([tool] + options + command + [file])
      }
      let check = try Launch.run(["adapter", "check", "--"] + command)
      #expect(check.code == 2)
      #expect(check.output.contains("pass  hello              my-adapter speaks protocol 1"))
      #expect(check.output.contains("pass  end-of-input"))
      #expect(
        check.output.contains("the API registerAndEnrollAccount is not connected to the SDK yet"))
      #expect(check.output.contains("17 checks: 10 passed, 6 failed, 1 not applicable"))
    }
  }

  @Test func `explain says what is known of a requirement`() throws {
    let environment = ["MAMCONFORM_SUITES": "", "COLUMNS": "50"]
    let launch = try Launch.run(["explain", "enr-008"], environment: environment)
    #expect(launch.code == 0)
    for words in [
      "ENR-008  Automatic retry after a failure\n", "  condition    Fail the first attempt",
      "  level        must, of the sdk\n", "  sources      Register accounts / Apps that\n",
      "  editions     all\n", "enr-retry/after-every-failure\n", "  defects      retry-at-23h: ",
    ] {
      #expect(launch.output.contains(words), "\(words)")
    }
    let json = try Launch.run(
      ["explain", "ENR-008", "STA-021", "--format", "json"], environment: environment)
    let document = try JSON(parsing: json.output.trimmingCharacters(in: .newlines))
    #expect(document.array?.count == 2)
    #expect(document.array?.first?["state"] == "proven")
    let wrong = try Launch.run(["explain", "ENR-08"], environment: environment)
    #expect(wrong.code == 64)
    #expect(wrong.errors.contains("unknown requirement 'ENR-08'; did you mean 'ENR-008'?"))
    let all = try Launch.run(["explain"], environment: environment)
    #expect(all.output.split(separator: "\n").count > 500)
  }

  @Test func `explain says what a standing check demands`() throws {
    let environment = ["MAMCONFORM_SUITES": "", "COLUMNS": "60"]
    let check = "always-no-early-retry"
    let launch = try Launch.run(["explain", check], environment: environment)
    #expect(launch.code == 0)
    for words in [
      "\(check)  After a failed attempt", "  when         event enrollmentRequest, didSucceed is",
      "  none         request locate or enroll", "  until        message launch",
      "  proves       ENR-009 No early retry\n", "  written in   suites/standing/enrollment.yaml:",
    ] {
      #expect(launch.output.contains(words), "\(words)")
    }
    let json = try Launch.run(["explain", check, "--format", "json"], environment: environment)
    let document = try JSON(parsing: json.output.trimmingCharacters(in: .newlines)).array?.first
    #expect(document?["kind"] == "standing check")
    #expect(document?["requirements"] == ["ENR-009"])
    let requirement = try Launch.run(["explain", "ENR-009"], environment: environment)
    #expect(requirement.output.contains("standing \(check)"))
    let wrong = try Launch.run(["explain", "always-no-erly-retry"], environment: environment)
    #expect(wrong.code == 64)
    #expect(wrong.errors.contains("unknown standing check 'always-no-erly-retry'; did you mean"))
  }
}
