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
  }
}

extension Suites {
  /// The cases that a command line asks for.
  func cases(_ arguments: ParsedArguments) throws(CommandError) -> [ConformanceCase] {
    try CommandError.ofUsage { () throws(UsageError) in
      try CaseSelection(arguments).apply(to: cases, contract)
    }
  }
}
