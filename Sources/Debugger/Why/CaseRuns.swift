internal import CaseModel
internal import Conformance
internal import ExactText
internal import Participants
internal import SystemFiles

/// Runs one case after the other, with the SDK under test or with the reference SDK, until time is over.
///
/// One worker of each stays for all of them, so that what a case needs (a service, processes that can be used again) is
/// started once. Belongs to the thread that makes it.
final class CaseRuns {
  /// How many cases were run.
  private(set) var count = 0
  /// True if a case was not run, or not to its end, because time was over.
  private(set) var isCut = false

  private let options: RunOptions
  private let end: Double
  private var workers: [Bool: Worker] = [:]

  /// Runs with the SDK of some options.
  ///
  /// - Parameter end: the real time after which no case goes on, as ``WallClock`` counts it.
  init(_ options: RunOptions, until end: Double) {
    var options = options
    options.jobs = 1
    // A session may stand in the folder of the options.
    options.scratchFolder += "/why"
    options.ledger = nil
    options.watch = { _ in Patience(until: end) }
    self.options = options
    self.end = end
  }

  /// What is found of a case; nil if time was over before its end.
  func run(_ item: ConformanceCase, isReference: Bool = false) -> CaseResult? {
    guard WallClock.milliseconds < end,
      let result = worker(isReference).run(item, index: count)
    else {
      isCut = true
      return nil
    }
    count += 1
    return result
  }

  /// The defects with which the reference SDK acts differently in a case, in the order of their names; none if time was over.
  func sensitiveDefects(_ item: ConformanceCase) -> [ExactString] {
    var options = referenceOptions
    options.defectTrace = .acting()
    return once(item, options)?.sensitiveTo.sorted() ?? []
  }

  /// What is found of a case with the reference SDK and one of its defects; nil if time was over before its end.
  func run(_ item: ConformanceCase, defect: ExactString) -> CaseResult? {
    var options = referenceOptions
    options.inProcessDefects = [defect.text]
    return once(item, options)
  }

  /// Runs a case with a worker that only lives for it.
  private func once(_ item: ConformanceCase, _ options: RunOptions) -> CaseResult? {
    var result: CaseResult?
    if WallClock.milliseconds < end {
      let worker = Worker(number: 2, options: options, control: RunControl())
      result = worker.run(item, index: 0)
      worker.close()
    }
    if result == nil { isCut = true }
    return result
  }

  /// Ends what was started.
  func close() {
    for worker in workers.values { worker.close() }
    workers = [:]
  }

  private func worker(_ isReference: Bool) -> Worker {
    if let worker = workers[isReference] { return worker }
    let worker = Worker(
      number: isReference ? 1 : 0, options: isReference ? referenceOptions : options,
      control: RunControl())
    workers[isReference] = worker
    return worker
  }

  /// How to run the reference SDK.
  private var referenceOptions: RunOptions {
    var options = options
    options.isInProcess = true
    options.inProcessDefects = []
    options.inProcessReadings = []
    return options
  }

  /// Ends a case at its next point once time is over.
  private final class Patience: CaseWatch {
    private let end: Double

    init(until end: Double) { self.end = end }

    func reached(_ point: CasePoint, _ view: CaseView) throws(CaseEnd) {
      if WallClock.milliseconds > end { throw .interrupted }
    }

    func recorded(_ view: CaseView) {}
  }
}
