import CaseModel
import CaseYAML
import Contract
import Foundation

/// The repository's root, for the files that the tests load.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// The published contract.
let contract = ContractLoader.load(folder: "\(repository)/suites/contract").contract

/// A folder that is removed at the end of the closure.
func withFolder<Result>(
  _ files: [String: String], _ body: (String) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("caseyaml-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  return try body(folder.path)
}

/// What the loader makes of one suite beside the standard world.
func load(_ suite: String) throws -> LoadedSuites {
  let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
  return try withFolder(["world.yaml": world, "s.yaml": suite]) {
    SuiteLoader.load(paths: ["\($0)/s.yaml"], contract: contract)
  }
}

/// The steps of one case, indented as a list, made a suite.
func suite(_ steps: String, header: String = "") -> String {
  let indented = steps.split(separator: "\n", omittingEmptySubsequences: false)
    .map { "      \($0)\n" }.joined()
  return """
    suite: s
    area: ENR
    title: A suite
    cases:
      - id: c
        title: A case
    \(header.split(separator: "\n").map { "    \($0)\n" }.joined())    steps:
    \(indented)
    """
}

extension LoadedSuites {
  /// The diagnostics without the folder in front of their file.
  var messages: [String] {
    diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location.file = (diagnostic.location.file as NSString).lastPathComponent
      return diagnostic.description
    }
  }
}
