import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import Reporting
import SystemFiles
import Wording

/// The files of released sets of checks: `versions/NAME.yml` in the suites folder. What a command writes ends
/// so, and is no suite.
enum SuiteVersionFile {
  /// The set of `--suite-version`, laid over the suites; nil without the option.
  ///
  /// - Throws: if there is no such set, or its file has an error.
  static func plan(_ arguments: ParsedArguments, _ suites: Suites) throws(CommandError)
    -> SuiteVersionPlan?
  {
    guard let name = arguments.value(.suiteVersion) else { return nil }
    return try plan(name, folder: suites.folder, over: suites.cases)
  }

  /// A set laid over the cases of a suites folder; cases of other places are none of its business, but the standing checks that
  /// judge them are those of the folder.
  ///
  /// - Parameter place: where the cases of the folder say that they are; nil if they are where they were read.
  static func plan(
    _ name: String, folder: String, over cases: [ConformanceCase], at place: String? = nil
  ) throws(CommandError) -> SuiteVersionPlan {
    let home = Path.resolved(place ?? folder)
    var isHere: [ExactString: Bool] = [:]
    let own = cases.filter { item in
      let file = item.location.file
      if let known = isHere[file] { return known }
      let isIt = Path.resolved(file).hasPrefix("\(home)/")
      isHere[file] = isIt
      return isIt
    }
    // A file of cases need not have every edition.
    let standing = SuiteVersion.standing(of: Array(Suites.standingChecks(folder).checks.values))
    return SuiteVersionPlan(
      try read(name, folder: folder), over: own, world: world(folder), standing: standing)
  }

  /// The set of that name.
  static func read(_ name: String, folder: String) throws(CommandError) -> SuiteVersion {
    let path = path(name, folder: folder)
    guard Path.exists(path) else {
      let names = names(folder: folder)
      throw CommandError(
        "there is no set '\(name)' in \(folder)/versions",
        suggestion: Spelling.suggestion(for: name, among: names)
          ?? "'mamconform suite-version list' lists the sets")
    }
    let (version, diagnostics) = SuiteVersionReader.load(path: path)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard let version else { throw CommandError("\(path) is not a set of checks") }
    return version
  }

  /// The names of the sets of a suites folder, the oldest first.
  static func names(folder: String) -> [String] {
    Folder.names(in: "\(folder)/versions").filter { $0.hasSuffix(".yml") }
      .map { String($0.dropLast(".yml".count)) }
      .sorted { numbers(of: $0).lexicographicallyPrecedes(numbers(of: $1), by: precedes) }
  }

  /// The parts of a name, of which 2 comes before 10.
  private static func numbers(of name: String) -> [String] {
    name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let one = Int(left), let other = Int(right) else { return left < right }
    return one < other
  }

  /// Where the set of a name is.
  static func path(_ name: String, folder: String) -> String { "\(folder)/versions/\(name).yml" }

  /// The standard world of a suites folder.
  static func world(_ folder: String) -> [SuiteVersion.FrozenPart] {
    SuiteVersionReader.world(path: "\(folder)/world.yaml")
  }
}

extension SuiteVersionPlan {
  /// How reports name the set.
  var reportName: SuiteVersionName {
    SuiteVersionName(name: version.name, date: version.date.description)
  }

  /// What keeps a run from saying anything of the set as a whole: a problem of the run; nil if nothing does.
  func problem(_ cases: [ConformanceCase], _ arguments: ParsedArguments) -> Problem? {
    let isWhole =
      arguments.operands.isEmpty && !arguments.has(.area) && !arguments.has(.requirement)
      && !arguments.has(.lastFailed) && !arguments.has(.changedSince) && !arguments.has(.quick)
    return complaint(cases, isWhole: isWhole).map {
      Problem(code: SuiteVersionName.problemCode, participant: "mamconform", message: $0)
    }
  }
}
