import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import SystemFiles
import Wording

/// The one case that a command is about, with the suites that it was read with.
struct OneCase {
  /// The case.
  let item: ConformanceCase
  /// What was read: the whole folder, or only the file of its suite.
  let suites: Suites

  /// Finds the case that a command line names.
  ///
  /// - Throws: if there is none, or more than one; with the nearest name.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    if let near = try OneCase.near(arguments),
      let item = try? CaseSelection(arguments).one(of: near.cases, near.contract)
    {
      (self.item, suites) = (item, near)
      return
    }
    let suites = try Suites.load(arguments, goesOn: true)
    item = try CommandError.ofUsage { () throws(UsageError) in
      try CaseSelection(arguments).one(of: suites.cases, suites.contract)
    }
    self.suites = suites
  }

  /// The suite with which the name of the case begins, if its file has that name, as most have: whoever looks at one case
  /// does not wait for the others to be read. Nil if there is none, or something is wrong with it.
  private static func near(_ arguments: ParsedArguments) throws(CommandError) -> Suites? {
    guard try Suites.paths(arguments).isEmpty, let name = arguments.operands.last,
      let slash = name.firstIndex(of: "/"), !name[..<slash].isEmpty
    else { return nil }
    let folder = try Suites.folder(arguments)
    let file = "\(folder)/\(name[..<slash]).yaml"
    guard Path.exists(file) else { return nil }
    let profile = try ProfileFile.profile(arguments)
    let (contract, loaded) = Suites.read(folder, paths: [file], profile: profile)
    guard loaded.diagnostics.isEmpty else { return nil }
    return Suites(
      folder: folder, contract: contract, cases: loaded.cases, sweeps: loaded.sweeps, paths: [],
      brokenFiles: [], errorCount: 0, profile: profile)
  }
}
