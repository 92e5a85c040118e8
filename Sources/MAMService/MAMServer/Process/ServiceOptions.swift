import Arguments
internal import ExactText
import Glibc
import JSONText
import MAMCrypto
import MAMDirectory
import MAMEngine
import MAMWire
import VirtualTime

/// The arguments of `mamconform serve`.
package struct ServiceOptions: Equatable {
  /// The port that serves everything, unless another is asked for.
  static let defaultPort = 7080
  /// The same with TLS.
  static let defaultSecurePort = 7443

  /// How many ports follow each other: the one that serves everything, and the five hosts.
  static let portCount = 1 + ServiceHost.allCases.count

  /// The coordinator's stream socket; nil for a service that runs alone.
  var controlDescriptor: Int32?
  /// The coordinator's clock.
  var clockDescriptor: Int32?
  /// The state file; nil for none.
  var statePath: String?

  /// The port that serves everything when the service runs alone; the five hosts follow it. 0: any.
  var port = ServiceOptions.defaultPort
  /// The same with TLS; nil for no HTTPS.
  var securePort: Int? = ServiceOptions.defaultSecurePort
  /// The address to listen at: of IPv4, or the loopback one of IPv6.
  var address = "127.0.0.1"
  /// Whether the address may be reached from other machines.
  var allowsRemote = false
  /// Whose bearer may do everything.
  var administratorToken: String?
  /// The secret of the control API's URL; nil for one that is drawn at random.
  var controlToken: String?
  /// By which names and addresses clients may call the service besides.
  var allowedHosts: [String] = []
  /// Where random delays begin.
  var randomSeed = 0
  /// The certificate and key of somebody else; nil for those of the service's own authority.
  var certificatePath: String?
  var keyPath: String?
  /// The folder of the authority; nil for the default.
  var authorityFolder: String?
  /// A seed to put in at the start.
  var seedPath: String?
  /// Where the time comes from.
  var clock = StandaloneClock.Mode.real
  /// Where a virtual clock begins.
  var start = VirtualInstant.defaultEpoch
  /// The option that says where a virtual clock begins; nil if none does.
  var startOption: String?
  /// How many requests the journal keeps.
  var journalEntries = 10_000

  /// Takes the arguments of ``command``.
  ///
  /// - Parameter environmentToken: the administrator's token of the environment, for a service that
  ///   runs alone and is given none; an empty one is none.
  /// - Parameter environmentControlToken: the same for the control API's secret.
  init(
    _ arguments: ParsedArguments, environmentToken: String? = nil,
    environmentControlToken: String? = nil
  ) throws(CommandError) {
    controlDescriptor = arguments.integer(.controlDescriptor).map(Int32.init)
    clockDescriptor = arguments.integer(.clockDescriptor).map(Int32.init)
    statePath = arguments.value(.state)
    if let number = arguments.integer(.port) { port = number }
    if let number = arguments.integer(.securePort) { securePort = number }
    if arguments.has(.noHTTPS) { securePort = nil }
    if let value = arguments.value(.listen) { address = value }
    allowsRemote = arguments.has(.allowRemote)
    if let number = arguments.integer(.randomSeed) { randomSeed = number }
    if let number = arguments.integer(.journalEntries) { journalEntries = number }
    certificatePath = arguments.value(.certificate)
    keyPath = arguments.value(.key)
    authorityFolder = arguments.value(.authorityFolder)
    seedPath = arguments.value(.seedFile)
    for names in arguments.all(.allowedHosts) { allowedHosts += try ServiceOptions.hosts(names) }
    if let value = arguments.value(.administratorToken) {
      administratorToken = try ServiceOptions.token(value)
    }
    if let value = arguments.value(.controlToken) {
      controlToken = try ServiceOptions.controlToken(value, Option.controlToken.name)
    }
    try readClock(arguments)
    // Under a coordinator nothing of the environment counts.
    if controlDescriptor == nil {
      try readEnvironment(environmentToken, environmentControlToken)
    }
    try check(arguments)
    try checkContradictions(arguments)
  }

  /// Where the time comes from: `--clock` with a mode or an instant, and `--start`.
  private mutating func readClock(_ arguments: ParsedArguments) throws(CommandError) {
    if let value = arguments.value(.clock) {
      if let mode = StandaloneClock.Mode(rawValue: value) {
        clock = mode
      } else {
        clock = .virtual
        startOption = Option.clock.name
        start = try ServiceOptions.instant(value, "--clock must be real, virtual or an instant")
      }
    }
    if let value = arguments.value(.start) {
      guard startOption == nil else {
        throw CommandError(
          "--clock with an instant and --start contradict each other: both say where the clock begins"
        )
      }
      startOption = Option.start.name
      start = try ServiceOptions.instant(value, "--start must be an instant")
    }
  }

  private mutating func readEnvironment(
    _ token: String?, _ controlToken: String?
  ) throws(CommandError) {
    if administratorToken == nil, let token, !token.isEmpty {
      administratorToken = try ServiceOptions.token(token, "MAMCONFORM_ADMIN_TOKEN: ")
    }
    if self.controlToken == nil, let controlToken, !controlToken.isEmpty {
      self.controlToken = try ServiceOptions.controlToken(controlToken, "MAMCONFORM_CONTROL_TOKEN")
    }
  }

  /// Refuses options that another one makes meaningless: whoever gives both means something else.
  private func checkContradictions(_ arguments: ParsedArguments) throws(CommandError) {
    if arguments.has(.start), clock == .real {
      throw CommandError(
        "--start is for --clock virtual: a real clock begins with the machine's time")
    }
    let ofHTTPS: [Option] = [.securePort, .certificate, .key, .authorityFolder]
    if arguments.has(.noHTTPS), let option = ofHTTPS.first(where: arguments.has) {
      throw CommandError("\(option.name) and --no-https contradict each other")
    }
    if arguments.has(.certificate), arguments.has(.authorityFolder) {
      throw CommandError("--certificate and --authority-folder contradict each other")
    }
    if let securePort, port != 0, securePort != 0, abs(port - securePort) < ServiceOptions.portCount
    {
      throw CommandError(
        "--port \(port) and --https-port \(securePort) overlap: each takes "
          + "\(ServiceOptions.portCount) ports, its own and those after it")
    }
  }

  private func check(_ arguments: ParsedArguments) throws(CommandError) {
    guard (controlDescriptor == nil) == (clockDescriptor == nil) else {
      throw CommandError("--control-fd and --clock-fd go together")
    }
    let ofCoordinator = [
      Option.controlDescriptor, .clockDescriptor, .state, .listen, .allowRemote,
    ].map(\.name)
    if controlDescriptor != nil,
      let option = arguments.given.first(where: { !ofCoordinator.contains($0) })
    {
      throw CommandError("\(option) is for a service without --control-fd")
    }
    guard (certificatePath == nil) == (keyPath == nil) else {
      throw CommandError("--certificate and --key go together")
    }
    guard ServiceOptions.isIPv4(address) || address == NetworkAddress.loopbackOfIPv6 else {
      throw CommandError(
        "--listen must be an IPv4 address, such as 127.0.0.1, or ::1, not \"\(address)\"")
    }
    if !address.hasPrefix("127."), address != NetworkAddress.loopbackOfIPv6 {
      // Under a coordinator there is neither a control API nor an administrator to guard.
      guard allowsRemote, administratorToken != nil || controlDescriptor != nil else {
        throw CommandError(
          "\(address) can be reached from other machines: that needs --allow-remote and an "
            + "administrator token (--admin-token or MAMCONFORM_ADMIN_TOKEN)")
      }
    }
  }

  private static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  /// A token as it stands, or that of a file whose name follows an `@`.
  ///
  /// - Parameter place: where it stands, for the message of a token that cannot be used.
  private static func token(
    _ text: String, _ place: String = ""
  ) throws(CommandError) -> String {
    let token =
      text.hasPrefix("@")
      ? String(try PEMFile.read(String(text.dropFirst())).prefix { !$0.isWhitespace }) : text
    guard token.utf8.count >= 8, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw CommandError(
        "\(place)an administrator token must have at least 8 characters, and no white space")
    }
    return token
  }

  /// A segment of a path that needs no escapes, or the first word of a file whose name follows an `@`.
  private static func controlToken(
    _ text: String, _ place: String
  ) throws(CommandError) -> String {
    let token =
      text.hasPrefix("@")
      ? String(try PEMFile.read(String(text.dropFirst())).prefix { !$0.isWhitespace }) : text
    guard 8...200 ~= token.utf8.count, PercentEncoding.encoded(token, keeping: "") == token,
      token.utf8.contains(where: { $0 != UInt8(ascii: ".") })
    else {
      throw CommandError(
        "\(place) must have 8 to 200 letters, digits and characters of -._~, because it is part of the URL "
          + "of the control API")
    }
    return token
  }

  /// Names and addresses with commas between them.
  private static func hosts(_ text: String) throws(CommandError) -> [String] {
    var hosts: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isPlain =
        part.hasPrefix("[") || !part.contains(":") || part.split(separator: ":").count > 2
      guard isPlain, let host = ServedHost(String(part)) else {
        throw CommandError(
          "--allow-host must be a name or an address by which clients call the service, without a port, "
            + "not \"\(part)\"")
      }
      hosts.append(host.name)
    }
    return hosts
  }

  /// Milliseconds since the epoch, or an ISO 8601 instant.
  private static func instant(
    _ text: String, _ demand: String
  ) throws(CommandError) -> VirtualInstant {
    let milliseconds = Int(text) ?? ISO8601.milliseconds(text)
    guard let instant = milliseconds.map(VirtualInstant.init(milliseconds:)),
      VirtualInstant.served.contains(instant)
    else { throw CommandError("\(demand): \(VirtualInstant.form), not \"\(text)\"") }
    return instant
  }
}
