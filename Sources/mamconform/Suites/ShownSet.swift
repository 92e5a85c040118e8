import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Wording

/// A released set beside today's suites, as `mamconform suite-version show` writes it.
struct ShownSet {
  /// A check that the set does not have, and in how many cases it is.
  private typealias Later = (name: String, check: String, count: Int)

  private let plan: SuiteVersionPlan
  private let later: [Later]

  /// The set laid over cases.
  init(_ plan: SuiteVersionPlan, _ cases: [ConformanceCase]) {
    self.plan = plan
    var later: [Later] = []
    for item in cases {
      let name = "\(item.suite)/\(item.id)"
      for check in item.checks where plan.isLater(check.id, of: item) {
        if let index = later.lastIndex(where: { $0.name == name && $0.check == check.id }) {
          later[index].count += 1
        } else {
          later.append((name, check.id, 1))
        }
      }
    }
    self.later = later
  }

  /// Whether the suites still have all of the set as it was released.
  var isWhole: Bool {
    plan.missing.isEmpty && plan.missingParts.isEmpty && plan.missingChecks.isEmpty
  }

  /// The lines for people.
  var text: String {
    let version = plan.version
    var text = "\(version.name) of \(version.date): \(version.caseCount) cases, "
    text += "\(version.checkCount) checks\n"
    for correction in version.corrections {
      text += "corrected     \(correction.date): \(correction.reason)\n"
    }
    for item in later {
      let cases = Counted.text(item.count, "case")
      text += "later         \(item.name) \(item.check), in \(cases)\n"
    }
    for item in plan.missing {
      let combinations = Counted.text(item.count, "combination")
      text += "not as it was \(item.name)@\(item.edition.rawValue), \(combinations)\n"
    }
    for part in plan.missingParts { text += "not as it was \(part) of the standard world\n" }
    for check in plan.missingChecks { text += "not as it was standing check \(check)\n" }
    return text
  }

  /// The same for programs.
  var document: JSONObject {
    var object = ShownSet.document(plan.version)
    object["later"] = .array(
      later.map {
        ["case": .string($0.name), "check": .string($0.check), "count": .int($0.count)]
      })
    object["missing"] = .array(
      plan.missing.map {
        [
          "case": .string($0.name), "edition": .string($0.edition.rawValue),
          "count": .int($0.count),
        ]
      } + plan.missingParts.map { ["world": .string($0)] }
        + plan.missingChecks.map { ["standing": .string($0)] })
    return object
  }

  /// A set alone, as `list` writes it too.
  static func document(_ version: SuiteVersion) -> JSONObject {
    [
      "name": .string(version.name), "date": .string(version.date.description),
      "cases": .int(version.caseCount), "checks": .int(version.checkCount),
      "corrections": .array(
        version.corrections.map {
          ["date": .string($0.date.description), "reason": .string($0.reason)]
        }),
    ]
  }
}
