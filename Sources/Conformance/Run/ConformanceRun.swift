package import CaseModel
internal import ExactText
internal import Participants
internal import Locking
internal import SystemFiles

/// Carries out cases: plan, run, judge.
///
/// The pipeline of the whole program is: load, lint, expand, plan, run, judge, report. `CaseYAML` does
/// the first three, this type the next three, and `Reporting` the last. Every worker thread runs one
/// case at a time with processes of its own; cases share nothing, so their order and number at a time
/// do not matter to their histories.
package struct ConformanceRun: Sendable {
  /// The cases, in the order of the report.
  package var cases: [ConformanceCase]
  /// How to run them.
  package var options: RunOptions
  /// Ends the run early.
  package var control: RunControl

  /// A run of the given cases.
  package init(cases: [ConformanceCase], options: RunOptions, control: RunControl = RunControl()) {
    self.cases = cases
    self.options = options
    self.control = control
  }

  /// Runs every case and judges it.
  ///
  /// - Parameters:
  ///   - observer: notified of every finished case, one at a time, from the workers' threads; a second time of a case about
  ///     which something came out later.
  ///   - recorder: given every finished case before that, from the workers' threads and several at a time; for what
  ///     takes its time, such as a file.
  /// - Returns: the results in the order of the cases; those of an interrupted run are only the
  ///   finished ones.
  package func run(
    observer: @escaping @Sendable (RunProgress) -> Void = { _ in },
    recorder: @escaping @Sendable (CaseResult) -> Void = { _ in }
  ) -> RunResult {
    let start = WallClock.milliseconds
    let state = Lock(
      State(
        results: Array(repeating: nil, count: cases.count), startFailures: StartFailures(options)))
    let order = options.order(of: cases.count)
    SystemThread.inParallel(count: min(max(1, options.jobs), max(1, cases.count))) { number in
      let worker = Worker(number: number, options: options, control: control)
      while let index = state.withLock({ $0.takeNext(order, control) }) {
        let result = worker.run(cases[index], index: index)
        if let result { recorder(result) }
        state.withLock { state in
          // A case that an interrupt cut short says nothing.
          if let result { state.results[index] = result }
          state.finished += 1
          if let result {
            if result.verdict == .fail, !result.isKnownFailure, options.stopsAtFirstFailure {
              control.interrupt()
            }
            observer(
              RunProgress(result: result, finished: state.finished, total: cases.count))
            let left = cases.count - state.next
            if let end = state.startFailures.take(result, left: left) {
              state.startFailure = end
              control.interrupt()
            }
            // In a process a case that passed may still turn out to have broken down, with a history to keep.
            if options.forgetsPassedHistories, options.isInProcess, result.verdict == .pass {
              state.results[index]?.history.forget()
            } else {
              state.results[index]?.history.giveBackMemory()
            }
          }
        }
        correct(worker, state, recorder, observer)
      }
      worker.close()
      correct(worker, state, recorder, observer)
    }
    return state.withLock { state in
      RunResult(
        results: state.results.compactMap(\.self), isInterrupted: control.isInterrupted,
        startFailure: state.startFailure,
        wallMilliseconds: WallClock.milliseconds - start)
    }
  }

  /// Takes up what a worker has learned of cases that were finished before.
  private func correct(
    _ worker: Worker, _ state: borrowing Lock<State>, _ recorder: (CaseResult) -> Void,
    _ observer: (RunProgress) -> Void
  ) {
    // Whoever interrupts may kill the participants; what that breaks is not a finding.
    guard !control.isInterrupted else { return }
    for (index, failure) in worker.takeLateFailures() {
      var (corrected, before): (CaseResult?, Verdict?)
      state.withLock { state in
        guard var result = state.results[index], result.problem == nil else { return }
        before = result.verdict
        result.breakDown(Problem(failure))
        options.suiteVersion?.mark(&result)
        state.results[index] = result
        corrected = result
      }
      guard let corrected else { continue }
      // Nobody has to wait for what takes its time.
      recorder(corrected)
      state.withLock { state in
        observer(
          RunProgress(
            result: corrected, finished: state.finished, total: cases.count, corrected: before))
      }
    }
  }

  private struct State {
    var results: [CaseResult?]
    var next = 0
    var finished = 0
    var startFailures: StartFailures
    var startFailure: StartFailures.End?

    mutating func takeNext(_ order: [Int], _ control: RunControl) -> Int? {
      guard next < order.count, !control.isInterrupted else { return nil }
      next += 1
      return order[next - 1]
    }
  }
}

/// One finished case, for whoever shows progress.
package struct RunProgress: Sendable {
  /// What was found of it.
  package var result: CaseResult
  /// How many cases are finished, this one included.
  package var finished: Int
  /// How many there are.
  package var total: Int
  /// What had been said of the case before, if it was already reported; nil the first time.
  package var corrected: Verdict?

  /// A report of a finished case.
  package init(result: CaseResult, finished: Int, total: Int, corrected: Verdict? = nil) {
    self.result = result
    self.finished = finished
    self.total = total
    self.corrected = corrected
  }
}

/// What a run has found.
package struct RunResult: Sendable {
  /// The results, in the order of the cases.
  package var results: [CaseResult]
  /// True if the run was ended early.
  package var isInterrupted: Bool
  /// What ended the run early, if its adapter never started.
  package var startFailure: StartFailures.End?
  /// Real time it took.
  package var wallMilliseconds: Double

  /// The exit code that says what was found.
  package var exitCode: Int32 { ExitCode.of(results) }
}
