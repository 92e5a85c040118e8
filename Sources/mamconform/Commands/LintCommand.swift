import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import JSONText
import ReportFormats
import SystemFiles

/// `mamconform lint`: everything that is wrong with suites and contract.
enum LintCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    for path in arguments.operands where !Path.exists(path) {
      throw CommandError("there is no file or folder \(path)")
    }
    let folder = try Suites.folder(arguments)
    if arguments.has(.writeRevisions) { try writeRevisions(folder) }
    let profiles =
      arguments.operands.isEmpty
      ? Folder.names(in: "\(folder)/profiles").filter { $0.hasSuffix(".yaml") }
        .map { "\(folder)/profiles/\($0)" }
      : arguments.operands.filter { !Path.isFolder($0) && ProfileReader.isProfile(path: $0) }
    let operands = arguments.operands.filter { !profiles.contains($0) }
    var loaded = LoadedSuites(cases: [], diagnostics: [])
    if profiles.isEmpty || !operands.isEmpty || arguments.operands.isEmpty {
      (_, loaded) = Suites.read(folder, paths: operands.isEmpty ? [folder] : operands)
    }
    loaded.diagnostics += profiles.flatMap { ProfileReader.load(path: $0).diagnostics }
    let errors = loaded.diagnostics.filter { $0.severity == .error }.count
    switch arguments.value(.lintFormat) {
    case "json":
      try Output.write(JSON.array(loaded.diagnostics.map { .object(description($0)) }).prettyText)
    case "sarif":
      let bytes = LintSARIF.bytes(
        loaded.diagnostics, version: programVersion, root: ReportOutputs.workspace)
      try Output.write(String(decoding: bytes, as: UTF8.self))
    default: try Output.write(loaded.diagnostics.map { "\($0)\n" }.joined())
    }
    let warnings = loaded.diagnostics.count - errors
    // Of the suites folder the profiles are checked too, and not counted.
    var counts: [String] = []
    if !arguments.operands.isEmpty, !profiles.isEmpty {
      counts.append("profiles: \(profiles.count)")
    }
    if arguments.operands.isEmpty || !operands.isEmpty {
      counts.append("cases: \(loaded.cases.count)")
      if !loaded.sweeps.isEmpty { counts.append("sweeps: \(loaded.sweeps.count)") }
    }
    counts += ["errors: \(errors)", "warnings: \(warnings)"]
    Output.complain("\(counts.joined(separator: ", "))\n")
    return errors == 0 ? ExitCode.conforms : ExitCode.usage
  }

  /// Writes the digests of new revisions beside the contract of a suites folder.
  private static func writeRevisions(_ folder: String) throws(CommandError) {
    guard let place = ContractLoader.folder(near: folder) else {
      throw CommandError("\(folder) has no contract")
    }
    let path = "\(place)/\(Revisions.fileName)"
    let (contract, diagnostics) = ContractLoader.load(folder: place)
    guard !diagnostics.contains(where: { $0.severity == .error }),
      let text = Revisions.text(contract, before: path)
    else {
      for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
      throw CommandError(
        "\(path) was not changed: a sentence was edited but kept its revision",
        suggestion: "increase its 'revision' first")
    }
    try FileOutput.write(Array(text.utf8), to: path)
  }

  private static func description(_ diagnostic: Diagnostic) -> JSONObject {
    var object: JSONObject = [
      "file": .string(diagnostic.location.file), "line": .int(diagnostic.location.line),
      "column": .int(diagnostic.location.column),
      "severity": .string(diagnostic.severity.rawValue), "message": .string(diagnostic.message),
    ]
    if let suggestion = diagnostic.suggestion { object["suggestion"] = .string(suggestion) }
    return object
  }
}
