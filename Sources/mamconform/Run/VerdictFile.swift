import CaseModel
import Conformance
internal import ExactText
import Glibc
import Reporting
import Locking
import SystemFiles

/// The file of verdicts, which grows by a line with every finished case.
///
/// Each line is written by one system call, so that whatever ends the program leaves whole lines. There is no fsync: the
/// lines survive the program, not the machine.
final class VerdictFile: Sendable {
  private struct State {
    var descriptor: Int32
    var length: Int
    var log: VerdictLog
    var error: CommandError?
  }

  private let path: String
  private let state: Lock<State>

  /// Starts the file over.
  ///
  /// - Throws: if it cannot be written.
  init(_ path: String, _ description: RunDescription) throws(CommandError) {
    self.path = path
    let log = VerdictLog(description)
    try FileOutput.write(log.opening, to: path)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileOutput.failure(path, .last)
    }
    state = Lock(State(descriptor: descriptor, length: log.opening.count, log: log))
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Adds a finished case; an error is kept for the end of the run.
  func add(_ result: CaseResult, corrected: Verdict?, historyFile: String?) {
    state.withLock { state in
      append(state.log.line(result, corrected: corrected, historyFile: historyFile), &state)
    }
  }

  /// Adds the last line.
  ///
  /// - Throws: what kept a line from being written, if anything did.
  func end(finished: Int, problem: Problem?) throws(CommandError) {
    let error = state.withLock { state in
      append(state.log.ending(finished: finished, problem: problem), &state)
      return state.error
    }
    if let error { throw error }
  }

  private func append(_ bytes: [UInt8], _ state: inout State) {
    if let error = WholeFile.write(bytes, to: state.descriptor) {
      // Half a line would spoil the next one, for which there may be room again.
      ftruncate(state.descriptor, state.length)
      state.error = state.error ?? FileOutput.failure(path, error)
    } else {
      state.length += bytes.count
    }
  }
}
