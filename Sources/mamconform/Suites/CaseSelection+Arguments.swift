import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import Wording

extension CaseSelection {
  /// The selection of a command line.
  init(_ arguments: ParsedArguments) {
    self.init(
      patterns: arguments.operands.filter { !Suites.isPath($0) }, areas: arguments.list(.area),
      requirements: arguments.list(.requirement), editions: arguments.list(.edition))
    isQuick = arguments.has(.quick)
  }
}

extension Suites {
  /// The cases that a command line asks for.
  func cases(_ arguments: ParsedArguments) throws(CommandError) -> [ConformanceCase] {
    try checkWhatIsLeftOut(arguments)
    return try CommandError.ofUsage { () throws(UsageError) in
      try CaseSelection(arguments).apply(to: cases, contract)
    }
  }

  /// Checks that no pattern names a suite that could not be read: its cases are not unknown, but left out.
  ///
  /// - Throws: if one does; what is wrong with the file was said when it was read.
  func checkWhatIsLeftOut(_ arguments: ParsedArguments) throws(CommandError) {
    for pattern in CaseSelection(arguments).patterns {
      guard let file = brokenFiles.first(where: { pattern.namesSuite(ofFile: $0) }),
        !cases.contains(where: pattern.matches)
      else { continue }
      throw CommandError(
        "the cases of '\(pattern.text)' are left out, because \(file) has errors",
        suggestion: "'mamconform lint \(file)' checks it alone")
    }
  }

  /// Why there is no case where every one of them is a sweep; nil where one is none.
  ///
  /// - Parameter suggestion: what to do about it.
  func onlySweeps(suggestion: String) -> UsageError? {
    guard cases.isEmpty, scenes.isEmpty, let first = sweeps.first else { return nil }
    let count = sweeps.map { "\($0.suite)/\($0.id)" }.distinct.count
    return UsageError(
      count == 1
        ? "the only case, '\(first.suite)/\(first.id)', is a sweep"
        : "all \(count) cases are sweeps", suggestion: suggestion)
  }

  /// The cases of a run: with `--sweeps`, or where a pattern names a point of a sweep, those of the sweeps instead.
  ///
  /// - Throws: if a sweep cannot be expanded.
  func casesOfRun(_ arguments: ParsedArguments) throws(CommandError) -> [ConformanceCase] {
    let patterns = arguments.operands.filter { !Suites.isPath($0) }
    let isPoint = patterns.contains(where: SweepNames.isPoint)
    if cases.isEmpty, sweeps.isEmpty, !scenes.isEmpty {
      throw CommandError(
        "no case has a check, so there is nothing to run",
        suggestion: "add a step with 'check' and 'proves', or look at it with 'mamconform debug'")
    }
    guard arguments.has(.sweeps) || isPoint else {
      try CommandError.ofUsage { () throws(UsageError) in
        if let error = onlySweeps(suggestion: "add --sweeps to run it") { throw error }
      }
      return try cases(arguments)
    }
    guard !sweeps.isEmpty else {
      throw CommandError("the suites have no case with a sweep")
    }
    // Only what is asked for has to be expanded; a glob may mean any of them.
    let editions = CaseSelection(editions: arguments.list(.edition)).editions
    let chosen = sweeps.filter { item in
      let name = "\(item.suite)/\(item.id)"
      let isNamed =
        patterns.isEmpty
        || patterns.contains {
          $0.hasPrefix(name) || name.hasPrefix($0) || $0.contains("*") || $0.contains("?")
        }
      return isNamed && editions?.contains(item.edition) ?? true
    }
    let expanded = try SweepNames.expanded(chosen, contract)
    return try CommandError.ofUsage { () throws(UsageError) in
      try CaseSelection(arguments).apply(to: expanded, contract)
    }
  }
}
