import Arguments
import Audit
import CaseModel
import Contract
internal import ExactText
import SystemFiles
import Wording

extension CommandTable {
  /// `audit`, which runs nothing.
  static let audit = Command(
    description: describe(
      name: "audit", summary: "Check an app's files against the static rules of the contract",
      operand: Operand(
        placeholder: "FILE", kind: .file, count: 1...10_000,
        summary:
          "Info.plist, entitlements, a program, project.pbxproj, .xcconfig, Podfile, sources; or a folder: .app, unpacked .ipa, a project"
      ),
      options: [
        .suites, .area.meaning("only requirements of these areas, such as ENR"), .auditEdition,
        .auditFormat, .auditOutput, .forStore,
        .strict.meaning("let a violated recommendation (SHOULD) give exit code 1, too"),
        .quiet.meaning(
          "leave out of the text what the files do not show; its number is given all the same"),
      ],
      discussion: """
        Every static requirement is kept, is violated, does not apply, or is not shown by these files, with the
        reason. Exit code 0: nothing is violated; 1: a requirement is, or with --strict a recommendation; 2: a
        file cannot be read or belongs to no app, or nothing in the files can be judged. With both it is 1: what
        is violated stays so, whatever the other file shows; the last line says that not all was judged.
        """,
      remarks: """
        formats (the first --format goes to the first --output, and so on):
        \(HelpText.table(AuditFormat.allCases.map { ($0.rawValue, $0.summary) }).dropLast())
        """),
    action: { arguments throws(CommandError) in try AuditCommand.run(arguments) })
}

extension Option {
  static let auditEdition = Option(
    "--edition", "E,...", .list(Edition.allCases.map(\.rawValue) + ["latest", "all"]),
    "the editions to judge by; default: latest")
  static let auditFormat = Option(
    "--format", "NAME", .choice(AuditFormat.allCases.map(\.rawValue)), "how to write; see below",
    isRepeatable: true)
  static let auditOutput = Option(
    "--output", "FILE", .file, "where to write a --format; -: standard output", isRepeatable: true)
  static let forStore = Option(
    "--store", "the build is for the App Store, which forbids settings for tests")
}

/// `mamconform audit`: what an app's files show of the static requirements.
enum AuditCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    for path in arguments.operands where !Path.exists(path) {
      throw CommandError("there is no file or folder \(path)")
    }
    let outputs = try outputs(arguments)
    let (contract, diagnostics) = Suites.contract(try Suites.folder(arguments))
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      throw CommandError("the contract has errors", suggestion: "'mamconform lint' checks it alone")
    }
    let areas = arguments.list(.area) ?? []
    for area in areas {
      try CommandError.ofUsage { () throws(UsageError) in
        try UsageError.check(area, "area", among: contract.areas)
      }
    }
    let audit = Audit(
      arguments.operands, contract: contract, editions: editions(arguments), areas: areas,
      distribution: arguments.has(.forStore) ? .store : nil)
    for (_, place) in outputs
    where audit.evidence.files.contains(where: { Path.isSame($0.path, place) }) {
      throw OutputCheck.refusal(.auditOutput, place)
    }
    let result = audit.result()
    for (format, place) in outputs {
      let bytes = format.bytes(
        result, version: programVersion, root: ReportOutputs.workspace,
        isQuiet: arguments.has(.quiet))
      try FileOutput.write(bytes, to: place)
    }
    return result.exitCode(isStrict: arguments.has(.strict))
  }

  /// The formats with their places; text on standard output where none is asked for.
  private static func outputs(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> [(AuditFormat, String)] {
    let formats = arguments.all(.auditFormat).compactMap(AuditFormat.init(rawValue:))
    var places = arguments.all(.auditOutput)
    if places.isEmpty, formats.count <= 1 { places = [FileOutput.standard] }
    let all = formats.isEmpty ? [.text] : formats
    guard all.count == places.count else {
      throw CommandError(
        "--format and --output must be given equally often (\(all.count) and \(places.count))",
        suggestion: "give each --format its own --output")
    }
    try FileOutput.requireDistinct(places)
    for place in places { try FileOutput.prepare(file: place) }
    // As long as each other, as was checked above.
    return Array(zip(all, places))
  }

  private static func editions(_ arguments: ParsedArguments) -> [Edition] {
    let words = arguments.list(.auditEdition) ?? []
    if words.isEmpty { return [.latest] }
    if words.contains("all") { return Edition.allCases }
    let named = words.map { $0 == "latest" ? Edition.latest.rawValue : $0 }
    return Edition.allCases.filter { named.contains($0.rawValue) }
  }
}
