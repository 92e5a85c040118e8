import Arguments
import CaseModel
import CaseYAML
import Conformance
import Contract
internal import ExactText
import SystemFiles

/// The suites folder with what was read from it.
struct Suites {
  /// The folder.
  let folder: String
  /// The contract.
  let contract: Contract
  /// Every case of the folder.
  let cases: [ConformanceCase]

  /// How many diagnostics a command other than `lint` says.
  private static let shownDiagnostics = 10

  /// Reads the suites folder of a command line.
  ///
  /// - Throws: if any file has an error, after every diagnostic was said: a run without the cases that could not be
  ///   read would look better than it is.
  static func load(_ arguments: ParsedArguments) throws(CommandError) -> Suites {
    let folder = try folder(arguments)
    let (contract, loaded) = read(folder, paths: [folder])
    for diagnostic in loaded.diagnostics.prefix(shownDiagnostics) {
      Output.complain("\(diagnostic)\n")
    }
    let more = loaded.diagnostics.count - shownDiagnostics
    if more > 0 { Output.complain("... and \(more) more\n") }
    let errors = loaded.diagnostics.filter { $0.severity == .error }.count
    guard errors == 0 else {
      throw CommandError(
        "\(errors) \(errors == 1 ? "error" : "errors") in the suites of \(folder)",
        suggestion: "'mamconform lint' checks them alone", exitCode: ExitCode.usage)
    }
    return Suites(folder: folder, contract: contract, cases: loaded.cases)
  }

  /// The contract of a suites folder and the cases of paths, with everything that is wrong with either.
  static func read(_ folder: String, paths: [String]) -> (Contract, LoadedSuites) {
    let place = ContractLoader.folder(near: folder) ?? "\(folder)/contract"
    let (contract, diagnostics) = ContractLoader.load(folder: place)
    var loaded = SuiteLoader.load(paths: paths, contract: contract)
    loaded.diagnostics.insert(contentsOf: diagnostics, at: 0)
    return (contract, loaded)
  }

  /// The suites folder: as given, else of the environment, else here, else above this program.
  static func folder(_ arguments: ParsedArguments) throws(CommandError) -> String {
    let environment = EnvironmentVariable.value("MAMCONFORM_SUITES").flatMap {
      $0.isEmpty ? nil : $0
    }
    let given = arguments.value(.suites).map { ($0, "--suites") }
    if let (path, origin) = given ?? environment.map({ ($0, "MAMCONFORM_SUITES") }) {
      guard Path.isFolder(path) else {
        throw CommandError("there is no folder \(path) (given by \(origin))")
      }
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    if Path.isFolder("suites") { return "suites" }
    var above = Programs.ownFolder
    while true {
      if Path.isFolder("\(above)/suites") { return "\(above)/suites" }
      guard above != "/", above != "." else { break }
      above = Path.parent(of: above)
    }
    throw CommandError("there is no suites folder here", suggestion: "give it with --suites DIR")
  }

  /// The requirements by ID.
  var requirements: [String: Requirement] {
    Dictionary(contract.requirements.map { ($0.id, $0) }) { first, _ in first }
  }
}
