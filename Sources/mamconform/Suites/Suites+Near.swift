import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import SystemFiles

extension Suites {
  /// Only the suites that some names of cases begin with: whoever wants a few does not wait for all the others.
  ///
  /// Nil if a name may mean another suite: the file of a suite need not have its name, though most have it. Nil, too, if something is
  /// wrong with one of the files; the whole folder is then read, and everything that is wrong is reported.
  static func near(
    _ names: [String], _ arguments: ParsedArguments
  ) throws(CommandError) -> Suites? {
    guard !names.isEmpty, try paths(arguments).isEmpty else { return nil }
    let folder = try folder(arguments)
    var files: [String] = []
    for name in names {
      let suite = String(name.prefix { $0 != "/" && $0 != "@" })
      let file = "\(folder)/\(suite).yaml"
      guard !suite.isEmpty, !Glob.isPattern(suite), Path.exists(file) else { return nil }
      if !files.contains(where: { $0 == file }) { files.append(file) }
    }
    let profile = try ProfileFile.profile(arguments)
    let (contract, loaded) = read(folder, paths: files, profile: profile)
    let suites = loaded.cases + loaded.sweeps
    guard loaded.diagnostics.isEmpty,
      names.allSatisfy({ name in suites.contains { name.hasPrefix($0.suite) } })
    else { return nil }
    return Suites(
      folder: folder, contract: contract, cases: loaded.cases, sweeps: loaded.sweeps, paths: [],
      brokenFiles: [], errorCount: 0, profile: profile)
  }

  /// The cases of a run, with the suites that were read for them: all, or those that the patterns name.
  ///
  /// - Throws: if the patterns name nothing, or no case can be read.
  static func forRun(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> (suites: Suites, chosen: [ConformanceCase]) {
    // A set of checks and a ledger are compared with every case that there is.
    let concernsAll = arguments.has(.suiteVersion) || arguments.has(.ledger)
    let names = arguments.operands.filter { !isPath($0) }
    if !concernsAll, let near = try near(names, arguments),
      let chosen = try? near.casesOfRun(arguments)
    {
      return (near, chosen)
    }
    let suites = try load(arguments, goesOn: true)
    return (suites, try suites.casesOfRun(arguments))
  }
}
