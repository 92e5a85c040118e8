/// `mamconform serve`: the mock MAM service, which reads its own arguments.
enum ServeCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    throw CommandError("this build holds no mock service", exitCode: 70)
  }
}
