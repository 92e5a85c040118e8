package import CaseModel
internal import ExactText
internal import Glibc
internal import JSONText
internal import Participants
internal import SystemFiles
internal import VirtualTime

/// Runs cases one after the other, with a service process of its own that is reset between them.
package final class Worker {
  private let number: Int
  private let options: RunOptions
  private let control: RunControl
  private var participants: (any ParticipantSet)?
  private var caseCount = 0
  private let pool = AdapterPool()
  private var lateFailures: [(index: Int, failure: ParticipantFailure)] = []
  private let processor: ProcessorBinding
  /// Holds the folders of the cases and the state of the service; nil before the first case.
  private var home: ScratchFolder?

  /// A worker on the calling thread, which it binds to a free processor together with all the processes
  /// that it starts (`ProcessorBinding`).
  package init(number: Int, options: RunOptions, control: RunControl) {
    self.number = number
    self.options = options
    self.control = control
    processor = ProcessorBinding(now: WallClock.milliseconds)
  }

  private var folder: String { "\(options.scratchFolder)/worker-\(number)" }

  /// Runs and judges one case; nil if an interrupt cut it short.
  ///
  /// - Parameter index: names the case for ``takeLateFailures()``.
  package func run(_ conformanceCase: ConformanceCase, index: Int) -> CaseResult? {
    if conformanceCase.unfitness != nil {
      return Judge(options).result(of: conformanceCase, History(epoch: .defaultEpoch), ending: nil)
    }
    let start = WallClock.milliseconds
    if processor.look(now: start) { leaveProcessor() }
    caseCount += 1
    pool.currentCase = index
    var attempt = perform(conformanceCase)
    Descendants.reap()
    takeFailuresOfPool(of: index, &attempt.ending)
    if case .interrupted = attempt.ending { return nil }
    // Whoever interrupts may kill the participants; what that breaks is not a finding.
    if attempt.ending != nil, control.isInterrupted { return nil }
    var result = Judge(options).result(
      of: conformanceCase, attempt.history, ending: attempt.ending)
    result.wallMilliseconds = WallClock.milliseconds - start
    result.hello = attempt.hello
    if attempt.isDiskFull, result.verdict != .pass, result.verdict != .notApplicable {
      result.blameFullDisk(options.scratchFolder)
    }
    result.notes += attempt.notes
    options.suiteVersion?.mark(&result)
    options.ledger?.mark(&result)
    if options.defectTrace != nil { result.sensitiveTo = participants?.tracedDefects ?? [] }
    return result
  }

  /// What became of a case, before it is judged.
  private struct Attempt {
    var history = History(epoch: .defaultEpoch)
    /// Why the case ended before its last step; nil if it did not.
    var ending: CaseEnd?
    var notes: [String] = []
    var hello: JSONObject?
    var isDiskFull = false
  }

  /// Runs a case to its end, whatever that is, and leaves nothing of it but what the attempt says.
  private func perform(_ conformanceCase: ConformanceCase) -> Attempt {
    var attempt = Attempt()
    do throws(CaseEnd) {
      let (participants, scratch) = try prepare()
      if let trace = options.defectTrace { participants.traceDefects(trace) }
      defer { scratch.remove() }
      let apps = participants.beginCase()
      let coordinator = Coordinator(
        conformanceCase, options: options, control: control, service: participants.service,
        participants: apps, scratch: scratch)
      do throws(CaseEnd) {
        try coordinator.run()
        try coordinator.reach(.end(nil))
        // Before anything ends: what a process has open but nobody can name any more goes with it.
        attempt.isDiskFull = scratch.isFull
        if attempt.isDiskFull { coordinator.abandon() } else { try coordinator.finish() }
      } catch {
        attempt.ending = error
        attempt.isDiskFull = attempt.isDiskFull || scratch.isFull
        // A watch that ends a case at its end wants nothing more of it.
        if let early = CaseEnding(error) { try? coordinator.reach(.end(early)) }
        coordinator.abandon()
      }
      do throws(CaseEnd) {
        try coordinator.closeHistory()
      } catch {
        attempt.ending = attempt.ending ?? error
      }
      if !options.isInProcess, let damage = scratch.damage(ofFoldersOf: coordinator.apps) {
        attempt.ending = .problem(damage)
      }
      attempt.history = coordinator.history
      attempt.notes = coordinator.notes + apps.takeNotes()
      attempt.hello = coordinator.hello
      if attempt.ending != nil || attempt.isDiskFull { discardService() }
      if attempt.isDiskFull { pool.close() }
    } catch {
      attempt.ending = error
      attempt.isDiskFull = ScratchFolder.isFull(options.scratchFolder)
    }
    return attempt
  }

  /// What processes have done after the case that they hosted last, by the index of that case.
  func takeLateFailures() -> [(index: Int, failure: ParticipantFailure)] {
    defer { lateFailures = [] }
    return lateFailures
  }

  /// A process that has ended in the pool ends the case that it hosted last: this one, or an earlier one.
  private func takeFailuresOfPool(of index: Int, _ ending: inout CaseEnd?) {
    for item in pool.takeFailures() {
      if item.caseNumber == index, ending == nil {
        ending = .problem(item.failure)
      } else if item.caseNumber != index {
        lateFailures.append((item.caseNumber, item.failure))
      }
    }
  }

  /// Ends what was started on another processor: what is started from now on is on the new one.
  private func leaveProcessor() {
    pool.close()
    discardService()
  }

  /// Ends the service and removes the worker's folder.
  package func close() {
    pool.close()
    lateFailures += pool.takeFailures().map { ($0.caseNumber, $0.failure) }
    discardService()
    home = nil
    FolderRemoval.remove(folder, milliseconds: 2000)
    Descendants.reap()
  }

  private func prepare() throws(CaseEnd) -> (any ParticipantSet, ScratchFolder) {
    do throws(ParticipantFailure) {
      if home == nil { home = try ScratchFolder(path: folder, isLazy: options.isInProcess) }
      if let damage = home?.damage(ofFoldersOf: []) { throw damage }
      let scratch = try ScratchFolder(
        path: "\(folder)/case-\(caseCount)", isLazy: options.isInProcess)
      // The case before has left it as new.
      if let participants, participants.service.isRunning { return (participants, scratch) }
      ScratchFolder.removeState(folder)
      let stateFile = "\(folder)/service.sqlite"
      let participants = try makeParticipants(stateFile: stateFile)
      try participants.service.start()
      self.participants = participants
      return (participants, scratch)
    } catch {
      discardService()
      throw .problem(error)
    }
  }

  /// The one place that decides whether participants are processes or objects of this process.
  private func makeParticipants(
    stateFile: String
  ) throws(ParticipantFailure) -> any ParticipantSet {
    if options.isInProcess {
      return InProcessParticipants(
        service: InProcessServiceLink(), defects: options.inProcessDefects,
        readings: options.inProcessReadings, profile: options.inProcessProfile)
    }
    let apps = AdapterProcesses(
      pool: pool, starter: makeStarter(), settleMilliseconds: options.settleMilliseconds)
    apps.debuggerHold = options.debuggerHold
    return ProcessParticipants(
      service: try ServiceProcessLink(
        program: options.serviceProgram, stateFile: stateFile, address: options.serviceAddress,
        watchdogMilliseconds: options.watchdogMilliseconds),
      apps: apps)
  }

  private func makeStarter() -> any AdapterStarter {
    guard let devices = options.devices else {
      return CommandStarter(
        options.adapter, watchdogMilliseconds: options.watchdogMilliseconds)
    }
    let starter = DeviceStarter(
      listener: devices.listener, commands: devices.commands,
      connectMilliseconds: devices.connectMilliseconds,
      watchdogMilliseconds: options.watchdogMilliseconds,
      isCancelled: { [control] in control.isInterrupted })
    starter.onFailure = { [pool] in pool.blame($0) }
    return starter
  }

  /// A service that took part in a breakdown is not used again.
  private func discardService() {
    participants?.service.kill()
    participants = nil
  }
}
