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
    var explanations: [Explanation] = []
    for word in arguments.operands {
      if word.hasPrefix(StandingChecks.prefix) {
        explanations.append(.standing(try check(word, standing, suites.contract)))
        continue
      }
      let requirement = try requirement(word, suites.contract)
      explanations.append(
        .requirement(
          RequirementExplanation(
            requirement, proof: proofs.first { $0.requirement.id == requirement.id },
            defects: defects)))
    }
    if arguments.value(.format) == "json" {
      try Output.write(JSON.array(explanations.map { .object($0.document) }).prettyText)
    } else {
      let width = Terminal.pageWidth
      try Output.write(explanations.map { $0.text(width: width) }.joined(separator: "\n"))
    }
    return ExitCode.conforms
  }

  private enum Explanation {
    case requirement(RequirementExplanation)
    case standing(StandingExplanation)

    var document: JSONObject {
      switch self {
      case .requirement(let explanation): explanation.document
      case .standing(let explanation): explanation.document
      }
    }

    func text(width: Int) -> String {
      switch self {
      case .requirement(let explanation): explanation.text(width: width)
      case .standing(let explanation): explanation.text(width: width)
      }
    }
  }

  private static func requirement(
    _ word: String, _ contract: Contract
  ) throws(CommandError) -> Requirement {
    let id = word.asciiUppercased()
    if let requirement = contract.requirement(id) { return requirement }
    let isArea = contract.areas.contains(id)
    // Only an ID is sought in upper case: whatever else was written is repeated as it stands.
    let shown = id.contains("-") ? id : isArea ? id : word
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(
        shown, "requirement", among: contract.requirements.map(\.id),
        listedBy: isArea ? "mamconform requirements --area \(id)" : "mamconform explain")
    }
    throw CommandError("unknown requirement '\(word)'", exitCode: ExitCode.usage)
  }

  private static func check(
    _ word: String, _ checks: [Edition: StandingChecks], _ contract: Contract
  ) throws(CommandError) -> StandingExplanation {
    if let explanation = StandingExplanation(word, of: checks, in: contract) { return explanation }
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(
        word, "standing check", among: StandingExplanation.titles(of: checks).map(\.id),
        listedBy: "mamconform explain")
    }
    throw CommandError("unknown standing check '\(word)'", exitCode: ExitCode.usage)
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
