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
    try FileOutput.replace(path, with: log.opening)
    let descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
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
  /// - Throws: what kept a line from being written, or that somebody else has changed the file.
  func end(finished: Int, problem: Problem?) throws(CommandError) {
    let state = state.withLock { state in
      append(state.log.ending(finished: finished, problem: problem), &state)
      return state
    }
    if let error = state.error { throw error }
    try VerdictFile.secure(path, state)
  }

  /// Makes sure that the file has every line and no other: one that somebody else has removed or replaced is written again.
  private static func secure(_ path: String, _ state: State) throws(CommandError) {
    var (own, named) = (stat(), stat())
    guard fstat(state.descriptor, &own) == 0, own.st_size == state.length else {
      throw CommandError(
        "\(path) was changed by another program during the run",
        suggestion: "take the verdicts from another report", exitCode: FileOutput.failureCode)
    }
    guard lstat(path, &named) != 0 || own.st_dev != named.st_dev || own.st_ino != named.st_ino
    else { return }
    do throws(SystemError) {
      guard lseek(state.descriptor, 0, SEEK_SET) == 0 else { throw .last }
      let lines = try WholeFile.bytes(of: state.descriptor) ?? []
      try FileOutput.replaceWhole(path, lines)
    } catch {
      throw FileOutput.failure(path, error)
    }
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
