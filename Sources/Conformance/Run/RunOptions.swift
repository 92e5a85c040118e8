package import CaseModel
package import Contract
internal import ExactText
internal import Glibc
package import Participants
internal import Synchronization

/// How a run is carried out.
package struct RunOptions: Sendable {
  /// The adapter's command: a program and its arguments; found through PATH if it has no slash.
  package var adapter: [String]
  /// Where apps connect that no command of ours hosts; nil for processes of ``adapter``.
  package var devices: DeviceOptions?
  /// Holds each process of the adapter until a person has a debugger on it; nil for no hold.
  package var debuggerHold: DebuggerHold?
  /// The address at which the service listens for apps, if other machines are to reach it; nil for the loopback one.
  package var serviceAddress: String?
  /// The program that is the mock service: `mamconform` itself.
  package var serviceProgram: String
  /// Where the folders of the apps are made; removed afterwards.
  package var scratchFolder: String
  /// Names a deterministic choice wherever one is left open.
  package var seed = 0
  /// How many cases run at a time, from 1.
  package var jobs = 2
  /// Real time after which a silent participant ends its case as an error, in milliseconds; 0 for never.
  package var watchdogMilliseconds = 10_000
  /// The most that a case may take: real time and bytes.
  package var limits = CaseLimits()
  /// Real time for which an adapter is watched at the end of a case and before it is killed, if nobody can know that
  /// it is at rest, in milliseconds; 0 for none.
  package var settleMilliseconds = 250
  /// Where large histories are written while they grow; nil for the scratch folder.
  package var historyFolder: String?
  /// True to take requests of programs that this run has not started for requests of the app whose URL they use.
  package var acceptsForeignRequests = false
  /// How late a retry of an enrollment may come, in milliseconds of virtual time, from 0 (OQ-01).
  package var retryToleranceMilliseconds = 0
  /// Requirements that an SDK may leave out: those of another level than `must`.
  package var optionalRequirements: Set<String> = []
  /// Requirements that an SDK should keep but need not: a violation is a warning, unless the run is strict.
  package var recommendations: Set<String> = []
  /// True if the violation of a recommendation fails the run.
  package var isStrict = false
  /// The failures that are known, so that they can be marked; nil for none.
  package var ledger: LedgerPlan?
  /// The set of checks to which the run is pinned; nil if every check counts.
  package var suiteVersion: SuiteVersionPlan?
  /// True if no further case is started after the first violation that is not known.
  package var stopsAtFirstFailure = false
  /// True to run the simulated app and the service as objects of this process, without processes, pipes
  /// and HTTP; ``adapter`` is then not used.
  package var isInProcess = false
  /// The defects of the reference SDK of a run in process, by name.
  package var inProcessDefects: [String] = []
  /// The readings of the reference SDK of a run in process, by name.
  package var inProcessReadings: [String] = []
  /// The numbers that the reference SDK of a run in process keeps.
  package var inProcessProfile = Profile.standard
  /// Which defects are noted of every case in process, because they would make a difference to it; nil for none.
  package var defectTrace: DefectTrace?
  /// True if adapters that offer the capability `reuse` may host one app after the other in one process.
  package var reusesProcesses = true
  /// Shuffles the order in which cases are taken; histories must not depend on it. 0 keeps the order.
  package var orderSeed = 0

  /// Makes what follows a case from point to point; nil for nothing, which costs nothing.
  package var watch: (@Sendable (ConformanceCase) -> any CaseWatch)?
  /// True to forget the records of a case in process that passed, once it has been recorded and observed: in a run of all
  /// cases they take more room than everything else, and most reports do not read them.
  package var forgetsPassedHistories = false
  /// True to have the service keep the bodies of the last requests and responses, so that a watch can look at them.
  package var keepsBodies = false

  /// Options for an adapter, with everything else at its default.
  package init(adapter: [String], serviceProgram: String, scratchFolder: String) {
    self.adapter = adapter
    self.serviceProgram = serviceProgram
    self.scratchFolder = scratchFolder
  }

  private static let historyCount = Atomic<Int>(0)

  /// The path of one more history, which nobody else uses.
  var nextHistoryPath: String {
    let number = RunOptions.historyCount.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(historyFolder ?? scratchFolder)/growing/\(getpid())-\(number).jsonl"
  }

  /// The order in which so many cases are taken.
  func order(of count: Int) -> [Int] {
    var order = Array(0..<count)
    guard orderSeed != 0 else { return order }
    var state = UInt64(bitPattern: Int64(orderSeed))
    for index in order.indices.reversed() {
      // A linear congruential generator is enough to mix an order (Knuth's MMIX constants).
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(index, Int(state >> 33) % (index + 1))
    }
    return order
  }
}
