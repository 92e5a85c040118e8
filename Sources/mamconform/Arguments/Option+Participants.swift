import Arguments
internal import ExactText
import MAMServer
import Participants

extension Option {
  static let launchCommand = Option(
    "--launch-command", "COMMAND", .command,
    "starts the app that connects to --sut unix:PATH or tcp:HOST:PORT; 'help run' lists placeholders"
  )
  static let killCommand = Option(
    "--kill-command", "COMMAND", .command,
    "kills that app; default: end what --launch-command has started, and close the connection"
  )
  static let wipeCommand = Option(
    "--wipe-command", "COMMAND", .command,
    "removes what that app has saved, before its first launch in a case and before a reinstalled one"
  )
  static let connectTimeout = Option(
    "--connect-timeout", "SECONDS", .integer(1...3600),
    "real time that an app may take to connect; default: 30")
  static let appToken = Option(
    "--app-token", "TOKEN", .text,
    "the token that every app shows when it connects, @FILE reads a file; default: a new one at each launch"
  )
  static let serviceAddress = Option(
    "--service-listen", "ADDRESS", .text,
    "the IPv4 address at which the mock service listens for the apps; default: 127.0.0.1")
  static let allowRemoteApps = Option(
    "--allow-remote",
    "let other machines reach the socket of the apps and the service; needs --app-token")

  static let waitForDebugger = Option(
    "--wait-for-debugger",
    "hold each app's process at its launch until a debugger is attached; no real time counts from then on"
  )

  /// The options of an SDK that lives on a device.
  static let devices: [Option] = [
    .launchCommand, .killCommand, .wipeCommand, .connectTimeout, .appToken, .serviceAddress,
    .allowRemoteApps,
  ]
}

extension Option {
  static let caseTimeout = Option(
    "--case-timeout", "SECONDS", .integer(0...86_400),
    "real time after which a case ends in an error, 0: never; default: 300")
  static let settle = Option(
    "--settle", "MILLISECONDS", .integer(0...60_000),
    "how long an adapter that may not be idle is watched at the end of a case; default: 250")
  static let maxEvents = Option(
    "--max-events", "N", .integer(1...1_000_000),
    "the maximum number of events in a reply; default: 10000")
  static let maxReply = Option(
    "--max-reply", "KIB", .integer(1...1024), "the maximum size of a reply; default: 1024")
  static let maxHistory = Option(
    "--max-history", "MIB", .integer(1...65_536),
    "the maximum size of a case's history; default: 32")
  static let maxCase = Option(
    "--max-case", "MIB", .integer(1...65_536),
    "the maximum that the participants of a case may send in total; default: 256")
  static let foreign = Option(
    "--foreign", "WHAT", .choice(["refuse", "accept"]),
    "how to treat requests of programs that this run has not started; default: refuse")

  /// The options that say nothing where everything is in one process.
  static let ofProcesses: [Option] = [.watchdog, .settle, .foreign]

  /// The options that say what a case may take of the machine, and from whom.
  static let limits: [Option] = [
    .caseTimeout, .settle, .maxEvents, .maxReply, .maxHistory, .maxCase, .foreign,
  ]
}

extension ParsedArguments {
  /// The limits of a case that the command line asks for.
  var caseLimits: CaseLimits {
    var limits = CaseLimits()
    if let seconds = integer(.caseTimeout) { limits.milliseconds = seconds * 1000 }
    if let count = integer(.maxEvents) { limits.eventsPerReply = count }
    if let kibibytes = integer(.maxReply) { limits.replyBytes = kibibytes << 10 }
    if let mebibytes = integer(.maxHistory) { limits.historyBytes = mebibytes << 20 }
    if let mebibytes = integer(.maxCase) { limits.caseBytes = mebibytes << 20 }
    return limits
  }
}
