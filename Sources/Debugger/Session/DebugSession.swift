package import CaseModel
package import Conformance
internal import ExactText
internal import Participants
internal import Synchronization
internal import SystemFiles
internal import VirtualTime

/// A case that can be stopped, continued and reversed: what every front end of the debugger drives.
///
/// The case runs on a thread of its own, by the same worker and coordinator as in a run of the suites, and stands still at
/// its **points**: before and after steps and activations, at deadlines, after each record. A point has a number; going back
/// is running the case again to a point with a smaller one. On the way a rolling hash over the records is compared with the
/// one of the first time, so that an SDK that behaves otherwise is noticed at the first record that differs.
///
/// In a long case that takes too long for every step back. So a run that goes back keeps copies of what can be seen at the
/// points before its goal (`CopyStore`), and others are made in the background (`ReplayPool`): a step back to one of these
/// shows the copy, and nothing runs. The run that is to go on from there is brought there once something wants to move.
///
///     let session = try DebugSession(conformanceCase, options: options)
///     try session.advance { $0.position.time >= $0.view.epoch + .hours(24) }
///     print(session.view.deadlines)
///     try session.back(toLast: \.isBeforeStep)
///     session.close()
///
/// A session belongs to one thread at a time; only ``pause()`` may be called from another one.
package final class DebugSession {
  /// The case.
  package let conformanceCase: ConformanceCase
  /// How it is run.
  package let options: RunOptions
  /// Where the case stands, and what can be seen there.
  package private(set) var moment: Moment
  /// How many times the case was run again to go back.
  package private(set) var rerunCount = 0

  private var thread: SessionThread
  /// How many sessions this process has started.
  private static let count = Atomic(0)
  private let replays: ReplayPool
  private let copies = CopyStore()
  /// True while a copy is looked at: the session's own run stands somewhere else.
  private var isAside = false
  private let pauseRequest = PauseRequest()
  private var isClosed = false
  /// True while no case stands anywhere, because it broke down when it was run again.
  private var isLost = false

  /// Starts a case and stands at its first point.
  ///
  /// Real time is not bounded, because a person may look for as long as they like; the watchdog of one activation stays.
  ///
  /// - Throws: ``DebugProblem/brokeDown(_:)`` if the case cannot be started.
  package init(_ conformanceCase: ConformanceCase, options: RunOptions) throws(DebugProblem) {
    var options = options
    options.limits.milliseconds = 0
    options.jobs = 1
    self.conformanceCase = conformanceCase
    self.options = options
    // Whoever tries something starts another session before this one is closed, and each needs the files of its apps.
    let number = DebugSession.count.add(1, ordering: .relaxed).newValue
    options.scratchFolder += "/session-\(number)"
    thread = SessionThread(
      conformanceCase, options: options, number: 0, pause: pauseRequest, copies: copies)
    replays = ReplayPool { [options, copies] number, pause in
      SessionThread(
        conformanceCase, options: options, number: number, pause: pause, copies: copies)
    }
    do throws(SystemError) {
      try thread.start()
    } catch {
      throw .brokeDown(
        Problem(
          code: "system", participant: "mamconform", message: "cannot start a thread: \(error)"))
    }
    switch thread.ask(.advance { _ in true }) {
    case .stands:
      moment = thread.moment!
    case .over(let result):
      thread.end()
      throw DebugSession.breakdown(result)
    }
  }

  deinit { close() }

  /// Ends the session with everything that it has started.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    replays.close()
    thread.end()
  }

  /// Where the case stands.
  package var position: DebugPosition { moment.position }
  /// What can be seen where the case stands.
  package var view: CaseView { moment.view }
  /// The points that were reached so far, here and behind this place, in order; their indices are their numbers.
  package var positions: [DebugPosition] { thread.track.known.positions }

  /// True if the case is known to end in an error, or could not be started again.
  package var hasBrokenDown: Bool {
    if isLost { return true }
    guard case .end(.problem?) = positions.last?.point else { return false }
    return true
  }

  /// Every deadline that was set up to this place, in that order, with what became of it by now.
  package var deadlines: [DeadlineTrace] {
    let here = position.number
    return thread.track.known.deadlines.traces.filter { $0.setAt <= here }.map { $0.seen(at: here) }
  }

  /// Stops a running case at its next point; may be called from any thread.
  package func pause() { pauseRequest.make() }

  /// Forgets a ``pause()`` that came when the case stood already.
  package func forgetPause() { pauseRequest.forget() }

  /// While true, every running session stops at its next point.
  static let interrupted = Atomic<Bool>(false)

  /// Stops every running session at its next point, or lets them run again: for the handler of a signal, which knows none.
  ///
  /// - Returns: the value before.
  @discardableResult
  package static func interrupt(_ isInterrupted: Bool) -> Bool {
    interrupted.exchange(isInterrupted, ordering: .relaxed)
  }

  /// What is found of the case: at its end for good, and before it of the checks that were reached.
  package var result: CaseResult {
    if case .end(let ending) = position.point { return view.judged(over: ending) }
    return view.judged()
  }

  // MARK: - Forward

  /// Goes on, at least to the next point, and stops at the first that is wanted, or at the end.
  ///
  /// - Parameter isWanted: asked at each point, on the thread of the case, with all that can be seen there.
  /// - Returns: true if the case stands where it was wanted; false if it is over.
  /// - Throws: ``DebugProblem/notDeterministic(record:was:now:)``, once, standing where the difference is;
  ///   ``DebugProblem/paused``, standing where it was paused.
  @discardableResult
  package func advance(until isWanted: @escaping (Moment) -> Bool) throws(DebugProblem) -> Bool {
    if position.isEnd, !isLost { return false }
    try comeHere()
    let found = try ask(isWanted)
    // Whoever stops far into a case may want to go back.
    prepareReplays(count: 1)
    return found
  }

  /// Goes to the end of the case.
  package func advanceToEnd() throws(DebugProblem) { try advance { _ in false } }

  // MARK: - To any place

  /// Goes to the point of that number, ahead or back.
  ///
  /// - Throws: ``DebugProblem/noPlace(_:)`` if the case has no such point; it then stands at its end.
  package func go(to number: Int) throws(DebugProblem) {
    if number == position.number, !isLost { return }
    let isBack = number < position.number || isLost
    if isBack, try lookBack(at: number) { return prepareReplays() }
    if isBack { thread.keeping = DebugSession.kept(before: number) }
    try bring(to: number)
    prepareReplays(count: isBack ? ReplayPool.limit : 1)
  }

  /// Goes to the first point of the case that is wanted, ahead or back; stays if there is none.
  ///
  /// - Returns: true if there is one.
  package func seek(
    _ isWanted: @escaping (DebugPosition) -> Bool
  ) throws(DebugProblem) -> Bool {
    if let place = positions.firstIndex(where: isWanted) {
      try go(to: place)
      return true
    }
    if positions.last?.isEnd ?? false { return false }
    let here = position.number
    let known = positions.count
    try comeHere()
    if try ask({ $0.position.number >= known && isWanted($0.position) }) {
      prepareReplays(count: 1)
      return true
    }
    try go(to: here)
    return false
  }

  /// Goes back to the last point before this one that is wanted; stays if there is none.
  ///
  /// - Returns: true if there is one.
  @discardableResult
  package func back(
    toLast isWanted: (DebugPosition) -> Bool
  ) throws(DebugProblem) -> Bool {
    guard let place = positions[..<position.number].lastIndex(where: isWanted) else { return false }
    try go(to: place)
    return true
  }

  /// Goes back to the last point before this one at which something is true that only the state shows; stays if there is none.
  ///
  /// The case is run twice: once to look for the place, once to go there.
  ///
  /// - Returns: true if there is one.
  @discardableResult
  package func back(
    toLastMoment isWanted: @escaping (Moment) -> Bool
  ) throws(DebugProblem) -> Bool {
    let here = position.number
    var place: Int?
    try leave()
    try ask { moment in
      let number = moment.position.number
      if number < here, isWanted(moment) { place = number }
      return number >= here
    }
    guard let place else { return false }
    try go(to: place)
    return true
  }

  /// The number of the point in which the first check that failed was made, and what was found of it; nil if no check
  /// fails. The case then stands where it stood.
  package func firstFailure() throws(DebugProblem) -> (number: Int, result: CheckResult)? {
    let here = position.number
    try advanceToEnd()
    let failure = failures.first
    let place = failure.flatMap { failure in
      positions.firstIndex { $0.point == .afterStep(failure.step) }
    }
    let end = position.number
    try go(to: here)
    return failure.map { (place ?? end, $0.result) }
  }

  /// The checks that are found to fail here, with the indices of their steps, in the order of the case.
  package var failures: [(step: Int, result: CheckResult)] {
    let result = result
    return result.checks.filter { $0.verdict == .fail || $0.verdict == .warning }
      .compactMap { found in result.step(of: found).map { (step: $0, result: found) } }
  }

  // MARK: - The thread

  /// Has the run stand where the session does, which may have looked at a copy only.
  package func comeHere() throws(DebugProblem) {
    if isAside { try bring(to: position.number) }
  }

  /// Has the session's own run stand at a point.
  private func bring(to number: Int) throws(DebugProblem) {
    if isLost || thread.place > number { try goBefore(number) }
    isAside = false
    if isLost || thread.place < number {
      guard try ask({ $0.position.number >= number }) else {
        throw .noPlace("the case is over at point \(position.number), before point \(number)")
      }
    } else {
      moment = thread.moment!
    }
  }

  /// Shows the copy of a point before this one; false if there is none.
  ///
  /// - Throws: ``DebugProblem/notDeterministic(record:was:now:)``, standing where the difference is, if a run has found one
  ///   in the background.
  private func lookBack(at number: Int) throws(DebugProblem) -> Bool {
    guard !isLost else { return false }
    if let other = replays.takeDiffering() { try goOn(with: other) }
    guard let copy = copies.copy(at: number), positions.indices.contains(number),
      let history = thread.moment?.view.history, copy.isBeginning(of: history)
    else { return false }
    moment = Moment(position: positions[number], view: CaseView(copy, in: history))
    isAside = true
    return true
  }

  /// The points before another one of which a run that goes there keeps copies; none in a short case, which is run again
  /// sooner.
  private static func kept(before number: Int) -> Range<Int> {
    number > ReplayPool.stride ? number - ReplayPool.stride..<number : 0..<0
  }

  /// Goes on with a run that stands at a point or before it, or lets go of the case, so that it can be run again.
  private func goBefore(_ number: Int) throws(DebugProblem) {
    guard !isLost, let replay = replays.take(upTo: number) else { return try leave() }
    try goOn(with: replay)
  }

  private func goOn(with replay: SessionThread) throws(DebugProblem) {
    replay.pause = pauseRequest
    replay.keeping = thread.keeping
    if let records = thread.moment?.view.records { thread.track.remember(records) }
    // What a run that has differed knows of the case is what is true from now on.
    if replay.track.difference == nil { replay.track.known = thread.track.known }
    replays.give(thread)
    thread = replay
    isAside = false
    moment = replay.moment!
    try tellDifference()
  }

  /// Has runs of the case prepared from which this place, and what comes before it, is near.
  ///
  /// A short case is run again sooner than it is prepared. Of a device there is only one.
  private func prepareReplays(count: Int = ReplayPool.limit) {
    guard position.number > ReplayPool.stride, options.devices == nil else { return }
    if let records = thread.moment?.view.records { thread.track.remember(records) }
    replays.prepare(before: position.number, thread.track.known, count: count)
  }

  /// Lets go of the case, so that it can be run again.
  private func leave() throws(DebugProblem) {
    rerunCount += 1
    isAside = false
    guard !isLost else { return }
    if case .stands = thread.ask(.abandon) { preconditionFailure("a case that was let go goes on") }
    isLost = true
  }

  @discardableResult
  private func ask(_ isWanted: @escaping (Moment) -> Bool) throws(DebugProblem) -> Bool {
    switch thread.ask(.advance(isWanted)) {
    case .stands(let found):
      isLost = false
      moment = thread.moment!
      try tellDifference()
      if !found, !position.isEnd { throw .paused }
      return found
    case .over(let result):
      isLost = true
      throw DebugSession.breakdown(result)
    }
  }

  /// Tells that the case has done something else than before, once.
  private func tellDifference() throws(DebugProblem) {
    guard let difference = thread.track.takeDifference() else { return }
    replays.clear()
    copies.clear()
    throw difference
  }

  private static func breakdown(_ result: CaseResult?) -> DebugProblem {
    .brokeDown(
      result?.problem
        ?? Problem(
          code: "interrupted", participant: "mamconform", message: "the session was interrupted"))
  }
}
