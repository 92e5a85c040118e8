internal import CaseModel
internal import ExactText
internal import Participants

extension CaseResult {
  /// Makes a breakdown of the case; what its checks have found stays.
  mutating func breakDown(_ failure: ParticipantFailure) {
    verdict = .error
    problem = Problem(
      code: failure.code.rawValue, participant: failure.participant, message: failure.message,
      lastMessage: failure.lastMessage)
    if failure.code == .diskFull { retractFailures() }
  }

  /// Says that the disk was full at the end of a case that did not pass: whatever went wrong may come from that.
  mutating func blameFullDisk(_ folder: String) {
    guard problem?.code != ParticipantFailure.Code.diskFull.rawValue else { return }
    var message =
      "the disk that holds the files of the case is full (\(folder)), so nothing can be said of the "
    message += "SDK under test; give it more room, or set TMPDIR to a folder that has it"
    if let problem { message += "; what happened: \(problem.message)" }
    breakDown(
      ParticipantFailure(
        .diskFull, problem?.participant ?? "coordinator", message,
        lastMessage: problem?.lastMessage ?? ""))
  }

  /// A check that failed for want of room violates nothing.
  private mutating func retractFailures() {
    for index in checks.indices where checks[index].verdict == .fail {
      checks[index].verdict = .error
    }
  }
}
