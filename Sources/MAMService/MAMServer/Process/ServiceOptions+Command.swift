import Arguments
internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine

extension ServiceOptions {
  /// What `mamconform serve` takes.
  static let command = CommandDescription(
    program: "mamconform", name: "serve", summary: "Run the mock MAM service on its own",
    groups: [
      OptionGroup(
        "where it listens",
        [
          .port, .securePort, .noHTTPS, .listen, .allowRemote, .administratorToken, .controlToken,
          .allowedHosts,
        ]),
      OptionGroup("HTTPS", [.authorityFolder, .certificate, .key]),
      OptionGroup(
        "what it knows", [.seedFile, .state, .clock, .start, .randomSeed, .journalEntries]),
      OptionGroup(
        "under a coordinator, as the service protocol says", [.controlDescriptor, .clockDescriptor]),
      OptionGroup("other", []),
    ],
    discussion: """
      The mock MAM service alone: the service protocol of an app's SDK, sign-in, Microsoft Graph's MAM
      resources, and a control API that moves the clock, injects faults and reports the requests.
      Prints one line of JSON with its URLs when it is ready. SIGINT, SIGTERM and SIGHUP end it.
      """,
    remarks: """
      examples:
        mamconform serve --seed Examples/service/contoso.yaml
        mamconform serve --port 0 --https-port 0 --clock virtual --state /tmp/mam.sqlite

      exit codes: 0 ended by a signal; 64 arguments, seed or state cannot be used; 70 the machine does
      not let it work
      """,
    takesLastValue: true)
}

extension Option {
  static let port = Option(
    "--port", "N", .integer(0...65_530), "the port that serves everything over HTTP",
    details:
      "the five hosts of an app follow on N+1 to N+5, so that each can fail separately; default: "
      + "\(ServiceOptions.defaultPort), 0: any")
  static let securePort = Option(
    "--https-port", "N", .integer(0...65_530), "the port that serves everything over HTTPS",
    details: "its hosts follow too; default: \(ServiceOptions.defaultSecurePort), 0: any")
  static let noHTTPS = Option("--no-https", "HTTP only")
  static let listen = Option(
    "--listen", "ADDRESS", .text, "the IPv4 address to listen on, or ::1",
    details: "one that other machines can reach needs --allow-remote and an administrator token; "
      + "default: 127.0.0.1")
  static let allowRemote = Option(
    "--allow-remote", "let other machines reach the service", details: "see --listen")
  static let administratorToken = Option(
    "--admin-token", "TOKEN", .text, "a bearer token that may do everything, including at Graph",
    details: "the control API then requires it; at least 8 characters; "
      + "@FILE reads a file; default: the variable MAMCONFORM_ADMIN_TOKEN, unless it is empty")
  static let controlToken = Option(
    "--control-token", "TOKEN", .text, "the secret in the URL of the control API",
    details:
      "the ready line contains the whole URL; 8 to 200 letters, digits and -._~; @FILE reads a file; "
      + "default: the variable MAMCONFORM_CONTROL_TOKEN, which no process list shows, otherwise a "
      + "new one at each start")
  static let allowedHosts = Option(
    "--allow-host", "NAMES", .list([]),
    "other names or addresses by which clients may call the service",
    details: "separated by commas, in addition to localhost, its addresses and the names of its "
      + "certificate; others are refused, because web pages could use them")

  static let authorityFolder = Option(
    "--authority-folder", "DIR", .folder, "where the certificate authority is kept",
    details: "made on first use; clients trust its ca.pem; default: ~/.local/share/mamconform")
  static let certificate = Option(
    "--certificate", "FILE", .file, "a certificate of your own with its chain (PEM)",
    details: "together with --key")
  static let key = Option(
    "--key", "FILE", .file, "the private key of the certificate (PEM)",
    details: "the ready line names localhost, the address, or a name of the certificate that leads "
      + "there, whichever the certificate covers, and the address if it covers none")

  static let seedFile = Option(
    "--seed", "FILE", .file, "what the service knows when it starts",
    details: "tenants, users, groups, apps, policies and so on, in YAML or JSON; a state file that "
      + "already has a state continues instead")
  static let state = Option(
    "--state", "FILE", .file, "the SQLite file in which everything is stored",
    details: "it survives a kill and belongs to one service at a time; default: in memory")
  static let clock = Option(
    "--clock", "MODE", .words(StandaloneClock.Mode.allCases.map(\.rawValue)),
    "where the time comes from",
    details:
      "real follows the machine's clock, virtual stands still until it is moved; default: real")
  static let start = Option(
    "--start", "INSTANT", .text, "where a virtual clock begins",
    details:
      "ISO 8601, or milliseconds since 1970, in a year from 1970 to 9999; the clock of a state "
      + "file continues instead; default: 2020-06-04T09:00:00Z")
  static let randomSeed = Option(
    "--random-seed", "N", .integer(0...JSON.largestCount),
    "the seed of the random delays of fault rules",
    details: "the same number and the same requests give the same delays; default: 0")
  static let journalEntries = Option(
    "--journal-entries", "N", .integer(0...10_000_000), "how many requests the journal keeps",
    details: "default: 10000, 0: none")

  static let controlDescriptor = Option(
    "--control-fd", "N", .integer(0...Int(Int32.max)), "the descriptor of its control channel")
  static let clockDescriptor = Option(
    "--clock-fd", "N", .integer(0...Int(Int32.max)), "the descriptor of its clock")
}
