internal import CProcess
internal import ExactText
internal import Glibc
internal import StepProtocol
internal import Wording

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

  /// True if the adapter has written something although no message is under way.
  package func hasUnaskedOutput(withinMilliseconds milliseconds: Int) -> Bool {
    if buffer.hasPartialLine { return true }
    var entry = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(milliseconds)) > 0 && entry.revents & Int16(POLLIN) != 0
  }

  /// Why a process cannot go on that has answered `stop` and waits for its next app; nil if it can.
  func breakdownWhenIdle() -> ParticipantFailure? {
    if life.hasEnded() {
      return endedAfterStop()
    }
    if hasUnaskedOutput(withinMilliseconds: 0) {
      return failure(
        .unasked, "the adapter wrote something after it had answered stop, before the next message"
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

  /// The failure of an adapter that has ended, or closed its pipes.
  ///
  /// - Parameter isToldTo: true if it was told to stop, and has not replied to that.
  func exited(isToldTo: Bool = false) -> ParticipantFailure {
    guard life.waitForEnd(milliseconds: 200) else {
      return failure(.closedOutput, life.closedText(closedPipes))
    }
    if hasAnsweredStop, !buffer.hasPartialLine { return endedAfterStop() }
    let part =
      buffer.hasPartialLine
      ? "; it had written an incomplete line: \(Excerpt.text(buffer.partialLine))" : ""
    return failure(
      buffer.hasPartialLine ? .partialLine : life.end.code,
      isToldTo
        ? "\(life.end.text) before it replied to stop; it must reply first\(part)"
        : "\(life.end.text) although it was not told to stop\(part)")
  }

  /// The failure of an adapter that offers `reuse` and has ended all the same.
  func endedAfterStop() -> ParticipantFailure {
    failure(
      life.end.code,
      "\(life.end.text) after it had answered stop; it offers reuse, so it must wait for its next app"
    )
  }

  // MARK: - Messages and what is read of them

  /// True if it is looked at whether the adapter answers before it has read what it is asked.
  ///
  /// That takes two system calls, so it is done for the first messages of a process, and then for a part of them: who
  /// answers early once does so again.
  var isSampled: Bool { life.hasPipes && (sequence <= 16 || sequence % 16 == 0) }

  /// True if something that was written to the adapter has not been read.
  ///
  /// Who reads JSON, and not lines, may leave the last line's end.
  var hasUnreadInput: Bool { mam_unread(input.number) > 1 }

  /// True if something has come between the last reply and the message that is about to be sent.
  var hasUnreadOutput: Bool { mam_unread(output.number) > 0 }

  /// The failure of an adapter that has not replied in time, with what can be seen of the reason.
  func silence() -> ParticipantFailure {
    if buffer.hasPartialLine {
      let reason =
        life.isStopped
        ? "a signal has stopped it" : "end each reply with a line feed and flush it"
      return failure(
        .partialLine,
        "the adapter did not finish its reply within \(watchdogMilliseconds) ms of real time; \(reason); so far it has written an incomplete line: "
          + Excerpt.text(buffer.partialLine))
    }
    let isUnread = life.hasPipes && hasUnreadInput
    // The service has the same pipe open, to see whether a message lies there, so the kernel does not report the end of it.
    if isUnread, !life.holds(input) { return failure(.closedOutput, life.closedText("input")) }
    let isStopped = life.isStopped
    // What a new adapter forgets first.
    let mayHoldBack = sequence == 1 && !isUnread && !isStopped
    // So does one in an interpreted language on a busy machine, which says nothing of the adapter.
    let mayStartSlowly = sequence == 1 && isUnread && !isStopped
    return failure(
      .watchdog,
      "the adapter did not reply within \(watchdogMilliseconds) ms of real time"
        + (isUnread ? ", and has not read the message" : "")
        + (mayStartSlowly ? "; if it needs longer to start, give it more time with --watchdog" : "")
        + (isStopped ? "; a signal has stopped it" : "")
        + (mayHoldBack
          ? "; it must flush its output after each reply; on a busy machine, give it more time with --watchdog"
          : ""))
  }

  /// The failure of an adapter that has written something after its reply.
  func unasked() -> ParticipantFailure {
    failure(
      .unasked,
      "the adapter wrote something after its reply, before the next message: "
        + Excerpt.text(buffer.partialLine))
  }

  /// The failure of an adapter whose reply is not one; it says too if the adapter has ended then.
  func malformed(_ line: ArraySlice<UInt8>, _ error: StepProtocolError) -> ParticipantFailure {
    var place = 0
    var advice = ""
    if case .notJSON(_, at: let stop?) = error {
      place = stop
      if life.hasPipes, let first = line.first, (0x21...0x7E).contains(first),
        first != UInt8(ascii: "{")
      {
        advice = "; standard output is for replies alone, standard error for everything else"
      } else if stop == line.count, stop > 0 {
        advice = "; a reply is one line"
      }
    }
    let sample = line.isEmpty ? "an empty line" : Excerpt.text(line, around: place)
    let end = life.waitForEnd(milliseconds: 200) ? "; then \(life.end.text)" : ""
    return failure(
      .malformedReply,
      "the adapter's reply cannot be read: \(error); it wrote: \(sample)\(advice)\(end)")
  }

  /// The failure of an adapter that cannot be told which of its requests is held back.
  func unnamed(_ record: ServiceRecord) -> ParticipantFailure {
    failure(
      .unnamedRequest,
      "the response to its \(record.endpoint) request is held back, but the request has no client-request-id by which the adapter could be told so; every request must have one, which is unique in its process"
    )
  }

  /// The failure of an adapter that has answered a message before it was sent, or before it has read it.
  func tooEarly() -> ParticipantFailure {
    failure(.unasked, "the adapter answered seq \(sequence) before it read that message")
  }

  /// Which of the adapter's two pipes are closed, in words.
  var closedPipes: String {
    var pipes = [
      pollfd(fd: input.number, events: 0, revents: 0),
      pollfd(fd: output.number, events: 0, revents: 0),
    ]
    poll(&pipes, 2, 0)
    return switch (pipes[0].revents != 0, pipes[1].revents != 0) {
    case (true, false): "input"
    case (false, true): "output"
    default: "input and output"
    }
  }
}
