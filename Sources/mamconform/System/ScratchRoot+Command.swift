import Conformance
internal import ExactText
import Participants

extension ScratchRoot {
  /// A scratch folder, with a message for people if there can be none.
  static func forCommand() throws(CommandError) -> ScratchRoot {
    Supervisor.waitForGroup()
    do throws(ParticipantFailure) {
      return try ScratchRoot()
    } catch {
      throw CommandError(
        error.message, exitCode: error.code == .diskFull ? FileOutput.failureCode : 64)
    }
  }
}
