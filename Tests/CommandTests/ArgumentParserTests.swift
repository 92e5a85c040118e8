import Testing

@testable import mamconform

@Suite struct ArgumentParserTests {
  func parse(_ line: String) throws -> Arguments {
    let words = line.split(separator: " ").map(String.init)
    return try ArgumentParser(command: CommandTable.command(words[0]))
      .parse(Array(words.dropFirst()))
  }

  @Test func optionsAndOperandsMayBeMixedAndValuesJoinedWithAnEqualsSign() throws {
    let arguments = try parse("run one --jobs 3 two --seed=7 --quiet")
    #expect(arguments.operands == ["one", "two"])
    #expect(arguments.integer(.jobs) == 3)
    #expect(arguments.integer(.seed) == 7)
    #expect(arguments.has(.quiet))
    #expect(!arguments.has(.verbose))
  }

  @Test func listsAreSplitAtCommasAndAddUp() throws {
    let arguments = try parse("run --area ENR,STA --area POL")
    #expect(arguments.list(.area) == ["ENR", "STA", "POL"])
    #expect(arguments.list(.edition) == nil)
  }

  @Test func everythingAfterTwoDashesIsTheAdaptersCommand() throws {
    let arguments = try parse("run one -- python3 adapter.py --jobs x")
    #expect(arguments.operands == ["one"])
    #expect(arguments.rest == ["python3", "adapter.py", "--jobs", "x"])
  }

  @Test func whereThereIsNoCommandTwoDashesEndTheOptions() throws {
    #expect(try parse("lint -- --odd.yaml").operands == ["--odd.yaml"])
  }

  @Test func helpIsAnsweredWhateverElseIsMissing() throws {
    #expect(try parse("show --help").has(.help))
    #expect(try parse("show -h").has(.help))
  }

  @Test func serveReadsItsOwnArguments() throws {
    #expect(try parse("serve --control-fd 3 --nothing").raw == ["--control-fd", "3", "--nothing"])
  }

  @Test func noCommandHasAnOptionTwiceOrAnOptionWithoutHelp() {
    for command in CommandTable.commands {
      let names = ArgumentParser.options(of: command).map(\.name)
      #expect(Set(names).count == names.count)
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      for option in command.options {
        #expect(HelpText.page(command).contains(option.name))
        #expect(option.kind == nil || !option.placeholder.isEmpty)
      }
    }
  }

  @Test func helpKeepsToTheWidth() {
    let pages =
      CommandTable.commands.map(HelpText.page) + [HelpText.overview(CommandTable.commands)]
    for line in pages.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= HelpText.width && line.last != " ")
    }
  }
}

@Suite struct ShellWordsTests {
  @Test func splitsAsAShellDoes() throws {
    #expect(try ShellWords.split("a  b\tc") == ["a", "b", "c"])
    #expect(
      try ShellWords.split(#"python3 'my adapter.py' "x \"y\" \z" a\ b ''"#)
        == ["python3", "my adapter.py", #"x "y" \z"#, "a b", ""])
    #expect(try ShellWords.split(#"'it'\''s'"#) == ["it's"])
  }

  @Test func refusesWhatAShellWouldWaitFor() {
    for (text, message) in [
      ("a 'b", "the quote ' is not closed: a 'b"),
      ("a \"b", "the quote \" is not closed: a \"b"),
      ("a\\", "the command ends in a backslash: a\\"),
      ("  ", "the command is empty"),
    ] {
      #expect(throws: CommandError(message)) { try ShellWords.split(text) }
    }
  }
}
