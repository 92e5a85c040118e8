/// `mamconform schema`: the JSON Schemas of the suites folder.
enum SchemaCommand {
  private static let ending = ".schema.json"

  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let folder = "\(try Suites.folder(arguments))/schemas"
    let names = FileInput.names(in: folder).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }
    guard let name = arguments.operands.first else {
      try Output.write(names.map { "\($0)\n" }.joined())
      return 0
    }
    try CaseSelection.check(name, "schema", names)
    let bytes = try FileInput.bytes("\(folder)/\(name)\(ending)")
    try Output.write(String(decoding: bytes, as: UTF8.self))
    return 0
  }
}
