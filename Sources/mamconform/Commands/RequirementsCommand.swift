import Arguments
import Conformance
import Contract
internal import ExactText
import JSONText
import Wording

/// `mamconform requirements`: which checks prove each requirement that the protocol can test.
enum RequirementsCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let suites = try Suites.load(arguments)
    let areas = arguments.list(.area)?.map { $0.asciiUppercased() } ?? suites.contract.areas
    for area in areas {
      try CommandError.ofUsage { () throws(UsageError) in
        try UsageError.check(area, "area", among: suites.contract.areas)
      }
    }
    if let run = arguments.value(.coverageRun) {
      return try CoverageCommand(arguments, suites, areas: areas).run(run)
    }
    if let option = Option.ofCoverage.first(where: arguments.has)
      ?? (arguments.value(.coverageFormat) == "html" ? .coverageFormat : nil)
    {
      throw CommandError(
        "\(option.name)\(option == .coverageFormat ? " html" : "") is for --from RUN",
        exitCode: ExitCode.usage)
    }
    let proofs = RequirementProof.all(suites.contract, suites.cases)
      .filter { areas.contains($0.requirement.area) }
    if arguments.value(.coverageFormat) == "json" {
      try Output.write(JSON.array(proofs.map { .object($0.document) }).prettyText)
    } else {
      try Output.write(proofs.map(\.text).joined())
    }
    let proven = proofs.filter { !$0.checks.isEmpty }.count
    let unproven = proofs.filter { $0.state == .unproven }.count
    Output.complain(
      "\(proofs.count) requirements: \(proven) proven, \(proofs.count - proven - unproven) excused, "
        + "\(unproven) unproven\n")
    return unproven == 0 ? ExitCode.conforms : ExitCode.violated
  }
}
