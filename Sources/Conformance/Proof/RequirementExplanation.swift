package import Contract
internal import ExactText
package import JSONText
package import Participants
internal import Wording

/// What 'mamconform explain' says of something that the contract or the suites name.
package protocol Explanation {
  /// The explanation for people, folded at a width in characters.
  func text(width: Int) -> String
  /// The explanation as a value.
  var document: JSONObject { get }
}

/// Everything that is known of a requirement: what it says, where that stands, and what proves it.
package struct RequirementExplanation: Explanation {
  private let requirement: Requirement
  private let proof: RequirementProof?
  private let defects: [KnownDefect]

  /// An explanation.
  ///
  /// - Parameters:
  ///   - proof: the checks that prove it; nil if it is not one that the suites are to prove.
  ///   - defects: those of the reference SDK; the ones that break it are taken.
  package init(_ requirement: Requirement, proof: RequirementProof?, defects: [KnownDefect]) {
    self.requirement = requirement
    self.proof = proof
    self.defects = defects.filter { $0.requirements.contains(requirement.id) }
  }

  /// The explanation for people, folded at a width in characters.
  package func text(width: Int) -> String {
    let members = requirement.members.joined(separator: ", ")
    let parts = [
      ("statement", [requirement.statement]),
      ("condition", [requirement.observe]),
      ("level", ["\(requirement.level), of the \(requirement.party)\(testability)"]),
      ("members", members.isEmpty ? [] : [members]),
      ("sources", requirement.source.split(separator: ";").map { $0.trimmed() }),
      ("editions", editions),
      ("checks", checks),
      ("defects", defects.isEmpty ? ["none breaks it"] : defects.map(self.words)),
    ]
    let lines =
      ["\(requirement.id)  \(requirement.title)", ""] + Fold.labelled(parts, width: width)
    return lines.map { "\($0)\n" }.joined()
  }

  /// The explanation as a value.
  package var document: JSONObject {
    var object: JSONObject = [
      "id": .string(requirement.id), "title": .string(requirement.title),
      "statement": .string(requirement.statement), "condition": .string(requirement.observe),
      "level": .string(requirement.level), "party": .string(requirement.party),
      "testable": .string(requirement.testable), "source": .string(requirement.source),
      "editions": .array(
        requirement.editions.sorted().map { edition in
          var object: JSONObject = ["edition": .string(edition.rawValue)]
          if let note = requirement.notes[edition] { object["note"] = .string(note) }
          return .object(object)
        }),
      "defects": .array(
        defects.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
    ]
    if let proof {
      for name in ["state", "checks", "missing", "reason"] {
        if let value = proof.document[name] { object[name] = value }
      }
    }
    return object
  }

  private var testability: String {
    switch requirement.testable {
    case "protocol": ""
    case "static": "; it can only be seen in the app's code and files"
    case "ui-only": "; it can only be seen on the screen"
    default: "; it cannot be tested"
    }
  }

  /// The editions in which it holds, those with one note together.
  private var editions: [String] {
    guard !requirement.editions.isEmpty else { return ["none"] }
    var groups: [(note: String, editions: [Edition])] = []
    for edition in requirement.editions.sorted() {
      let note = requirement.notes[edition] ?? ""
      if groups.last?.note == note {
        groups[groups.count - 1].editions.append(edition)
      } else {
        groups.append((note, [edition]))
      }
    }
    return groups.map { group in
      let all = group.editions.count == Edition.allCases.count
      let names = all ? "all" : group.editions.map(\.rawValue).joined(separator: ", ")
      return group.note.isEmpty ? names : "\(names): \(group.note)"
    }
  }

  private var checks: [String] {
    guard let proof else { return ["none: the suites judge what an SDK shows outside of itself"] }
    guard proof.checks.isEmpty else {
      return proof.checks.map { "\($0.caseName) \($0.check)" }
    }
    guard proof.state != .advisory else {
      return proof.advisoryChecks.map { "\($0.caseName) \($0.check) (advisory)" }
    }
    return [proof.reason.map { "none, excused: \($0)" } ?? "none"]
  }

  private func words(_ defect: KnownDefect) -> String { "\(defect.name): \(defect.summary)" }
}
