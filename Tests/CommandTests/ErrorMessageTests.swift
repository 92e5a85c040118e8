import Arguments
import Foundation
import Testing
import Wording

@testable import mamconform

/// Every way to get the command line wrong, with the one line that is said about it.
@Suite struct ErrorMessageTests {
  struct Row: CustomTestStringConvertible {
    var words: String
    var message: String
    var testDescription: String { words }
  }

  static let rows = [
    Row(words: "run --jbos 4", message: "unknown option '--jbos'; did you mean '--jobs'?"),
    Row(
      words: "run --frobnicate",
      message: "unknown option '--frobnicate'; 'mamconform help run' lists the options"),
    Row(words: "run -x", message: "unknown option '-x'; 'mamconform help run' lists the options"),
    Row(words: "run --jobs", message: "the option '--jobs' needs a value: --jobs N"),
    Row(words: "run --jobs --quiet", message: "the option '--jobs' needs a value: --jobs N"),
    Row(
      words: "run --jobs 0",
      message: "the option '--jobs' takes a whole number from 1 to 1024, not '0'"),
    Row(
      words: "run --jobs=many",
      message: "the option '--jobs' takes a whole number from 1 to 1024, not 'many'"),
    Row(
      words: "run --seed -1", message: "the option '--seed' takes a whole number from 0, not '-1'"),
    Row(words: "run --seed 1 --seed 2", message: "the option '--seed' is given twice"),
    Row(words: "run --quiet=yes", message: "the option '--quiet' takes no value"),
    Row(words: "run --junit=", message: "the value of the option '--junit' is empty"),
    Row(
      words: "run --edition latst",
      message: "the option '--edition' does not know 'latst'; did you mean 'latest'?"),
    Row(
      words: "run --edition 2018-01",
      message:
        "the option '--edition' does not know '2018-01'; known: "
        + "2016-09, 2016-12, 2017-11, 2020-01, 2020-06, latest, all"),
    Row(
      words: "run --edition 2020-6",
      message: "the option '--edition' does not know '2020-6'; did you mean '2020-06'?"),
    Row(
      words: "ledger check a b",
      message: "unexpected 'b': mamconform ledger [options] check|write FILE"),
    Row(
      words: "list --format yaml",
      message: "the option '--format' does not know 'yaml'; known: text, json"),
    Row(words: "show", message: "CASE is missing: mamconform show [options] CASE..."),
    Row(
      words: "completion bash zsh", message: "unexpected 'zsh': mamconform completion SHELL"),
    Row(
      words: "requirements ENR", message: "unexpected 'ENR': 'requirements' takes options only"),
    Row(words: "version now", message: "unexpected 'now': 'version' takes options only"),
    Row(words: "completion csh", message: "unknown shell 'csh'; did you mean 'zsh'?"),
    Row(
      words: "completion powershell",
      message: "unknown shell 'powershell'; known: bash, zsh, fish"),
    Row(words: "adapter chekc", message: "unknown word 'chekc'; did you mean 'check'?"),
    Row(
      words: "--frobnicate",
      message:
        "unknown option '--frobnicate', and the command is missing before it; 'mamconform help' lists the commands"
    ),
    Row(
      words: "--suites",
      message:
        "the command is missing before '--suites'; write it first, such as 'mamconform run --suites'"
    ),
    Row(words: "rnu", message: "unknown command 'rnu'; did you mean 'run'?"),
    Row(
      words: "frobnicate",
      message: "unknown command 'frobnicate'; 'mamconform help' lists the commands"),
  ]

