internal import ExactText
internal import SystemFiles

/// Where the apps of a case come from, and where they go: processes that a pool keeps, or objects of this process.
///
/// The coordinator knows an app only as an ``AppParticipant``. What one kind of participant can do beside that, such as
/// host one app after the other, is known here.
package protocol ParticipantFactory: AnyObject {
  /// Makes ready for the launch of an app; called before each ``start(name:instance:budget:)``.
  func prepare(_ installation: AppInstallation) throws(ParticipantFailure)
  /// Removes what the apps of a device have saved together.
  func remove(sharedFolder: String)
  /// What has happened that is nobody's fault, in words, since the last call.
  func takeNotes() -> [String]
  /// A participant for an app that is about to be launched.
  ///
  /// - Parameters:
  ///   - name: the app's name in the case.
  ///   - instance: `device/app`.
  ///   - budget: what the case may take.
  func start(
    name: String, instance: String, budget: CaseBudget
  ) throws(ParticipantFailure) -> any AppParticipant
  /// Another participant for an app whose own did not answer `hello`; nil if the failure is that of this case.
  func replacement(
    of participant: any AppParticipant, after failure: ParticipantFailure, budget: CaseBudget
  ) throws(ParticipantFailure) -> (any AppParticipant)?
  /// True if a participant that offers `reuse` can be kept for another app once it has answered `stop`.
  func canKeep(_ participant: any AppParticipant) -> Bool
  /// Keeps a participant that has answered `stop` for another app.
  func keep(_ participant: any AppParticipant)
  /// Makes sure that apps of which nothing is asked do nothing, and are still there.
  ///
  /// - Throws: what one of them has done: `exited`, `closed-output`, `partial-line` or `unasked`.
  func expectStillness(
    of participants: [any AppParticipant], _ service: any ServiceLink
  ) throws(ParticipantFailure)
  /// What an app and its SDK have saved beside files, to look at; nil if that cannot be seen.
  ///
  /// - Parameter dataFolder: the folder of the app's installation.
  func saved(in dataFolder: String) -> SavedState?
  /// What the apps of a device have saved together; nil if that cannot be seen.
  ///
  /// - Parameter sharedFolder: the folder that they share.
  func saved(onDevice sharedFolder: String) -> SavedOnDevice?
}

extension ParticipantFactory {
  package func prepare(_ installation: AppInstallation) throws(ParticipantFailure) {}
  package func remove(sharedFolder: String) { FolderRemoval.remove(sharedFolder) }
  package func takeNotes() -> [String] { [] }
}

/// Hosts apps in adapter processes, which a pool keeps from case to case.
package final class AdapterProcesses: ParticipantFactory {
  private let pool: AdapterPool
  private let starter: any AdapterStarter
  private let settleMilliseconds: Int
  /// Holds each new process until a debugger is on it; nil for no hold.
  package var debuggerHold: DebuggerHold?

  /// Adapters of one kind.
  ///
  /// - Parameters:
  ///   - pool: keeps those that can host another app.
  ///   - starter: where they come from.
  ///   - settleMilliseconds: real time for which an adapter is watched of which nobody can know that it is at rest.
  package init(pool: AdapterPool, starter: any AdapterStarter, settleMilliseconds: Int) {
    self.pool = pool
    self.starter = starter
    self.settleMilliseconds = settleMilliseconds
  }

  /// Processes of one command; see ``CommandStarter``.
  package convenience init(
    pool: AdapterPool, command: [String], watchdogMilliseconds: Int, settleMilliseconds: Int
  ) {
    self.init(
      pool: pool, starter: CommandStarter(command, watchdogMilliseconds: watchdogMilliseconds),
      settleMilliseconds: settleMilliseconds)
  }

  package func prepare(_ installation: AppInstallation) throws(ParticipantFailure) {
    try starter.prepare(installation)
  }

  package func takeNotes() -> [String] { starter.takeNotes() }

  package func start(
    name: String, instance: String, budget: CaseBudget
  ) throws(ParticipantFailure) -> any AppParticipant {
    let process = try pool.process(
      name: name, instance: instance, starter: starter, budget: budget)
    if let debuggerHold, process.isNew { process.hold(debuggerHold) }
    process.budget = budget
    return process
  }

  package func replacement(
    of participant: any AppParticipant, after failure: ParticipantFailure, budget: CaseBudget
  ) throws(ParticipantFailure) -> (any AppParticipant)? {
    guard let process = participant as? AdapterProcess else { return nil }
    let fresh = try pool.replacement(
      of: process, after: failure, starter: starter, budget: budget)
    fresh?.budget = budget
    return fresh
  }

  package func canKeep(_ participant: any AppParticipant) -> Bool { participant is AdapterProcess }

  package func keep(_ participant: any AppParticipant) {
    if let process = participant as? AdapterProcess { pool.keep(process) }
  }

  package func expectStillness(
    of participants: [any AppParticipant], _ service: any ServiceLink
  ) throws(ParticipantFailure) {
    let processes = participants.compactMap { $0 as? AdapterProcess }
    if processes.isEmpty { return }
    try Stillness.watch(processes, service, milliseconds: settleMilliseconds)
  }

  package func saved(in dataFolder: String) -> SavedState? { SavedState(reading: dataFolder) }

  package func saved(onDevice sharedFolder: String) -> SavedOnDevice? {
    SavedOnDevice(reading: sharedFolder)
  }
}
