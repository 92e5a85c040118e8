internal import ExactText
internal import Participants

/// Why a case ended before its last step: what a judge has to know besides the history.
package enum CaseEnding: Sendable, Equatable {
  /// Harness or adapter broke down.
  case problem(Problem)
  /// The adapter does not offer what the case needs; in words.
  case missing(String)
}

extension CaseEnding {
  /// The ending for whoever keeps it; nil for an interrupt, which says nothing.
  init?(_ end: CaseEnd) {
    switch end {
    case .problem(let failure): self = .problem(Problem(failure))
    case .missing(let capability): self = .missing(capability)
    case .interrupted: return nil
    }
  }

  /// The ending for the judge.
  var end: CaseEnd {
    switch self {
    case .problem(let problem): .problem(ParticipantFailure(problem))
    case .missing(let capability): .missing(capability)
    }
  }
}

extension Problem {
  /// What a failure is called in reports.
  init(_ failure: ParticipantFailure) {
    self.init(
      code: failure.code.rawValue, participant: failure.participant, message: failure.message,
      lastMessage: failure.lastMessage)
  }
}

extension ParticipantFailure {
  /// The failure that a report speaks of; one of another program version is a failure of the system.
  init(_ problem: Problem) {
    self.init(
      Code(rawValue: problem.code) ?? .system, problem.participant, problem.message,
      lastMessage: problem.lastMessage)
  }
}
