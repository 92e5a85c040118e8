internal import Contract
internal import ExactText
package import JSONText

/// The proof for people and for programs.
extension RequirementProof {
  /// The requirement with its checks, in lines.
  package var text: String {
    var text =
      "\(requirement.id)  \(requirement.title) (\(RequirementProof.list(requirement.editions)))\n"
    for proof in state == .advisory ? advisoryChecks : checks {
      text +=
        "         \(proof.caseName) \(proof.check) (\(RequirementProof.list(proof.editions)))"
      text += state == .advisory ? " advisory" : ""
      text += proof.isSuspect ? " SUSPECT: of an older revision of the sentence\n" : "\n"
    }
    switch state {
    case .proven where !missing.isEmpty, .advisory where !missing.isEmpty:
      let word = state == .proven ? "proven" : "shown"
      text += "         not \(word) in \(RequirementProof.list(Set(missing)))\n"
    case .proven, .advisory: break
    case .excused: text += "         excused: \(reason ?? "")\n"
    case .unproven: text += "         UNPROVEN\n"
    }
    return text
  }

  /// The requirement with its checks, as a value.
  package var document: JSONObject {
    func names(_ editions: some Sequence<Edition>) -> JSON {
      .array(editions.sorted().map { .string($0.rawValue) })
    }
    var object: JSONObject = [
      "id": .string(requirement.id), "title": .string(requirement.title),
      "party": .string(requirement.party),
      "level": .string(requirement.level), "revision": .int(requirement.revision),
      "state": .string(state.rawValue),
      "editions": names(requirement.editions), "missing": names(missing),
      "checks": .array(
        (state == .advisory ? advisoryChecks : checks).map {
          [
            "case": .string($0.caseName), "check": .string($0.check),
            "editions": names($0.editions), "suspect": .bool($0.isSuspect),
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
