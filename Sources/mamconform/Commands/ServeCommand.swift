internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import ExactText
internal import JSONText
internal import MAMService

/// `mamconform serve`: the mock MAM service, which reads its own arguments.
enum ServeCommand {
  /// The options for the completion of shells; ``help`` explains them.
  static let options: [Option] = [
    Option("--port", "N", .integer(0...65_530), "the port of everything by HTTP"),
    Option("--https-port", "N", .integer(0...65_530), "the port of everything by HTTPS"),
    Option("--no-https", "HTTP only"),
    Option("--listen", "ADDRESS", .text, "the IPv4 address to listen at"),
    Option("--allow-remote", "let other machines reach the service"),
    Option("--admin-token", "TOKEN", .text, "whose bearer may do everything"),
    Option("--control-token", "TOKEN", .text, "the secret in the control API's URL"),
    Option("--allow-host", "NAMES", .text, "by which clients may call the service besides"),
    Option("--random-seed", "N", .text, "where random delays begin"),
    Option("--authority-folder", "DIR", .folder, "where the certificate authority is kept"),
    Option("--certificate", "FILE", .file, "a certificate of your own"),
    Option("--key", "FILE", .file, "its private key"),
    Option("--seed", "FILE", .file, "what the service knows at its start"),
    Option("--state", "FILE", .file, "the file that everything is kept in"),
    Option("--clock", "MODE", .choice(["real", "virtual"]), "where the time comes from"),
    Option("--start", "INSTANT", .text, "where a virtual clock begins"),
    Option("--journal-entries", "N", .integer(0...10_000_000), "how many requests are remembered"),
  ]

  /// What `--help` prints.
  static var help: String { ServiceProcess.help }

  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if arguments.raw.contains("--help") || arguments.raw.contains("-h") {
      try Output.write(help)
      return ExitCode.conforms
    }
    return ServiceProcess.run(arguments.raw, readSeed: readSeed, readSeedText: readSeedText)
  }

  /// Reads a seed in YAML, of which JSON is a part.
  private static func readSeed(
    _ path: String
  ) throws(MAMService.CommandError) -> SeedFile {
    try seed(YAMLNode.load(path: path), path)
  }

  /// Reads a seed that somebody has sent.
  private static func readSeedText(
    _ text: String
  ) throws(MAMService.CommandError) -> SeedFile {
    try seed(YAMLNode.load(text: text, name: "body"), "body")
  }

  private static func seed(
    _ loaded: (node: YAMLNode?, diagnostics: [Diagnostic]), _ name: String
  ) throws(MAMService.CommandError) -> SeedFile {
    let (node, diagnostics) = loaded
    if let first = diagnostics.first(where: { $0.severity == .error }) {
      throw MAMService.CommandError(first.description)
    }
    guard let node, let world = node.json().object else {
      throw MAMService.CommandError("\(name):1:1: error: a seed is a mapping")
    }
    return SeedFile(world: world) { names in
      var place = node
      var location = node.location
      for name in names {
        if let member = place.members?.first(where: { $0.name == name }) {
          location = member.location
          place = member.value
        } else if let items = place.elements, let index = Int(name), items.indices.contains(index) {
          place = items[index]
          location = place.location
        } else {
          break
        }
      }
      return "\(location.file):\(location.line):\(location.column)"
    }
  }
}
