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
        "\(option.name)\(option == .coverageFormat ? " html" : "") needs --from RUN")
    }
    func proofs(_ party: String) -> [RequirementProof] {
      RequirementProof.all(suites.contract, suites.cases, party: party)
        .filter { areas.contains($0.requirement.area) }
    }
    let (own, duties) = (proofs("sdk"), proofs("app"))
    if arguments.value(.coverageFormat) == "json" {
      try Output.write(JSON.array((own + duties).map { .object($0.document) }).prettyText)
    } else {
      try Output.write(own.map(\.text).joined())
      if !duties.isEmpty {
        try Output.write("\nDuties of the app\n\n" + duties.map(\.text).joined())
      }
    }
    Output.complain(counts(own, "requirements") + counts(duties, "duties of the app"))
    let isComplete = (own + duties).allSatisfy { $0.state != .unproven }
    return isComplete ? ExitCode.conforms : ExitCode.violated
  }

  private static func counts(_ proofs: [RequirementProof], _ noun: String) -> String {
    let counts: [String] = RequirementProof.State.allCases.map { state in
      "\(proofs.count { $0.state == state }) \(state.rawValue)"
    }
    return "\(proofs.count) \(noun): \(counts.joined(separator: ", "))\n"
  }
}
