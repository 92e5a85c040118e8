internal import ExactText
internal import Glibc

/// How an adapter lives and ends, apart from what it says: a process of ours, or an app on a device that has connected.
protocol AdapterLife: AnyObject {
  /// The process that hosts the app; 0 if it is not known.
  var processIdentifier: pid_t { get }
  /// The process group whose use of the processors tells whether it is late or silent; -1 if there is none.
  var group: pid_t { get }
  /// Readable as soon as the adapter has ended; -1 if only its connection tells.
  var endNumber: Int32 { get }
  /// True if it is driven by pipes, in which the service can see whether a message lies unread.
  var hasPipes: Bool { get }
  /// True if the kernel does not let this program see what it waits for, although it could.
  var isHidden: Bool { get }
  /// True if nothing can happen in it until it is sent something, as far as the kernel tells.
  func awaitsInput() -> Bool
  /// True if a signal has stopped it.
  var isStopped: Bool { get }
  /// True if it has the other end of one of our pipes open, or if that cannot be seen.
  func holds(_ pipe: Descriptor) -> Bool
  /// True if it has ended.
  func hasEnded() -> Bool
  /// Waits in real time for its end.
  func waitForEnd(milliseconds: Int) -> Bool
  /// Tells it that no message will come any more, after the descriptor of its input was closed.
  func endInput()
  /// Ends it as SIGKILL does.
  func kill()
  /// True if it has ended, and as an adapter should after `stop`.
  var hasEndedWell: Bool { get }
  /// What an end that nobody has ordered is in reports, and in words: "the adapter ended with status 3".
  var end: (code: ParticipantFailure.Code, text: String) { get }
  /// What it means that its input or its output is closed while it goes on.
  ///
  /// - Parameter pipes: which are closed, such as `input`.
  func closedText(_ pipes: String) -> String
}

extension AdapterLife {
  var isStopped: Bool { false }
  func holds(_ pipe: Descriptor) -> Bool { true }

  /// Waits for its end: in real time, but none in which it wanted a processor and had none.
  func ends(withinMilliseconds milliseconds: Int) -> Bool {
    var patience = Patience(milliseconds: milliseconds)
    repeat {
      if waitForEnd(milliseconds: Int(patience.timeout)) { return true }
    } while patience.look(at: ProcessorLoad.of(group: group)) == .goOn
    return hasEnded()
  }
}

extension ChildProcess: AdapterLife {
  var processIdentifier: pid_t { identifier }
  var group: pid_t { identifier }
  var endNumber: Int32 { pidfd.number }
  var hasPipes: Bool { true }
  func endInput() {}
  var hasEndedWell: Bool { ending == 0 }
  var end: (code: ParticipantFailure.Code, text: String) {
    (.exited, "the adapter exited with \(endingText)")
  }
  func closedText(_ pipes: String) -> String {
    "the adapter closed its standard \(pipes) but still runs"
  }
}
