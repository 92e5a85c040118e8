internal import ExactText
internal import Glibc

/// Adapter processes whose app was closed in good order and that can host another one.
///
/// Starting a process costs more than most cases; an adapter that offers the capability `reuse` is
/// therefore kept. Processes that were killed, or broke down, are never used again.
///
/// A process that ends here, or writes something, does so on account of the case that it hosted last: the next case,
/// which is innocent, gets another process, and ``takeFailures()`` tells who is to blame.
package final class AdapterPool {
  /// A breakdown of a process after the case that it hosted.
  package struct Failure {
    /// The number that ``currentCase`` had when the process was given back.
    package var caseNumber: Int
    /// What has happened.
    package var failure: ParticipantFailure
  }

  private struct Kept {
    let process: AdapterProcess
    let caseNumber: Int
  }

  /// A number for the case that now takes and gives back processes; any that its owner understands.
  package var currentCase = 0
  private var idle: [Kept] = []
  private var failures: [Failure] = []

  /// An empty pool.
  package init() {}

  /// A process for an app: one that is idle, or a new one.
  package func process(
    name: String, instance: String, starter: any AdapterStarter, budget: CaseBudget? = nil
  ) throws(ParticipantFailure) -> AdapterProcess {
    while let kept = idle.popLast() {
      if kept.process.hasIdleEvent(), let failure = kept.process.breakdownWhenIdle() {
        blame(kept, failure)
        continue
      }
      kept.process.hostedBefore = (kept.caseNumber, kept.process.name)
      kept.process.host(name: name, instance: instance)
      return kept.process
    }
    return try starter.start(name: name, instance: instance, budget: budget)
  }

  /// Another process for an app whose process came from the pool and did not answer `hello`; nil if it did not.
  ///
  /// A process that offers `reuse` has said that it can host another app after `stop`. One that cannot, be it that it was
  /// about to end when it was taken, is as if it had ended here: chance must not decide whom to blame.
  package func replacement(
    of process: AdapterProcess, after failure: ParticipantFailure, starter: any AdapterStarter,
    budget: CaseBudget? = nil
  ) throws(ParticipantFailure) -> AdapterProcess? {
    guard let before = process.hostedBefore else { return nil }
    failures.append(
      Failure(
        caseNumber: before.caseNumber,
        failure: ParticipantFailure(
          failure.code, before.name,
          "the adapter offers reuse, but did not go on with its next app after it had answered stop: "
            + failure.message, lastMessage: failure.lastMessage)))
    process.kill()
    return try starter.start(name: process.name, instance: process.instance, budget: budget)
  }

  /// Blames the case that now takes processes, for what was found only after its app's last message.
  package func blame(_ failure: ParticipantFailure) {
    failures.append(Failure(caseNumber: currentCase, failure: failure))
  }

  /// Keeps a process whose app was closed in good order.
  package func keep(_ process: AdapterProcess) {
    idle.append(Kept(process: process, caseNumber: currentCase))
  }

  /// What has become of kept processes since the last time: one system call if all is well.
  package func takeFailures() -> [Failure] {
    if !idle.isEmpty, hasEvent() {
      var alive: [Kept] = []
      for kept in idle {
        if let failure = kept.process.breakdownWhenIdle() {
          blame(kept, failure)
        } else {
          alive.append(kept)
        }
      }
      idle = alive
    }
    if failures.isEmpty { return [] }
    defer { failures = [] }
    return failures
  }

  /// Ends all processes of the pool; what they did before that is still told by ``takeFailures()``.
  package func close() {
    failures = takeFailures()
    for kept in idle { kept.process.kill() }
    idle = []
  }

  private func blame(_ kept: Kept, _ failure: ParticipantFailure) {
    failures.append(Failure(caseNumber: kept.caseNumber, failure: failure))
    kept.process.kill()
  }

  /// True if any process has ended or written something.
  private func hasEvent() -> Bool {
    var entries: [pollfd] = []
    for kept in idle { entries += kept.process.idleEntries }
    return poll(&entries, nfds_t(entries.count), 0) > 0
  }
}
