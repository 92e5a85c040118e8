internal import ExactText
internal import Participants
internal import StepProtocol

extension Coordinator {
  /// A new process for an app whose process, used again, did not answer `hello`: the case that it hosted before is to
  /// blame. Nil for any other breakdown.
  func replacement(
    of participant: any AppParticipant, _ failure: ParticipantFailure, for message: StepMessage
  ) throws(CaseEnd) -> AdapterProcess? {
    // Whoever interrupts may kill the participants; what that breaks is no finding.
    guard message.operation == .hello, !control.isInterrupted,
      let process = participant as? AdapterProcess
    else { return nil }
    do throws(ParticipantFailure) {
      let fresh = try pool.replacement(
        of: process, after: failure, command: options.adapter,
        watchdogMilliseconds: options.watchdogMilliseconds)
      fresh?.budget = budget
      return fresh
    } catch {
      throw .problem(error)
    }
  }
}
