internal import ExactText
internal import Participants

/// Watches the start of a run for an adapter that never comes to life.
///
/// A program that ends, hangs or prints something else at its first message does so in every case: thousands of cases would
/// say the same for hours. So the run ends when the first ``limit`` cases have broken down and no adapter has answered
/// `hello`. Once one has, nothing ends the run any more: what breaks down later may come from the case. How they have
/// broken down does not matter: whether a program is seen to end, or to write something else first, is chance.
package struct StartFailures: Sendable {
  /// How many cases have to break down at the start of a run.
  package static let limit = 3

  /// Why a run has ended: what the first case broke down with.
  package struct End: Sendable, Equatable {
    /// The breakdown of the first case.
    package var first: Problem
    /// How many cases have broken down.
    package var count: Int
    /// How many cases were not started.
    package var left: Int
  }

  private var isOver: Bool
  private var first: Problem?
  private var count = 0

  /// A watch over a run; one in process starts no adapter.
  init(_ options: RunOptions) { isOver = options.isInProcess }

  /// Takes in a finished case; returns why the run ends, if it does.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - left: how many cases have not been started.
  mutating func take(_ result: CaseResult, left: Int) -> End? {
    guard !isOver else { return nil }
    if result.hasGreeted { isOver = true }
    // A case that starts no app says nothing of the adapter.
    guard !isOver, let problem = result.problem else { return nil }
    if !StartFailures.isOfAdapter(problem.code) {
      isOver = true
      return nil
    }
    first = first ?? problem
    count += 1
    guard count >= StartFailures.limit, left > 0, let first else { return nil }
    isOver = true
    return End(first: first, count: count, left: left)
  }

  /// False for what says nothing of the adapter: the service, the disk, a limit.
  private static func isOfAdapter(_ code: String) -> Bool {
    switch ParticipantFailure.Code(rawValue: code) {
    case .service, .diskFull, .system, .limit, .caseTimeout, .impossibleStep, nil: false
    default: true
    }
  }
}

extension CaseResult {
  /// True if an adapter has answered `hello` in the case, in a version of the protocol that this program speaks.
  fileprivate var hasGreeted: Bool {
    hello != nil && problem?.code != ParticipantFailure.Code.wrongVersion.rawValue
  }
}
