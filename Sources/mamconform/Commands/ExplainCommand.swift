import Arguments
import Conformance
import Contract
internal import ExactText
import JSONText
import SystemFiles
import Wording

/// `mamconform explain`: a requirement with everything that is known of it.
enum ExplainCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    guard !arguments.operands.isEmpty else { return try list(arguments) }
    let suites = try Suites.load(arguments.withoutOperands)
    let proofs = RequirementProof.all(suites.contract, suites.cases)
    let defects = try SDKUnderTest.defects(of: SDKUnderTest.simulatedApp())
    var explanations: [RequirementExplanation] = []
    for word in arguments.operands {
      let id = word.asciiUppercased()
      try CommandError.ofUsage { () throws(UsageError) in
        let isArea = suites.contract.areas.contains(id)
        try UsageError.check(
          id, "requirement", among: suites.contract.requirements.map(\.id),
          listedBy: isArea ? "mamconform requirements --area \(id)" : "mamconform explain")
      }
      guard let requirement = suites.contract.requirement(id) else { continue }
      explanations.append(
        RequirementExplanation(
          requirement, proof: proofs.first { $0.requirement.id == id }, defects: defects))
    }
    if arguments.value(.format) == "json" {
      try Output.write(JSON.array(explanations.map { .object($0.document) }).prettyText)
    } else {
      let width = Terminal.pageWidth
      try Output.write(explanations.map { $0.text(width: width) }.joined(separator: "\n"))
    }
    return ExitCode.conforms
  }

  /// Every requirement with its title; for people who look for one, and for the completion of shells.
  private static func list(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let contract = Suites.contract(try Suites.folder(arguments)).contract
    if arguments.value(.format) == "json" {
      let all = contract.requirements.map { requirement -> JSON in
        ["id": .string(requirement.id), "title": .string(requirement.title)]
      }
      try Output.write(JSON.array(all).prettyText)
    } else {
      try Output.write(contract.requirements.map { "\($0.id)  \($0.title)\n" }.joined())
    }
    return ExitCode.conforms
  }
}
