internal import Arguments
internal import ExactText
internal import SystemFiles
internal import Wording

/// `mamconform schema`: the JSON Schemas of the suites folder, and the OpenAPI description of the service.
enum SchemaCommand {
  /// How the names of the files end; a description in OpenAPI is a schema too, and so are the tables of a stored run.
  private static let endings = [".schema.json", ".openapi.json", ".sql"]

  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let folder = "\(try Suites.folder(arguments))/schemas"
    let files = Folder.names(in: folder).compactMap { file in
      endings.first { file.hasSuffix($0) }
        .map { (name: String(file.dropLast($0.count)), file: file) }
    }
    guard !files.isEmpty else {
      throw CommandError(
        "there are no schemas in \(folder)",
        suggestion: "name the suites folder that came with this program with --suites DIR")
    }
    guard let name = arguments.operands.first else {
      try Output.write(files.map { "\($0.name)\n" }.joined())
      return 0
    }
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(name, "schema", among: files.map(\.name))
    }
    for file in files where file.name == name {
      let bytes = try FileInput.bytes("\(folder)/\(file.file)")
      try Output.write(String(decoding: bytes, as: UTF8.self))
    }
    return 0
  }
}
