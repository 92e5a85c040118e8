package import Contract
internal import ExactText
package import JSONText
internal import Wording

/// Everything that is known of a requirement: what it says, where that stands, and what proves it.
package struct RequirementExplanation {
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
    var lines = ["\(requirement.id)  \(requirement.title)", ""]
    func add(_ label: String, _ values: [String]) {
      for (index, value) in values.enumerated() {
        let head = index == 0 ? label : ""
        let margin = "  \(head)" + String(repeating: " ", count: max(0, 13 - head.count))
        lines += Fold.lines(value, width: width, first: margin, indent: 15)
      }
    }
    add("statement", [requirement.statement])
    add("condition", [requirement.observe])
    add("level", ["\(requirement.level), of the \(requirement.party)\(testability)"])
    if !requirement.members.isEmpty {
      add("members", [requirement.members.joined(separator: ", ")])
    }
    add("sources", requirement.source.split(separator: ";").map { $0.trimmed() })
    add("editions", editions)
    add("checks", checks)
    add("defects", defects.isEmpty ? ["none breaks it"] : defects.map(self.words))
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
