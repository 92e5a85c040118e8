import Arguments
import Conformance
internal import ExactText
import Participants
import SystemFiles
import Wording

/// What a command line says of an SDK that lives on a device: where its apps connect, and what launches and kills them.
struct DeviceArguments {
  let address: DeviceAddress
  let commands: DeviceCommands
  private let token: String?
  private let connectMilliseconds: Int

  /// Reads the options; nil if the SDK under test is a command.
  ///
  /// - Throws: wrong usage if an option is for devices only and there is none, or the other way round.
  init?(_ arguments: ParsedArguments) throws(CommandError) {
    var address: DeviceAddress?
    if let sut = arguments.value(.sut) {
      address = try CommandError.ofUsage { () throws(UsageError) in try DeviceAddress(sut) }
    }
    guard let address else {
      if let option = Option.devices.first(where: { arguments.has($0) }) {
        throw CommandError(
          "\(option.name) is for an SDK on a device",
          suggestion: "give --sut unix:PATH or tcp:HOST:PORT")
      }
      return nil
    }
    if arguments.rest != nil {
      throw CommandError("the SDK under test is given twice: by --sut and after '--'")
    }
    self.address = address
    commands = try DeviceArguments.commands(arguments)
    token = try DeviceArguments.token(arguments)
    connectMilliseconds = (arguments.integer(.connectTimeout) ?? 30) * 1000
    let service = try DeviceArguments.serviceAddress(arguments)
    let isRemote = !address.isLocal || service.map { !$0.hasPrefix("127.") } ?? false
    guard !isRemote || (arguments.has(.allowRemoteApps) && token != nil) else {
      throw CommandError(
        "\(address.isLocal ? "--service-listen \(arguments.value(.serviceAddress) ?? "")" : "\(address)") "
          + "can be reached from other machines: that needs --allow-remote and a token (--app-token)"
      )
    }
  }

  /// Listens, and says how an app that nobody launches for us connects.
  ///
  /// - Parameter command: the command that says it.
  /// - Throws: what keeps the socket from being opened.
  func listen(for command: String) throws(CommandError) -> DeviceOptions {
    do throws(ParticipantFailure) {
      var shared = token
      if shared == nil, commands.launch == nil { shared = try DeviceListener.newToken() }
      let listener = try DeviceListener(address, sharedToken: shared)
      if commands.launch == nil, token == nil, let shared {
        Output.complain(
          "mamconform \(command): note: the app connects to \(listener.address) with the token \(shared)\n"
        )
      }
      var options = DeviceOptions(listener: listener, commands: commands)
      options.connectMilliseconds = connectMilliseconds
      return options
    } catch {
      throw CommandError(error.message)
    }
  }

  /// The options again, for the line that reproduces a case; without the token, which is nobody else's business.
  static func repeatOptions(_ arguments: ParsedArguments) -> [String] {
    var options: [String] = []
    for option in [Option.sut] + Option.devices where option != .appToken {
      if option == .allowRemoteApps {
        if arguments.has(option) { options.append(option.name) }
      } else if let value = arguments.value(option) {
        options += [option.name, value]
      }
    }
    return options
  }

  /// The address at which the service listens; nil for the usual one of the loopback interface.
  static func serviceAddress(_ arguments: ParsedArguments) throws(CommandError) -> String? {
    guard let text = arguments.value(.serviceAddress), text != "127.0.0.1" else { return nil }
    guard case .tcp(let host, _)? = try? DeviceAddress("tcp:\(text):0"), host != "0.0.0.0" else {
      throw CommandError(
        "--service-listen must be the IPv4 address of one network interface, because it is part of the URLs that "
          + "apps are given, not \"\(text)\"")
    }
    return host
  }

  private static func commands(_ arguments: ParsedArguments) throws(CommandError) -> DeviceCommands
  {
    var commands = DeviceCommands()
    for (option, path) in [
      (Option.launchCommand, \DeviceCommands.launch), (.killCommand, \.kill),
      (.wipeCommand, \.wipe),
    ] {
      guard let line = arguments.value(option) else { continue }
      let words = try CommandError.ofUsage { () throws(UsageError) in
        let words = try ShellWords.split(line)
        try DeviceCommands.check(words)
        return words
      }
      _ = try Programs.find(words[0])
      commands[keyPath: path] = words
    }
    return commands
  }

  /// The token as it stands, or the first word of a file whose name follows an `@`.
  private static func token(_ arguments: ParsedArguments) throws(CommandError) -> String? {
    guard var token = arguments.value(.appToken) else { return nil }
    if token.hasPrefix("@") {
      let path = String(token.dropFirst())
      guard let bytes = try? WholeFile.bytes(path) else {
        throw CommandError("--app-token: the file \(path) cannot be read")
      }
      token = String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace })
    }
    guard 8...200 ~= token.utf8.count, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw CommandError("--app-token has 8 to 200 visible characters of ASCII, without spaces")
    }
    return token
  }
}
