import Arguments
import Testing

@testable import mamconform

@Suite struct CommandTableTests {
  @Test func `no command has an option twice or an option without help`() {
    for command in CommandTable.commands.map(\.description) {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      for option in command.options {
        #expect(HelpText.page(command).contains(option.name))
        #expect(option.kind == nil || !option.placeholder.isEmpty)
        #expect(!option.summary.isEmpty && !option.summary.hasSuffix("."))
      }
    }
  }

  @Test(arguments: [HelpText.width, 80, 50]) func `help keeps to the width`(_ width: Int) {
    let commands = CommandTable.commands.map(\.description)
    let pages =
      commands.map { HelpText.page($0, width: width) } + [CommandTable.overview(width: width)]
    for line in pages.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= width && line.last != " ", "\(line)")
    }
  }

  @Test(arguments: ["help", "manual"]) func `help and manual offer every command`(
    _ name: String
  ) throws {
    let description = try CommandTable.command(name).description
    #expect(description.operand?.kind == .words(CommandTable.commands.map(\.name)))
  }

  @Test func `help explains a command that is named with its first word`() throws {
    let page = try Launch.run(["help", "adapter"]).output
    #expect(try Launch.run(["help", "adapter", "check"]).output == page)
    let wrong = try Launch.run(["help", "adapter", "chekc"])
    #expect(wrong.code == 64 && wrong.errors.contains("did you mean 'check'?"))
    #expect(try Launch.run(["help", "run", "check"]).code == 64)
  }

  @Test func `serve is read by the same parser`() throws {
    let serve = try CommandTable.command("serve").description
    #expect(try serve.parse(["--port=0", "--no-https"]).given == ["--port", "--no-https"])
    #expect(HelpText.page(serve).contains("mamconform serve --seed Examples/service/contoso.yaml"))
  }
}
