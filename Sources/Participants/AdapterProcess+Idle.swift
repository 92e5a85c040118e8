internal import ExactText
internal import Glibc
internal import StepProtocol

extension AdapterProcess {
  /// What tells that something happens to a process that nothing is asked of.
  var idleEntries: [pollfd] {
    [life.endNumber, output.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// True if the process has ended or written something: one system call.
  func hasIdleEvent() -> Bool {
    if buffer.hasPartialLine { return true }
    var entries = (
      pollfd(fd: life.endNumber, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    )
    return withUnsafeMutableBytes(of: &entries) {
      poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, 0) != 0
    }
  }

  /// Why a process cannot go on that has answered `stop` and waits for its next app; nil if it can.
  func breakdownWhenIdle() -> ParticipantFailure? {
    if life.hasEnded() {
      return failure(
        life.end.code,
        "\(life.end.text) after it had answered stop; it offers reuse, so it waits for its next app"
      )
    }
    if hasUnaskedOutput(withinMilliseconds: 0) {
      return failure(
        .unasked, "the adapter wrote something after it had answered stop, though nothing was asked"
      )
    }
    var entry = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return nil }
    // A process that ends closes its output first.
    return life.waitForEnd(milliseconds: 200)
      ? breakdownWhenIdle()
      : failure(
        .closedOutput, "the adapter closed its standard output after it had answered stop")
  }
}
