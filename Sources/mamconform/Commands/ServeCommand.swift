internal import MAMService

/// `mamconform serve`: the mock MAM service, which reads its own arguments.
enum ServeCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    ServiceProcess.run(arguments.raw)
  }
}
