import CaseModel
import CaseYAML
import Contract
import Foundation

/// The suites of this repository, read once for all tests: without optimization that takes seconds.
enum PublishedSuites {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../suites").standardizedFileURL.path

  static let contract = ContractLoader.load(folder: "\(folder)/contract").contract
  static let loaded = SuiteLoader.load(paths: [folder], contract: contract)

  /// Every case in the numbers of the contract.
  static var cases: [ConformanceCase] { loaded.cases }
}