  @Test(arguments: rows) func `says what is wrong and what was probably meant`(_ row: Row) {
    let words = row.words.split(separator: " ").map(String.init)
    let error = #expect(throws: CommandError.self) {
      let command = try CommandTable.command(words[0])
      _ = try CommandError.ofUsage { () throws(UsageError) in
        try command.description.parse(Array(words.dropFirst()))
      }
    }
    #expect(error?.line == row.message)
    #expect(error?.exitCode == 64)
  }

  @Test(arguments: [
    ("explain XYZ-1", "unknown requirement 'XYZ-1'; 'mamconform explain' lists them"),
    ("explain enr-8", "unknown requirement 'ENR-8'; did you mean 'ENR-008'?"),
    ("run --requirement enr-8", "unknown requirement 'ENR-8'; did you mean 'ENR-008'?"),
    (
      "run --in-process --watchdog 3",
      "--watchdog is for the processes of adapters; leave out --in-process"
    ),
    (
      "run --in-process --foreign accept",
      "--foreign is for the processes of adapters; leave out --in-process"
    ),
    (
      "run --defect retry-at-23h@beside-a-scren",
      "unknown situation 'beside-a-scren'; did you mean 'beside-a-screen'?"
    ),
    ("prove --seed 3", "--seed needs --situations"),
    ("prove --situations 3 --matrix", "--situations does not take --matrix"),
    ("prove --watchdog 3", "--watchdog is for the processes of adapters; add --processes"),
    ("run --junit-profile rich", "--junit-profile needs --junit or --report"),
    ("ledger check x --owner y", "only write takes --owner"),
    ("explain lch", "unknown requirement 'LCH'; 'mamconform requirements --area LCH' lists them"),
    ("run --defect zzz", "unknown defect 'zzz'; 'mam-app --defects' lists them"),
    ("run --reading zzz", "unknown reading 'zzz'; 'mam-app --readings' lists them"),
    ("ledger chek x", "unknown task 'chek'; did you mean 'check'?"),
    ("ledger check", "'ledger check' needs a file; name the ledger"),
    ("ledger check /nowhere", "1 error in the ledger /nowhere"),
  ])
  func `an unknown name without a near one is listed by some command`(
    words: String, message: String
  ) throws {
    let launch = try Launch.run(words.split(separator: " ").map(String.init))
    #expect(launch.code == 64)
    #expect(
      launch.errors.hasSuffix("mamconform \(words.prefix { $0 != " " }): \(message)\n"),
      "\(launch.errors)")
  }

  @Test(arguments: ["merge", "ledger write", "show --history", "report", "audit"])
  func `a file that has no end, or no beginning, is refused at once`(_ command: String) throws {
    try Launch.inFolder { folder in
      let pipe = "\(folder)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, "/dev/zero"] {
        let begin = Date()
        let launch = try Launch.run(
          command.split(separator: " ").map(String.init) + [path]
            + (command == "show --history" ? ["start"] : []))
        #expect(launch.code == 64 || command == "audit")
        #expect(
          (launch.output + launch.errors).contains(path)
            && !(launch.output + launch.errors).contains("No such file"), "\(launch.errors)")
        #expect(Date().timeIntervalSince(begin) < 60)
      }
    }
  }

  @Test func `half a report is refused with the line and the column at which it ends`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--in-process", "--quiet", "--report", folder])
      let whole = try Launch.text("\(folder)/run.json")
      let half = "\(folder)/half.json"
      // In the middle of the first line that is longer than a bracket.
      let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.indices.dropFirst(12).first { lines[$0].count > 20 }) + 1
      let start = lines[..<(line - 1)].joined(separator: "\n")
      try "\(start)\n\(lines[line - 1].prefix(12))"
        .write(toFile: half, atomically: true, encoding: .utf8)
      for words in [
        ["merge", half], ["ledger", "write", half], ["list", "--shard", "1/2", "--times", half],
      ] {
        let launch = try Launch.run(words)
        #expect(launch.code == 64)
        #expect(launch.errors.contains("\(half) is no"), "\(launch.errors)")
        #expect(launch.errors.contains(": line \(line), column "), "\(launch.errors)")
      }
      for name in ["run.json", "half.json"] {
        let launch = try Launch.run(["compare", "\(folder)/\(name)", folder])
        #expect(launch.code == 64)
        #expect(
          launch.errors == "mamconform compare: \(folder)/\(name) is a file, and not a stored run; "
            + "name the folder of the report instead: \(folder)\n")
      }
      let report = try Launch.run(["report", folder])
      #expect(report.errors.contains("it is a folder of reports; a run is stored by "))
      // A folder of reports is as good as the report in it.
      let ledger = try Launch.run([
        "ledger", "write", folder, "--owner", "a", "--link", "http://b", "--expires", "2099-01-01",
      ])
      #expect(ledger.code == 0 && ledger.output.contains("start/app-asks-to-exit"), "\(ledger)")
    }
  }

  @Test(arguments: [
    (
      ["run", "--in-process", "--wait-for-debugger"],
      "--wait-for-debugger is for the process of an adapter; leave out --in-process"
    ),
    (
      ["adapter", "check", "--sut", "true", "--", "true"],
      "the SDK under test is given twice: by --sut and after '--'"
    ),
    (
      ["runs", "--store", "DIR/none"],
      "there is no folder DIR/none (--store); 'mamconform run --store DIR' makes a store"
    ),
    (
      ["schema", "run"],
      "there are no schemas in \(Launch.suites)/schemas; "
        + "name the suites folder that came with this program with --suites DIR"
    ),
    (
      ["ledger", "write", "DIR/r"],
      "'ledger write' needs --owner NAME and --link URL and --expires DATE"
    ),
    (
      ["ledger", "write", "DIR/r", "--link", "l", "--expires", "2099-01-01"],
      "'ledger write' needs --owner NAME"
    ),
    (
      ["run", "DIR/cases.txt"],
      "no case matches 'DIR/cases.txt'; the name of a file of cases ends in .yaml or .yml"
    ),
    (
      ["adapter", "check", "--", "DIR/cases.txt"],
      "DIR/cases.txt is not a program that can be run; make it executable with "
        + "'chmod +x DIR/cases.txt', or name what runs it before it, such as 'python3 DIR/cases.txt'"
    ),
    (
      ["run", "--sut", "DIR/store"], "DIR/store is not a program that can be run; it is not a file"
    ),
    (
      ["run", "--in-process", "--store", "DIR/s", "--label", "latest"],
      "the label 'latest' could not be distinguished from the latest run; give another one"
    ),
    (
      ["report", "DIR/store"],
      "DIR/store is not a stored run: there is no run.sqlite; it is a folder of runs; "
        + "name one of them, such as DIR/store/RUN"
    ),
  ])
  func `what was meant is said`(words: [String], message: String) throws {
    try Launch.inFolder { folder in
      try "suite: x".write(toFile: "\(folder)/cases.txt", atomically: true, encoding: .utf8)
      _ = try Launch.run([
        "run", "--in-process", "--quiet", "--store", "\(folder)/store", "--report", "\(folder)/r",
      ])
      let run = try #require(
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/store").first)
      let launch = try Launch.run(words.map { $0.replacing("DIR/", with: "\(folder)/") })
      #expect(launch.code == 64)
      let expected = message.replacing("DIR/", with: "\(folder)/").replacing(
        "/RUN", with: "/\(run)")
      #expect(launch.errors == "mamconform \(words[0]): \(expected)\n")
    }
  }

  @Test func `a ledger whose entries have expired already is written with a note`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--in-process", "--quiet", "--report", folder])
      let words = [
        "ledger", "write", folder, "--owner", "a", "--link", "http://b", "--today", "2026-12-01",
        "--expires",
      ]
      let late = try Launch.run(words + ["2026-11-30"])
      #expect(late.code == 0)
      #expect(
        late.errors
          == "mamconform ledger: note: 2026-11-30 has passed: a run with this ledger fails\n"
          + "entries: 1\n")
      #expect(try Launch.run(words + ["2026-12-01"]).errors == "entries: 1\n")
    }
  }

  @Test func `a report may begin with a byte order mark, and one in UTF-16 is refused as that`()
    throws
  {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--in-process", "--quiet", "--report", folder])
      let report = try #require(FileManager.default.contents(atPath: "\(folder)/run.json"))
      let marked = "\(folder)/marked.json"
      try (Data([0xEF, 0xBB, 0xBF]) + report).write(to: URL(filePath: marked))
      let wide = "\(folder)/wide.json"
      try String(decoding: report, as: UTF8.self).write(
        toFile: wide, atomically: true, encoding: .utf16)
      let ledger = ["--owner", "a", "--link", "http://b", "--expires", "2099-01-01"]
      for words in [
        ["ledger", "write", "FILE"] + ledger, ["requirements", "--from", "FILE"],
        ["run", "--in-process", "--shard", "1/1", "--times", "FILE"],
      ] {
        let read = try Launch.run(words.map { $0 == "FILE" ? marked : $0 })
        #expect(!read.errors.contains("\(marked) is"), "\(words): \(read.errors)")
        let refused = try Launch.run(words.map { $0 == "FILE" ? wide : $0 })
        #expect(refused.code == 64)
        #expect(
          refused.errors.contains("\(wide) is in UTF-16; write it again in UTF-8"),
          "\(refused.errors)")
      }
    }
  }

  @Test func `a file that is no cache of a matrix is not replaced by one`() throws {
    try Launch.inFolder { folder in
      let notes = "\(folder)/notes.txt"
      try "what nobody else has\n".write(toFile: notes, atomically: true, encoding: .utf8)
      let launch = try Launch.run([
        "prove", "--matrix", "--defect", "retry-at-23h", "--cache", notes,
      ])
      #expect(launch.code == 64)
      #expect(launch.errors.contains("notes.txt is not a cache of a matrix"), "\(launch.errors)")
      #expect(try Launch.text(notes) == "what nobody else has\n")
    }
  }
}
