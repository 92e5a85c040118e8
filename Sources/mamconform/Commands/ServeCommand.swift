internal import Conformance
internal import MAMService

/// `mamconform serve`: the mock MAM service, which reads its own arguments.
enum ServeCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if arguments.raw.contains("--help") || arguments.raw.contains("-h") {
      try Output.write(ServiceProcess.usage)
      return ExitCode.conforms
    }
    return ServiceProcess.run(arguments.raw)
  }
}
