import Arguments
import Conformance
import Contract
import DebugAdapter
internal import ExactText
import Glibc
import Participants
import SystemFiles
import Wording

/// `mamconform dap`: the debugger behind the Debug Adapter Protocol, for editors and scripts.
enum DapCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    EndSignal.watch(isPerson: false)
    let scratch = try ScratchRoot.forCommand()
    defer { _ = scratch.remove() }
    Descendants.adopt()
    let socket = AppSocket()
    defer { socket.close() }
    let server = AdapterServer(
      find: { configuration throws(RequestError) in
        do throws(CommandError) {
          // The session before this one is over.
          socket.close()
          let found = try target(configuration, arguments, scratch: scratch.path)
          socket.listener = found.options.devices?.listener
          return found
        } catch {
          throw RequestError(error.line)
        }
      }, objection: objection)
    guard let port = arguments.integer(.listen) else {
      server.serve(input: STDIN_FILENO, output: STDOUT_FILENO)
      return ExitCode.conforms
    }
    let listener: LoopbackListener
    do throws(SystemError) {
      listener = try LoopbackListener(port: port)
    } catch {
      throw CommandError(
        "cannot listen at port \(port): \(error)", suggestion: "0 takes a free one")
    }
    // Scripts read the port from this line.
    try Output.write("listening at 127.0.0.1:\(listener.port)\n")
    server.serve(listener)
    return ExitCode.conforms
  }

  /// Where the apps of the latest session connect, if they are on a device.
  private final class AppSocket {
    var listener: DeviceListener?

    func close() {
      listener?.close()
      listener = nil
    }
  }

  /// Why whoever has connected may not debug: a client names programs that are started as this user, and any user of the
  /// machine may connect to a port.
  private static func objection(_ client: Int32) -> String? {
    guard let user = ConnectionPeer(of: client, isUnix: false).user, user != geteuid(), user != 0
    else { return nil }
    return "it serves only user \(geteuid()), and this connection belongs to user \(user)"
  }

  /// The case of a launch configuration, found as the other commands find one.
  private static func target(
    _ configuration: LaunchConfiguration, _ arguments: ParsedArguments, scratch: String
  ) throws(CommandError) -> DebugTarget {
    var words: [String] = []
    if let file = configuration.file { words.append(file) }
    if let name = configuration.caseName { words.append(name) }
    if let folder = configuration.suites ?? arguments.value(.suites) {
      words += [Option.suites.name, folder]
    }
    if let edition = configuration.edition { words += [Option.edition.name, edition] }
    if !configuration.defects.isEmpty {
      words += [Option.defect.name, configuration.defects.joined(separator: ",")]
    }
    words += configuration.adapterOptions
    if let adapter = configuration.adapter {
      if adapter.count == 1 {
        words += [Option.sut.name, adapter[0]]
      } else {
        words += ["--"] + adapter
      }
    }
    let line = try CommandError.ofUsage { () throws(UsageError) in
      try CommandTable.why.description.parse(words)
    }
    return try WhyCommand.target(line, for: "dap", scratch: scratch)
  }
}
