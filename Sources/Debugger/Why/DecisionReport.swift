internal import CaseModel
package import Conformance
internal import ExactText
package import JSONText
internal import Participants
internal import VirtualTime

/// Why a check failed: which decision of the case flips it, and which decision of the SDK was another than expected.
package struct DecisionReport: Sendable {
  /// The result of the unchanged case.
  package var result: CaseResult
  /// The failed check.
  package var check: CheckResult
  /// How many decisions the case makes until then.
  package var decisions: Int
  /// The single decisions that flip it, the best first.
  package var flips: [DecisionSearch.Flip]
  /// The smallest set of decisions that flips it together, if no single one does.
  package var set: [CaseDecision] = []
  /// Where the SDK first did what the reference SDK does not; nil if nothing was found.
  package var deviation: Deviation?
  /// Defects of the reference SDK with which it does the same, or fails in the same way.
  var known: [FaultDictionary.Match] = []
  /// How many changed cases were run.
  package var runCount = 0
  /// True if time ran out before everything was tried.
  package var isCut = false
  /// Real time it took.
  package var milliseconds: Double = 0

  init(
    result: CaseResult, check: CheckResult, decisions: Int, flips: [DecisionSearch.Flip]
  ) {
    self.result = result
    self.check = check
    self.decisions = decisions
    self.flips = flips
  }

  /// The decision that is named: the best of those that flip the verdict by themselves.
  package var named: DecisionSearch.Flip? { namesCall ? nil : flips.first }

  /// True if the checked call itself is named: it only asks for something, and little but an enrollment flips what it returns.
  package var namesCall: Bool {
    checkedCall.map(DecisionList.isAside) ?? false && DecisionSearch.isOnlyEnrollment(flips)
  }

  /// How many decisions are named: the first of ``flips``, or the first two, if the second is as likely; else those of a ``set``
  /// of two; 0 if there is nothing to name, or the checked call is.
  package var namedCount: Int {
    if namesCall { return 0 }
    return flips.isEmpty ? (set.count == 2 ? 2 : 0) : DecisionSearch.namedCount(flips)
  }

  // MARK: - For people

  /// The report as text.
  ///
  /// - Parameter listsAll: true to list every decision that flips the verdict, not only the first four.
  package func text(listsAll: Bool = false) -> String {
    let place = check.check.location
    var text = "\(result.conformanceCase.name)\n"
    text += "  check \(check.check.id) fails (\(place.file):\(place.line))\n"
    text += "  expected  \(check.expected)\n"
    text += "  found     \(check.found)\n\n"
    if let named {
      text += "The decision that flips it:\n"
      text += "  \(DecisionReport.line(named))\n"
      text += "  \(DecisionReport.meaning(named))\n"
      if namedCount == 2 {
        text += "Just as likely:\n  \(DecisionReport.line(flips[1]))\n"
      }
      text += othersText(listsAll)
    } else if namesCall, let checkedCall {
      text += "The checked call breaks it by itself:\n  \(checkedCall.words)\n"
      text += othersText(listsAll)
    } else if !set.isEmpty {
      let these = set.count == 2 ? "these two together do" : "all of these together do"
      text += "No single decision flips it; \(these):\n"
      for decision in set { text += "  \(DecisionReport.line(decision))\n" }
    } else {
      text += "No decision of the case flips it: \(whatIsLeft).\n"
    }
    if let deviation { text += "\n" + DecisionReport.text(deviation) }
    text += knownText(listsAll)
    text += "\n\(decisions) decisions, \(runCount) changed cases in \(Int(milliseconds)) ms"
    text += isCut ? "; time ran out before everything was tried (--time gives more)\n" : "\n"
    return text
  }

  private func othersText(_ listsAll: Bool) -> String {
    let others = flips.dropFirst(namedCount)
    if others.isEmpty { return "" }
    var text = "It also flips if one of these is changed:\n"
    for flip in others.prefix(listsAll ? .max : 3) {
      text += "  \(DecisionReport.line(flip))\n"
    }
    if !listsAll, others.count > 3 { text += "  ... and \(others.count - 3) more\n" }
    return text
  }

  /// What makes the check fail if no decision does.
  private var whatIsLeft: String {
    checkedCall.map { "\($0.words) breaks it by itself" } ?? "the SDK does this in any case"
  }

  /// The call whose value is checked; nil of a check of anything else.
  private var checkedCall: Action? {
    guard case .returns = check.check.demand else { return nil }
    return result.conformanceCase.steps.first { $0.check == check.check }?.action
  }

  private static func line(_ flip: DecisionSearch.Flip) -> String {
    let end = flip.isHiding ? ", which only hides what the SDK does" : ""
    return "\(line(flip.decision)) -- if it \(flip.change.text)\(end)"
  }

  private static func line(_ decision: CaseDecision) -> String {
    let place = decision.location
    return "\(decision.text) (\(place.file):\(place.line))"
  }

  private static func meaning(_ flip: DecisionSearch.Flip) -> String {
    if flip.isPartial {
      return
        "With that change this check does not show it; another one fails as it does without the change."
    }
    return switch flip.strength {
    case .passes: "With that change every check up to this one passes."
    case .passesAsReference:
      "With that change this check passes; what else fails then, fails with the reference SDK too."
    case .sameAsReference:
      "With that change the SDK does what the reference SDK does; the check then demands what cannot come."
    case .needed: "With that change neither SDK gets as far as this check."
    }
  }

  private static func text(_ deviation: Deviation) -> String {
    var text = "The decision in which the SDK differs from the reference SDK:\n"
    if let last = deviation.last { text += "  after          \(last)\n" }
    text += "  the SDK        \(deviation.subject ?? "does nothing more")\n"
    text += "  the reference  \(deviation.reference ?? "does nothing more")\n"
    return text
  }

  /// The most known defects that are listed if not all are.
  private static let mostKnown = 3

  private func knownText(_ listsAll: Bool) -> String {
    guard let first = known.first else { return "" }
    let which = known.count == 1 ? "this defect" : "these defects"
    var text =
      switch first.likeness {
      case .same: "\nThe SDK does just what the reference SDK does with \(which):\n"
      case .failsAlike: "\nWith \(which) of the reference SDK the check finds the same:\n"
      }
    for match in known.prefix(listsAll ? .max : DecisionReport.mostKnown) {
      let sources = match.defect.requirements.joined(separator: ", ")
      text += "  \(match.defect.name): \(match.defect.summary) (\(sources))\n"
    }
    let more = known.count - DecisionReport.mostKnown
    if !listsAll, more > 0 { text += "  ... and \(more) more\n" }
    return text
  }

  // MARK: - For programs

  /// The report as a value; `suites/schemas/why.schema.json` describes it.
  package var document: JSONObject {
    var object: JSONObject = [
      "format": "mamconform-why", "version": 1,
      "case": .string(result.conformanceCase.name), "check": .string(check.check.id),
      "expected": .string(check.expected), "found": .string(check.found),
      "decisions": .array(flips.map { DecisionReport.document($0) }),
      "set": .array(set.map { .object(DecisionReport.document($0)) }),
      "named": .int(namedCount), "tried": .int(runCount), "complete": .bool(!isCut),
    ]
    if !known.isEmpty {
      object["known"] = .array(
        known.map {
          [
            "defect": .string($0.defect.name), "summary": .string($0.defect.summary),
            "requirements": .array($0.defect.requirements.map(JSON.string)),
            "same": .bool($0.likeness == .same),
          ]
        })
    }
    if let deviation {
      object["deviation"] = [
        "after": deviation.last.map(JSON.string) ?? .null,
        "subject": deviation.subject.map(JSON.string) ?? .null,
        "reference": deviation.reference.map(JSON.string) ?? .null,
      ]
    }
    return object
  }

  private static func document(_ flip: DecisionSearch.Flip) -> JSON {
    var object = document(flip.decision)
    object["change"] = .string(flip.change.text)
    object["disturbs"] = .int(flip.disturbance)
    object["vacuous"] = .bool(flip.isVacuous)
    object["hides"] = .bool(flip.isHiding)
    object["partial"] = .bool(flip.isPartial)
    object["points"] = .int(flip.points)
    let word =
      switch flip.strength {
      case .passes: "passes"
      case .passesAsReference: "passes-as-reference"
      case .sameAsReference: "same-as-reference"
      case .needed: "needed"
      }
    object["strength"] = .string(word)
    return .object(object)
  }

  private static func document(_ decision: CaseDecision) -> JSONObject {
    [
      "kind": .string(decision.kind.rawValue), "text": .string(decision.text),
      "file": .string(decision.location.file), "line": .int(decision.location.line),
    ]
  }
}
