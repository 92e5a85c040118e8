/// `mamconform adapter check`: the step protocol of an adapter, apart from the SDK that it hosts.
enum AdapterCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    guard let command = arguments.rest, let program = command.first else {
      throw CommandError("after '--' the adapter's command is missing")
    }
    _ = try Programs.find(program)
    throw CommandError("this build holds no check of adapters", exitCode: 70)
  }
}
