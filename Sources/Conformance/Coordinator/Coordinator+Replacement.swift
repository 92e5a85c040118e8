internal import ExactText
internal import Participants
internal import StepProtocol

extension Coordinator {
  /// A new participant for an app whose process, used again, did not answer `hello`: the case that it hosted before is to
  /// blame. Nil for any other breakdown.
  func replacement(
    of participant: any AppParticipant, _ failure: ParticipantFailure, for message: StepMessage
  ) throws(CaseEnd) -> (any AppParticipant)? {
    // Whoever interrupts may kill the participants; what that breaks is not a finding.
    guard message.operation == .hello, !control.isInterrupted else { return nil }
    do throws(ParticipantFailure) {
      return try participants.replacement(of: participant, after: failure, budget: budget)
    } catch {
      throw .problem(error)
    }
  }
}
