package import Conformance
internal import ExactText

/// Why a session could not do what it was asked to.
package enum DebugProblem: Error, Sendable, Equatable {
  /// The case could not be started: no adapter, no room, no service.
  case brokeDown(Problem)
  /// The case, run again, did something else: the number of the first record that differs, from 1, what it was, and what it
  /// is now; nil for a history that had ended, or has ended.
  case notDeterministic(record: Int, was: String?, now: String?)
  /// There is no such place; in words.
  case noPlace(String)
  /// The case was running and was paused; it stands where it had come to.
  case paused

  /// The problem in words: what is wrong, and what to do.
  package var text: String {
    switch self {
    case .brokeDown(let problem):
      "the case cannot be started: \(problem.code): \(problem.message)"
    case .notDeterministic(let record, let was, let now):
      "the SDK is not deterministic: record \(record) was \(was ?? "the end"), is now \(now ?? "the end"); "
        + "what was seen before cannot be reached again, and the session continues from here"
    case .noPlace(let text): text
    case .paused: "paused"
    }
  }
}
