import Arguments
import Conformance
internal import ExactText

/// `mamconform manual`: manual pages, made of what help is made of.
enum ManualCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let commands = CommandTable.commands.map(\.description)
    if arguments.has(.listPages) {
      try Output.write(commands.map { "\($0.name)\n" }.joined())
    } else if let name = arguments.operands.first {
      let command = try CommandTable.command(name).description
      try Output.write(ManualPage(version: programVersion).text(command))
    } else {
      try Output.write(
        ManualPage(version: programVersion)
          .text(
            program: "mamconform", summary: CommandTable.purpose, commands: commands,
            sections: [("EXIT STATUS", CommandTable.exitCodes)]))
    }
    return ExitCode.conforms
  }
}
