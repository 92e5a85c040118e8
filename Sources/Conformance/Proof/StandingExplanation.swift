package import CaseModel
package import Contract
internal import ExactText
package import JSONText
internal import VirtualTime
internal import Wording

/// Everything that is known of a standing check: what it demands of every history, what it proves, and where it is written.
package struct StandingExplanation: Explanation {
  private let id: String
  private let rule: StandingRule
  private let isAdvisory: Bool
  private let location: SourceLocation
  /// The requirements that it proves, in the order in which the check names them.
  private let requirements: [Requirement]
  /// The editions in which it is made.
  private let editions: [Edition]

  /// An explanation; nil if no case is judged by a standing check of that ID.
  ///
  /// - Parameters:
  ///   - checks: the standing checks of each edition.
  package init?(_ id: String, of checks: [Edition: StandingChecks], in contract: Contract) {
    let made = checks.sorted { $0.key < $1.key }.compactMap { edition, all in
      all.checks.first { $0.id == id }.map { (edition: edition, check: $0) }
    }
    guard let check = made.last?.check, case .standing(let rule) = check.demand else { return nil }
    self.id = id
    self.rule = rule
    isAdvisory = check.isAdvisory
    location = check.location
    editions = made.map(\.edition)
    // An edition can lack some of the requirements.
    var named: [String] = []
    for (_, check) in made.reversed() {
      named += check.requirements.filter { !named.contains($0) }
    }
    requirements = named.compactMap { contract.requirement($0) }
  }

  /// The standing checks by which some cases are judged, by edition.
  package static func checks(of cases: [ConformanceCase]) -> [Edition: StandingChecks] {
    var checks: [Edition: StandingChecks] = [:]
    for item in cases where checks[item.edition] == nil { checks[item.edition] = item.standing }
    return checks
  }

  /// The ID and the title of each standing check, in the order of their IDs.
  package static func titles(
    of checks: [Edition: StandingChecks]
  ) -> [(id: String, title: String)] {
    var titles: [ExactString: String] = [:]
    for check in checks.values.flatMap(\.checks) {
      if case .standing(let rule) = check.demand { titles[ExactString(check.id)] = rule.title }
    }
    return titles.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }

  /// The explanation for people, folded at a width in characters.
  package func text(width: Int) -> String {
    let lines =
      Fold.lines(rule.title, width: width, first: "\(id)  ", indent: 2) + [""]
      + Fold.labelled(parts, width: width)
    return lines.map { "\($0)\n" }.joined()
  }

  /// The explanation as a value.
  package var document: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "title": .string(rule.title), "kind": "standing check",
      "advisory": .bool(isAdvisory),
      "requirements": .array(requirements.map { .string($0.id) }),
      "editions": .array(editions.map { .string($0.rawValue) }),
      "file": .string(location.file), "line": .int(location.line),
    ]
    for (label, values) in rule.parts {
      object[label] = .array(values.map { .string($0) })
    }
    return object
  }

  private var parts: [(label: String, values: [String])] {
    let all = editions.count == Edition.allCases.count
    return rule.parts + [
      ("proves", requirements.map { "\($0.id) \($0.title)" }),
      ("editions", [all ? "all" : editions.map(\.rawValue).joined(separator: ", ")]),
      ("written in", ["\(location.file):\(location.line)"]),
      (
        "a violation",
        [
          isAdvisory
            ? "is shown and never fails: the contract does not demand it" : "fails the case"
        ]
      ),
    ]
  }
}

extension StandingRule {
  /// The parts of the rule in words, each behind its key of the case language; those that it lacks are left out.
  fileprivate var parts: [(label: String, values: [String])] {
    func words(_ patterns: [Pattern]) -> [String] { patterns.map(\.words) }
    var parts: [(label: String, values: [String])] = [
      ("when", [trigger.words + captured(captures)])
    ]
    let whiles = states.enumerated().flatMap { index, state in
      state.since.map {
        (index == 0 ? "" : "and ") + "since \($0.pattern.words)\(captured($0.captures))"
      } + words(state.until).map { "until \($0)" }
    }
    parts.append(("while", whiles))
    parts.append(("where", conditions.map { "\($0.variable) \($0.matcher.text)" }))
    parts.append(("unless", words(exceptions)))
    switch demand {
    case .has(let fields):
      parts.append(("has", fields.map { "\($0.name) that \($0.matcher.text)" }))
    case .returns(let matcher, _): parts.append(("returns", ["what \(matcher.text)"]))
    case .none(let pattern, let span):
      parts.append(("none", [pattern.words + (span.map { ", for \($0)" } ?? "")]))
    case .expect(let pattern, let span):
      let time = span == .zero ? "at the same instant" : "within \(span)"
      parts.append(("expect", ["\(pattern.words), \(time)"]))
    case .before(let pattern): parts.append(("before", [pattern.words]))
    }
    if case .before = demand {
      parts.append(("since", words(limits)))
    } else {
      parts.append(("until", words(limits)))
    }
    return parts.filter { !$0.values.isEmpty }
  }

  private func captured(_ captures: [Capture]) -> String {
    captures.map { ", \($0.path.joined(separator: ".")) is \($0.variable)" }.joined()
  }
}

extension StandingRule.Pattern {
  /// The pattern in words; one that speaks of the app of the record that asks does not say so.
  fileprivate var words: String { record.text + (isOfAnyApp ? ", of any app" : "") }
}
