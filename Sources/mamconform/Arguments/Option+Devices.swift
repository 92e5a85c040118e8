import Arguments
internal import ExactText
import MAMServer

extension Option {
  static let launchCommand = Option(
    "--launch-command", "COMMAND", .command,
    "starts the app that connects to --sut unix:PATH or tcp:HOST:PORT; see below")
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
