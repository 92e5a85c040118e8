import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText

/// `mamconform requirements`: which checks prove each requirement that the protocol can test.
enum RequirementsCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let suites = try Suites.load(arguments)
    let areas = arguments.list(.area)?.map { $0.asciiUppercased() } ?? suites.contract.areas
    for area in areas { try CaseSelection.check(area, "area", suites.contract.areas) }
    let proofs = RequirementProof.all(suites.contract, suites.cases)
      .filter { areas.contains($0.requirement.area) }
    if arguments.value(.format) == "json" {
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

/// What the suites say of one requirement.
struct RequirementProof {
  /// What became of it.
  enum State: String {
    /// At least one check proves it.
    case proven
    /// No check proves it, and `unproven.yaml` says why.
    case excused
    /// No check proves it, and nobody says why.
    case unproven
  }

  /// A check that proves it; the combinations of a matrix count as one.
  struct Proof {
    /// `suite/id`.
    var caseName: String
    /// The check.
    var check: String
    /// The editions in which it does.
    var editions: Set<Edition>
  }

  /// The requirement.
  var requirement: Requirement
  /// The checks that prove it, in the order of the suites.
  var checks: [Proof] = []
  /// Why it is not proven, if anyone says.
  var reason: String?

  /// What became of it.
  var state: State {
    checks.isEmpty ? (reason == nil ? .unproven : .excused) : .proven
  }

  /// Editions in which it holds but no check proves it.
  var missing: [Edition] {
    let proven = checks.reduce(into: Set<Edition>()) { $0.formUnion($1.editions) }
    return requirement.editions.subtracting(proven).sorted()
  }

  /// Every requirement that an SDK has to keep and the protocol can test, sorted by ID.
  static func all(_ contract: Contract, _ cases: [ConformanceCase]) -> [RequirementProof] {
    var proofs: [ExactString: [Proof]] = [:]
    for item in cases {
      let name = "\(item.suite)/\(item.id)"
      // What never fails proves nothing.
      for check in item.checks where !check.isAdvisory {
        for id in check.requirements {
          // The combinations and editions of a case follow each other, so the place is near the end.
          let place = proofs[id]?.lastIndex { $0.caseName == name && $0.check == check.id }
          if let place {
            proofs[id]?[place].editions.insert(item.edition)
          } else {
            proofs[id, default: []].append(
              Proof(caseName: name, check: check.id, editions: [item.edition]))
          }
        }
      }
    }
    return contract.requirements.filter { $0.party == "sdk" && $0.testable == "protocol" }
      .map {
        RequirementProof(
          requirement: $0, checks: proofs[$0.id] ?? [], reason: contract.unprovenReasons[$0.id])
      }
  }

  /// The requirement with its checks, in lines.
  var text: String {
    var text =
      "\(requirement.id)  \(requirement.title) (\(RequirementProof.list(requirement.editions)))\n"
    for proof in checks {
      text +=
        "         \(proof.caseName) \(proof.check) (\(RequirementProof.list(proof.editions)))\n"
    }
    switch state {
    case .proven where !missing.isEmpty:
      text += "         not proven in \(RequirementProof.list(Set(missing)))\n"
    case .proven: break
    case .excused: text += "         excused: \(reason ?? "")\n"
    case .unproven: text += "         UNPROVEN\n"
    }
    return text
  }

  /// The requirement with its checks, as a value.
  var document: JSONObject {
    func names(_ editions: some Sequence<Edition>) -> JSON {
      .array(editions.sorted().map { .string($0.rawValue) })
    }
    var object: JSONObject = [
      "id": .string(requirement.id), "title": .string(requirement.title),
      "level": .string(requirement.level), "state": .string(state.rawValue),
      "editions": names(requirement.editions), "missing": names(missing),
      "checks": .array(
        checks.map {
          [
            "case": .string($0.caseName), "check": .string($0.check),
            "editions": names($0.editions),
          ]
        }),
    ]
    if let reason { object["reason"] = .string(reason) }
    return object
  }

  private static func list(_ editions: Set<Edition>) -> String {
    editions.count == Edition.allCases.count
      ? "all editions" : editions.sorted().map(\.rawValue).joined(separator: ", ")
  }
}
