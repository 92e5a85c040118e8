internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText

/// A breakpoint on a line of a file of cases, or on a place of the state.
struct SourceStop {
  /// The number by which clients know it.
  var id: Int
  /// The steps before which it stops.
  var steps: Set<Int>
  /// What must be true; nil for nothing.
  var condition: Expression?
  /// Which of its hits stop; nil for all.
  var hitCondition: HitCondition?
  /// What is said instead of stopping, with expressions in braces; nil to stop.
  var logMessage: String?
  /// How often it was hit since the case was launched.
  var hits = 0
}

/// Which hits of a breakpoint stop: `3` and `>= 3` from the third on, `== 3` the third, `% 3` every third.
enum HitCondition: Equatable {
  case from(Int)
  case exactly(Int)
  case every(Int)

  /// Reads a condition.
  ///
  /// - Throws: what is wrong with it.
  init(_ text: String) throws(RequestError) {
    let text = text.trimmed()
    let sign = text.prefix { !$0.isNumber && $0 != " " }
    guard let count = Int(text.dropFirst(sign.count).trimmed()), count > 0 else {
      throw RequestError("'\(text)' is not a hit condition; write 3, >= 3, == 3, > 3 or % 3")
    }
    switch sign {
    case "", ">=": self = .from(count)
    case ">": self = .from(count + 1)
    case "=", "==": self = .exactly(count)
    case "%": self = .every(count)
    default:
      throw RequestError("'\(text)' is not a hit condition; write 3, >= 3, == 3, > 3 or % 3")
    }
  }

  func holds(_ hits: Int) -> Bool {
    switch self {
    case .from(let count): hits >= count
    case .exactly(let count): hits == count
    case .every(let count): hits % count == 0
    }
  }
}

/// Everything at which a session stops, asked on the thread of the case while the session moves.
final class StopRules {
  /// Why a session has stopped.
  struct Reason {
    /// The word of the protocol.
    var word: String
    /// What there is to say of it.
    var text: String
    /// The breakpoints that were hit.
    var ids: [Int] = []
    /// The filter of exceptions; nil for another reason.
    var filter: String?
  }

  /// Breakpoints in files, by the whole path of the file.
  var lines: [ExactString: [SourceStop]] = [:]
  /// Checks, exits, faults and state, which the debugger's own breakpoints know.
  let others = BreakpointSet()
  /// What the debugger's breakpoints are to a client, by their numbers: the filter, or the breakpoint on state.
  var meanings: [Int: Meaning] = [:]
  /// Why it has stopped where it stands; nil for no reason of its own.
  private(set) var reason: Reason?
  /// What log points say.
  var log: (String, Moment) -> Void = { _, _ in }

  enum Meaning {
    case filter(String)
    case data(id: Int, condition: Expression?, hitCondition: HitCondition?)
  }

  private var dataHits: [Int: Int] = [:]

  /// The session goes on from a place.
  func begin(at moment: Moment) {
    reason = nil
    others.begin(at: moment)
  }

  /// Says why it stands where it was led to.
  func settle(_ reason: Reason?) { self.reason = reason }

  /// True if the session stops here.
  ///
  /// - Parameter isBackward: true if places are passed in search of the last one: nothing is said or counted.
  func stop(at moment: Moment, isBackward: Bool = false) -> Bool {
    reason = nil
    if case .beforeStep(let index) = moment.position.point {
      reason = lineReason(index, moment, isBackward)
    }
    if others.stop(at: moment) {
      for hit in others.hits {
        guard let found = otherReason(hit.breakpoint, hit.text, moment) else { continue }
        reason = reason ?? found
      }
    }
    return reason != nil
  }

  private func lineReason(_ step: Int, _ moment: Moment, _ isBackward: Bool) -> Reason? {
    var ids: [Int] = []
    for path in lines.keys.sorted() {
      for index in lines[path]!.indices {
        let stop = lines[path]![index]
        guard stop.steps.contains(step), stop.condition?.isTrue(at: moment) ?? true else {
          continue
        }
        if !isBackward {
          lines[path]![index].hits += 1
          if let condition = stop.hitCondition, !condition.holds(stop.hits + 1) { continue }
        }
        if let message = stop.logMessage {
          if !isBackward { log(message, moment) }
          continue
        }
        ids.append(stop.id)
      }
    }
    guard !ids.isEmpty else { return nil }
    return Reason(word: "breakpoint", text: "step \(step + 1)", ids: ids)
  }

  private func otherReason(
    _ breakpoint: Breakpoint, _ text: String, _ moment: Moment
  ) -> Reason? {
    switch meanings[breakpoint.number] {
    case .filter(let name): return Reason(word: "exception", text: text, filter: name)
    case .data(let id, let condition, let hitCondition):
      guard condition?.isTrue(at: moment) ?? true else { return nil }
      dataHits[id, default: 0] += 1
      if let hitCondition, !hitCondition.holds(dataHits[id]!) { return nil }
      return Reason(word: "data breakpoint", text: text, ids: [id])
    case nil: return nil
    }
  }
}
