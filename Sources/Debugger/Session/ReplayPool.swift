internal import CaseModel
internal import Conformance
internal import ExactText
internal import Locking
internal import SystemFiles

/// Runs of one case that stand at earlier points, so that a step back costs no more than the way from there.
///
/// An SDK cannot go back: each step back needs a run of the case that has not come so far yet. While a person looks at where
/// the case stands, one thread runs it again and again to points before that place, and leaves the runs standing there: time
/// is virtual, so a run may stand for as long as it likes. The runs stand a ``stride`` apart, the last one next to the
/// place, and there are at most ``limit`` of them, each with an app and a service of its own. On its way each keeps a copy of
/// what can be seen at the points of the stride before its own (`CopyStore`): these can be looked at without any run.
///
/// Sound because one lock guards what the session's thread and the preparing one share, and a run belongs to one of them.
final class ReplayPool: @unchecked Sendable {
  /// The most runs that stand somewhere.
  static let limit = 4
  /// How many points lie between two of them; a point takes 10 to 100 microseconds.
  static let stride = 256

  private struct State {
    /// Runs that stand at some point, and those that stand at none that is of use.
    var parked: [SessionThread] = []
    var idle: [SessionThread] = []
    /// The run that is being prepared, and the point to which it goes.
    var busy: (run: SessionThread, target: Int)?
    /// The point before which runs are wanted.
    var place = 0
    var known = Track.Knowledge()
    /// How many more runs may be prepared for that place.
    var budget = 0
    /// True until all that is wanted for that place is there.
    var isPreparing = false
    /// Counts up when what was known is known no more: a run that was prepared before is of no use.
    var generation = 0
    var count = 0
    var isWaitedFor = false
    var isClosed = false
  }

  private let make: @Sendable (Int, PauseRequest) -> SessionThread
  private let state = Lock(State())
  private let orders = Turn()
  private let arrivals = Turn()
  private let stop = PauseRequest()
  private var thread: SystemThread?

  /// A pool without any run.
  ///
  /// - Parameter make: makes a run, given its number from 1 and what stops it.
  init(_ make: @escaping @Sendable (Int, PauseRequest) -> SessionThread) { self.make = make }

  // MARK: - On the session's thread

  /// Has runs prepared before a place, in the background.
  ///
  /// - Parameter count: how many at most.
  func prepare(before place: Int, _ known: Track.Knowledge, count: Int = ReplayPool.limit) {
    state.withLock { state in
      (state.place, state.known, state.budget) = (place, known, count)
      state.isPreparing = true
    }
    if thread == nil { thread = try? SystemThread { [self] in work() } }
    if thread == nil { state.withLock { $0.isPreparing = false } }
    orders.give()
  }

  /// Takes out the run that stands next to a point, at it or before it; nil if there is none.
  ///
  /// A run that is still moving to such a point is waited for.
  func take(upTo number: Int) -> SessionThread? {
    while true {
      let (found, isToWait) = state.withLock { state -> (SessionThread?, Bool) in
        let places = state.parked.indices.filter { state.parked[$0].place <= number }
        if let best = places.max(by: { state.parked[$0].place < state.parked[$1].place }) {
          return (state.parked.remove(at: best), false)
        }
        let coming = state.isPreparing ? state.busy?.target ?? ReplayPool.target(state) : nil
        state.isWaitedFor = coming.map { $0 <= number } ?? false
        return (nil, state.isWaitedFor)
      }
      if !isToWait { return found }
      arrivals.take()
    }
  }

  /// Takes out a run that has done something else than what it was held to; nil if there is none.
  func takeDiffering() -> SessionThread? {
    state.withLock { state in
      let place = state.parked.firstIndex { $0.track.difference != nil }
      return place.map { state.parked.remove(at: $0) }
    }
  }

  /// Takes a run in that is wanted no more where it stands.
  func give(_ run: SessionThread) {
    run.pause = stop
    state.withLock { $0.idle.append(run) }
  }

  /// Forgets where runs stand: the case does something else now than it did then.
  func clear() {
    state.withLock { state in
      state.idle += state.parked
      state.parked = []
      state.budget = 0
      state.generation += 1
    }
  }

  /// Ends every run.
  func close() {
    state.withLock { $0.isClosed = true }
    stop.make()
    orders.give()
    thread?.join()
    let runs = state.withLock { state -> [SessionThread] in
      defer { (state.parked, state.idle) = ([], []) }
      return state.parked + state.idle
    }
    for run in runs { run.end() }
  }

  // MARK: - On the preparing thread

  private struct Job {
    var run: SessionThread
    var target: Int
    var known: Track.Knowledge
    var generation: Int
  }

  private func work() {
    while true {
      orders.take()
      while let job = nextJob() {
        let stands = job.run.replay(
          to: job.target, knowing: job.known,
          keeping: max(0, job.target - ReplayPool.stride)..<job.target + 1)
        state.withLock { state in
          state.busy = nil
          let isOfUse = stands && state.generation == job.generation
          if isOfUse { state.parked.append(job.run) } else { state.idle.append(job.run) }
          if !stands { state.budget = 0 }
          tell(&state)
        }
      }
      if state.withLock({ $0.isClosed }) { return }
    }
  }

  /// The next run that is to be prepared, for the point next to the place that has none.
  private func nextJob() -> Job? {
    state.withLock { state in
      guard !state.isClosed, state.budget > 0, let target = ReplayPool.target(state),
        let run = run(&state)
      else {
        state.isPreparing = false
        tell(&state)
        return nil
      }
      state.budget -= 1
      state.busy = (run, target)
      return Job(run: run, target: target, known: state.known, generation: state.generation)
    }
  }

  /// Lets a thread look again that waits for a run.
  private func tell(_ state: inout State) {
    if state.isWaitedFor { arrivals.give() }
    state.isWaitedFor = false
  }

  /// The greatest multiple of the stride before the place from which no run stands within a stride; nil if all are there.
  private static func target(_ state: State) -> Int? {
    let last = (state.place - 1) / stride * stride
    return (0..<limit).map { last - $0 * stride }.first { target in
      target > 0
        && !state.parked.contains { (target..<min(target + stride, state.place)) ~= $0.place }
    }
  }

  /// A run to prepare: one of no use, a new one, or one that stands where nobody goes back to soon.
  private func run(_ state: inout State) -> SessionThread? {
    if let run = state.idle.popLast() { return run }
    if state.count < ReplayPool.limit {
      let run = make(state.count + 1, stop)
      guard (try? run.start()) != nil else { return nil }
      state.count += 1
      return run
    }
    let least = state.place - ReplayPool.limit * ReplayPool.stride - 1
    let useless = state.parked.firstIndex { $0.place >= state.place || $0.place < least }
    return useless.map { state.parked.remove(at: $0) }
  }
}
