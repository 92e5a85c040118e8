import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import SystemFiles
import Wording

/// `mamconform explain`: a requirement, or a standing check, with everything that is known of it.
enum ExplainCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    guard !arguments.operands.isEmpty else { return try list(arguments) }
    let suites = try Suites.load(arguments.withoutOperands)
    let proofs = RequirementProof.all(suites.contract, suites.cases)
    let standing = StandingExplanation.checks(of: suites.cases)
    let defects = try SDKUnderTest.defects(of: SDKUnderTest.simulatedApp())
    var explanations: [any Explanation] = []
    for word in arguments.operands {
      if word.hasPrefix(StandingChecks.prefix) {
        explanations.append(try check(word, standing, suites.contract))
      } else {
        let requirement = try requirement(word, suites.contract)
        explanations.append(
          RequirementExplanation(
            requirement, proof: proofs.first { $0.requirement.id == requirement.id },
            defects: defects))
      }
    }
    if arguments.value(.format) == "json" {
      try Output.write(JSON.array(explanations.map { .object($0.document) }).prettyText)
    } else {
      let width = Terminal.pageWidth
      try Output.write(explanations.map { $0.text(width: width) }.joined(separator: "\n"))
    }
    return ExitCode.conforms
  }

  private static func requirement(
    _ word: String, _ contract: Contract
  ) throws(CommandError) -> Requirement {
    let id = word.asciiUppercased()
    if let requirement = contract.requirement(id) { return requirement }
    let isArea = contract.areas.contains(id)
    // Only an ID is looked for in upper case: what cannot be one is repeated as it was written.
    throw CommandError(
      .unknown(
        id.contains("-") || isArea ? id : word, "requirement",
        among: contract.requirements.map(\.id),
        listedBy: isArea ? "mamconform requirements --area \(id)" : "mamconform explain"))
  }

  private static func check(
    _ word: String, _ checks: [Edition: StandingChecks], _ contract: Contract
  ) throws(CommandError) -> StandingExplanation {
    if let explanation = StandingExplanation(word, of: checks, in: contract) { return explanation }
    throw CommandError(
      .unknown(
        word, "standing check", among: StandingExplanation.titles(of: checks).map(\.id),
        listedBy: "mamconform explain"))
  }

  /// Every requirement and every standing check with its title; for people who look for one, and for the completion of shells.
  private static func list(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let (contract, standing) = Suites.standingChecks(try Suites.folder(arguments))
    let all =
      contract.requirements.map { (id: $0.id, title: $0.title, kind: "requirement") }
      + StandingExplanation.titles(of: standing).map {
        (id: $0.id, title: $0.title, kind: "standing check")
      }
    if arguments.value(.format) == "json" {
      let list = all.map { item -> JSON in
        ["id": .string(item.id), "title": .string(item.title), "kind": .string(item.kind)]
      }
      try Output.write(JSON.array(list).prettyText)
    } else {
      try Output.write(all.map { "\($0.id)  \($0.title)\n" }.joined())
    }
    return ExitCode.conforms
  }
}
