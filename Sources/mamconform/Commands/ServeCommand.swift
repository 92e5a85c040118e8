internal import Arguments
internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import ExactText
internal import JSONText
internal import MAMDirectory
internal import MAMServer

/// `mamconform serve`: the mock MAM service.
enum ServeCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    ServiceProcess.run(arguments, reader: SeedReader(file: readSeed, text: readSeedText))
  }

  /// Reads a seed in YAML, of which JSON is a part.
  private static func readSeed(
    _ path: String
  ) throws(MAMDirectory.CommandError) -> SeedFile {
    try seed(YAMLNode.load(path: path), path)
  }

  /// Reads a seed that somebody has sent.
  private static func readSeedText(
    _ text: String
  ) throws(MAMDirectory.CommandError) -> SeedFile {
    try seed(YAMLNode.load(text: text, name: "body"), "body")
  }

  private static func seed(
    _ loaded: (node: YAMLNode?, diagnostics: [Diagnostic]), _ name: String
  ) throws(MAMDirectory.CommandError) -> SeedFile {
    let (node, diagnostics) = loaded
    if let first = diagnostics.first(where: { $0.severity == .error }) {
      // The service says itself that it is an error.
      let place = first.location
      let position = place.line > 0 ? ":\(place.line):\(max(1, place.column))" : ""
      let suggestion = first.suggestion.map { "; \($0)" } ?? ""
      throw MAMDirectory.CommandError("\(place.file)\(position): \(first.message)\(suggestion)")
    }
    guard let node, let world = node.json().object else {
      throw MAMDirectory.CommandError("\(name):1:1: a seed is a mapping")
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
