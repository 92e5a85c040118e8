internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText

/// What the SDK does otherwise than the reference SDK in one case: records that only one of the two has, and steps that
/// return something else.
struct Departure {
  private let more: [ExactString: Int]
  private let less: [ExactString: Int]
  private let returned: Set<Int>

  /// Compares two results of one case in the steps of a range; records without their times.
  init(_ subject: CaseResult, _ reference: CaseResult, in steps: ClosedRange<Int>) {
    let (mine, theirs) = (Departure.records(subject, steps), Departure.records(reference, steps))
    more = Departure.rest(of: mine, without: theirs)
    less = Departure.rest(of: theirs, without: mine)
    let (here, there) = (Departure.values(subject, steps), Departure.values(reference, steps))
    returned = Set(
      here.keys.filter { step in there[step].map { $0 != here[step] } ?? true }
    ).union(there.keys.filter { here[$0] == nil })
  }

  /// How many records and returned values differ.
  var count: Int { more.values.reduce(0, +) + less.values.reduce(0, +) + returned.count }

  /// True if most of it is also in another departure.
  func isMostly(in other: Departure) -> Bool {
    let common =
      Departure.common(more, other.more) + Departure.common(less, other.less)
      + returned.intersection(other.returned).count
    return 2 * common > count
  }

  private static func records(
    _ result: CaseResult, _ steps: ClosedRange<Int>
  ) -> [ExactString: Int] {
    DecisionSearch.records(result, from: steps.lowerBound, through: steps.upperBound)
  }

  private static func values(_ result: CaseResult, _ steps: ClosedRange<Int>) -> [Int: JSON?] {
    var values: [Int: JSON?] = [:]
    for step in result.history.reached where steps.contains(step.step) {
      values[step.step] = .some(step.result)
    }
    return values
  }

  private static func rest(
    of counts: [ExactString: Int], without others: [ExactString: Int]
  ) -> [ExactString: Int] {
    var rest: [ExactString: Int] = [:]
    for (record, times) in counts where times > others[record, default: 0] {
      rest[record] = times - others[record, default: 0]
    }
    return rest
  }

  private static func common(
    _ counts: [ExactString: Int], _ others: [ExactString: Int]
  ) -> Int {
    var common = 0
    for (record, times) in counts { common += min(times, others[record, default: 0]) }
    return common
  }
}
