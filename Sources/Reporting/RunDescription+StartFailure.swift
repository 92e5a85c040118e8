package import Conformance
internal import ExactText

extension RunDescription {
  /// What a run says that has ended because its adapter never started: what was tried, and what came of it.
  package func problem(of end: StartFailures.End) -> Problem {
    // What an adapter has printed may have several lines.
    let cause = end.first.message.split(separator: "\n").joined(separator: " ")
    let command = adapter.map(RunDescription.quoted).joined(separator: " ")
    let check = isOfDevice ? "--sut \(command) --launch-command ..." : "-- \(command)"
    return Problem(
      code: "adapter-not-started", participant: end.first.participant,
      message:
        "the first \(end.count) cases ended in errors before the adapter had answered hello, so the other "
        + "ones were not run; the adapter is: \(command); what happened first (\(end.first.code)): "
        + "\(cause); to find out more: mamconform adapter check \(check)",
      lastMessage: end.first.lastMessage)
  }

  /// True if the adapter is the address of a socket at which an app on a device connects.
  private var isOfDevice: Bool {
    repeatOptions.first == "--sut" && ["unix:", "tcp:"].contains { adapter[0].hasPrefix($0) }
  }
}
