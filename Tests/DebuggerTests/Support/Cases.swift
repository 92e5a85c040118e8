import CaseModel
import CaseYAML
import Conformance
import Contract
import Foundation

@testable import Debugger

/// Cases of the suites, and options for sessions in process.
enum Cases {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let contract = ContractLoader.load(folder: root.appending(path: "suites/contract").path)
    .contract

  /// Every case of the suites.
  static let all = SuiteLoader.load(
    paths: [root.appending(path: "suites").path], contract: contract
  )
  .cases

  /// The case of that full name.
  static func named(_ name: String) throws -> ConformanceCase {
    guard let item = all.first(where: { $0.name == name }) else { throw Missing(name: name) }
    return item
  }

  /// The case that a suite holds.
  static func written(_ suite: String) throws -> ConformanceCase {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-debug-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "suite.yaml")
    try Data(suite.utf8).write(to: file)
    let loaded = SuiteLoader.load(
      paths: [file.path], contract: contract,
      world: root.appending(path: "suites/world.yaml").path)
    guard let item = loaded.cases.last else {
      throw Missing(name: "\(loaded.diagnostics)")
    }
    return item
  }

  struct Missing: Error { var name: String }

  /// In process, with a folder that does not exist yet.
  static func options(defects: [String] = []) -> RunOptions {
    var options = RunOptions(
      adapter: [], serviceProgram: "",
      scratchFolder: FileManager.default.temporaryDirectory
        .appending(path: "mamconform-debug-\(UUID().uuidString)").path)
    options.isInProcess = true
    options.inProcessDefects = defects
    return options
  }
}
