internal import ExactText
package import Participants

/// Why a case ends before its last step.
package enum CaseEnd: Error {
  /// Harness or adapter broke down.
  case problem(ParticipantFailure)
  /// The adapter does not offer what the case needs.
  case missing(String)
  /// The person at the keyboard wants to stop.
  case interrupted
}
