import Arguments
import Testing
import Wording

@Suite struct ArgumentParserTests {
  static let jobs = Option("--jobs", "N", .integer(1...1024), "cases at a time", details: "or so")
  static let seed = Option("--seed", "N", .integer(0...Int.max), "the seed")
  static let area = Option("--area", "A,B", .list([]), "areas")
  static let edition = Option("--edition", "E,...", .list(["2016-09", "latest"]), "editions")
  static let quiet = Option("--quiet", "say less")
  static let file = Option("--junit-file", "FILE", .file, "a report")
  static let command = CommandDescription(
    program: "program", name: "run", summary: "Run cases",
    operand: Operand(placeholder: "PATTERN", kind: .text, count: 0...2, summary: "which cases"),
    groups: [OptionGroup("options", [jobs, seed, area, edition, quiet, file])],
    rest: .init(placeholder: "COMMAND...", summary: "the adapter's command"))

  func parse(_ line: String) throws -> ParsedArguments {
    try ArgumentParserTests.command.parse(line.split(separator: " ").map(String.init))
  }

  @Test func `options and operands may be mixed, and values joined with an equals sign`() throws {
    let arguments = try parse("one --jobs 3 two --seed=7 --quiet")
    #expect(arguments.operands == ["one", "two"])
    #expect(arguments.integer(Self.jobs) == 3)
    #expect(arguments.integer(Self.seed) == 7)
    #expect(arguments.has(Self.quiet) && !arguments.has(Self.file))
    #expect(arguments.given == ["--jobs", "--seed", "--quiet"])
  }

  @Test func `lists are split at commas and add up`() throws {
    let arguments = try parse("--area ENR,STA --area POL")
    #expect(arguments.list(Self.area) == ["ENR", "STA", "POL"])
    #expect(arguments.all(Self.area) == ["ENR,STA", "POL"])
    #expect(arguments.list(Self.edition) == nil)
  }

  @Test func `everything after two dashes is the rest`() throws {
    let arguments = try parse("one -- python3 adapter.py --jobs x")
    #expect(arguments.operands == ["one"])
    #expect(arguments.rest == ["python3", "adapter.py", "--jobs", "x"])
    var command = ArgumentParserTests.command
    command.rest = nil
    #expect(try command.parse(["--", "--odd"]).operands == ["--odd"])
  }

  @Test func `help is answered whatever else is missing`() throws {
    var command = ArgumentParserTests.command
    command.operand = Operand(placeholder: "CASE", kind: .text, count: 1...1, summary: "a case")
    #expect(try command.parse(["--help"]).has(.help))
    #expect(try command.parse(["-h"]).has(.help))
    #expect(throws: UsageError("CASE is missing: program run [options] CASE [-- COMMAND...]")) {
      try command.parse([])
    }
  }

  @Test func `a command may take the last value of an option that is given again`() throws {
    var command = ArgumentParserTests.command
    command.takesLastValue = true
    let arguments = try command.parse(["--seed", "1", "--seed", "2"])
    #expect(arguments.integer(Self.seed) == 2)
    #expect(arguments.all(Self.seed) == ["1", "2"])
  }

  @Test(arguments: [
    ("--jbos 4", "unknown option '--jbos'; did you mean '--jobs'?"),
    ("--junit", "unknown option '--junit'; did you mean '--junit-file'?"),
    ("--frobnicate", "unknown option '--frobnicate'; 'program help run' lists the options"),
    ("--jobs", "the option '--jobs' needs a value: --jobs N"),
    ("--jobs --quiet", "the option '--jobs' needs a value: --jobs N"),
    ("--jobs 0", "the option '--jobs' takes a whole number from 1 to 1024, not '0'"),
    ("--seed -1", "the option '--seed' takes a whole number from 0, not '-1'"),
    ("--seed 1 --seed 2", "the option '--seed' is given twice"),
    ("--quiet=yes", "the option '--quiet' takes no value"),
    ("--junit-file=", "the value of the option '--junit-file' is empty"),
    ("--edition latst", "the option '--edition' does not know 'latst'; did you mean 'latest'?"),
    ("--edition x", "the option '--edition' does not know 'x'; known: 2016-09, latest"),
    ("a b c", "unexpected 'c': program run [options] [PATTERN...] [-- COMMAND...]"),
  ])
  func `what is wrong is said, and what was probably meant`(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.description == message)
  }
}

@Suite struct HelpTextTests {
  @Test func `a page has what the parser knows`() {
    var command = ArgumentParserTests.command
    command.discussion = "More about it."
    command.remarks = "examples:\n  program run"
    #expect(
      HelpText.page(command) == """
        Run cases

        usage: program run [options] [PATTERN...] [-- COMMAND...]

        More about it.

        operands:
          PATTERN        which cases
          -- COMMAND...  the adapter's command

        options:
          --jobs N           cases at a time; or so
          --seed N           the seed
          --area A,B         areas
          --edition E,...    editions (2016-09, latest)
          --quiet            say less
          --junit-file FILE  a report
          --help             show this help

        examples:
          program run

        """)
  }

  @Test func `long texts are folded`() {
    let text = HelpText.table([("--a", String(repeating: "word ", count: 60))])
    #expect(text.split(separator: "\n").count > 2)
    for line in text.split(separator: "\n") {
      #expect(line.count <= HelpText.width && line.last != " ")
    }
  }
}

@Suite struct CompletionTests {
  @Test(arguments: Completion.shells)
  func `a script has every option of every command`(shell: String) {
    let script = Completion.script(shell, [ArgumentParserTests.command])
    for option in ArgumentParserTests.command.options {
      #expect(script.contains(shell == "fish" ? "-l \(option.name.dropFirst(2))" : option.name))
    }
    #expect(script.contains("of program for \(shell)"))
  }
}
