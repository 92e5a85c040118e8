import Arguments
import CaseModel
import CaseYAML
import Conformance
import Contract
internal import ExactText
import SystemFiles
import Wording

/// The suites with what was read from them: those of the suites folder, or of the files that a command line names.
struct Suites {
  /// The suites folder.
  let folder: String
  /// The contract.
  let contract: Contract
  /// Every case of the folder, or of the files that were named instead.
  var cases: [ConformanceCase]
  /// The cases with a sweep, which an ordinary run does not take.
  let sweeps: [ConformanceCase]
  /// The files and folders that were named.
  let paths: [String]
  /// The files that were left out because something is wrong with them, which was said.
  let brokenFiles: [String]
  /// How many errors there are in all.
  let errorCount: Int
  /// The numbers in which the cases count.
  let profile: Profile
  /// The cases without a check, which can be looked at and not run.
  var scenes: [ConformanceCase] = []

  /// How many diagnostics a command other than `lint` says.
  private static let shownDiagnostics = 10

  /// Reads the suites folder of a command line, or the files of cases among its operands.
  ///
  /// - Parameter goesOn: true for a command that does what it can without the files that have an error, and fails at
  ///   the end.
  /// - Parameter stored: the profile of a stored run; nil for that of the command line.
  /// - Throws: if any file has an error, after every diagnostic was said: a run without the cases that could not be
  ///   read would look better than it is.
  static func load(
    _ arguments: ParsedArguments, goesOn: Bool = false, profile stored: Profile? = nil
  ) throws(CommandError) -> Suites {
    let folder = try folder(arguments)
    let paths = try paths(arguments)
    let profile = if let stored { stored } else { try ProfileFile.profile(arguments) }
    let (contract, loaded) = read(
      folder, paths: paths.isEmpty ? [folder] : paths, profile: profile)
    for diagnostic in loaded.diagnostics.prefix(shownDiagnostics) {
      Output.complain("\(diagnostic)\n")
    }
    let more = loaded.diagnostics.count - shownDiagnostics
    if more > 0 { Output.complain("... and \(more) more\n") }
    let errors = loaded.diagnostics.filter { $0.severity == .error }.count
    let isEmpty = (loaded.cases + loaded.sweeps + loaded.scenes).isEmpty
    guard errors == 0 || goesOn && !isEmpty else {
      let place = paths.isEmpty ? "the suites of \(folder)" : paths.joined(separator: ", ")
      throw CommandError(
        "\(Counted.text(errors, "error")) in \(place)",
        suggestion: "'mamconform lint' checks them alone")
    }
    return Suites(
      folder: folder, contract: contract, cases: loaded.cases, sweeps: loaded.sweeps, paths: paths,
      brokenFiles: loaded.brokenFiles, errorCount: errors, profile: profile, scenes: loaded.scenes)
  }

  /// The contract of a suites folder and the cases of paths, with everything that is wrong with either.
  ///
  /// What the folder does not have, the contract or the standard world, is that of the built-in suites.
  static func read(
    _ folder: String, paths: [String], profile: Profile = .standard
  ) -> (Contract, LoadedSuites) {
    let (contract, diagnostics) = contract(folder)
    let world = [folder, builtIn ?? folder].map { "\($0)/world.yaml" }.first(where: Path.exists)
    var loaded = SuiteLoader.load(
      paths: paths, contract: contract, world: world,
      standing: standingFolder(for: folder), profile: profile)
    loaded.diagnostics.insert(contentsOf: diagnostics, at: 0)
    // Nothing can be judged by half a contract.
    if diagnostics.contains(where: { $0.severity == .error }) { loaded.cases = [] }
    return (contract, loaded)
  }

  /// The contract and the standing checks that go with a suites folder, without its cases.
  static func standingChecks(
    _ folder: String
  ) -> (contract: Contract, checks: [Edition: StandingChecks]) {
    let contract = contract(folder).contract
    let place = standingFolder(for: folder)
    return (contract, place.map { SuiteLoader.standingChecks(of: $0, contract: contract) } ?? [:])
  }

  /// The folder of the standing checks for a suites folder: its own, or the one that comes with the program if the contract does too, whose
  /// requirements they name.
  private static func standingFolder(for folder: String) -> String? {
    let hasOwnContract = ContractLoader.folder(near: folder) != nil
    let others = hasOwnContract ? nil : builtIn
    return [folder, others].compactMap { $0.map { "\($0)/standing" } }.first(where: Path.isFolder)
  }

  /// The contract that goes with a suites folder.
  static func contract(_ folder: String) -> (contract: Contract, diagnostics: [Diagnostic]) {
    let place =
      ContractLoader.folder(near: folder) ?? builtIn.map { "\($0)/contract" }
      ?? "\(folder)/contract"
    return ContractLoader.load(folder: place)
  }

  /// The files and folders of cases among the operands: what ends in `.yaml`, `.yml` or a slash, as no name of a case
  /// does.
  ///
  /// - Throws: if one of them is not there.
  static func paths(_ arguments: ParsedArguments) throws(CommandError) -> [String] {
    let paths = arguments.operands.filter(isPath)
    for path in paths where !Path.exists(path) {
      throw CommandError("there is no file or folder \(path)")
    }
    return paths
  }

  /// True for an operand that names a file or a folder, and not cases.
  static func isPath(_ operand: String) -> Bool {
    [".yaml", ".yml", "/"].contains(where: operand.hasSuffix)
  }

  /// The suites folder: as given, else of the environment, else here, else the built-in one.
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
    // A folder of that name may be another project's.
    if Path.isFolder("suites"), Path.exists("suites/world.yaml") { return "suites" }
    if let builtIn { return builtIn }
    throw CommandError("there is no suites folder here", suggestion: "give it with --suites DIR")
  }

  /// The suites that came with this program: `share/mamconform/suites` or `suites`, beside its folder or above it.
  static let builtIn: String? = {
    var above = Programs.ownFolder
    while true {
      let places = ["\(above)/share/mamconform/suites", "\(above)/suites"]
      if let place = places.first(where: { Path.isFolder("\($0)/contract") }) { return place }
      guard above != "/", above != "." else { return nil }
      above = Path.parent(of: above)
    }
  }()

  /// The requirements by ID.
  var requirements: [String: Requirement] {
    Dictionary(contract.requirements.map { ($0.id, $0) }) { first, _ in first }
  }

  /// What is to be said of errors in the suites; nil if there are none.
  var complaint: String? {
    guard errorCount > 0 else { return nil }
    let errors = Counted.text(errorCount, "error")
    guard !brokenFiles.isEmpty else { return "\(errors) in the suites" }
    return "\(errors) in files whose cases are left out: \(brokenFiles.joined(separator: ", "))"
  }
}
