internal import ExactText
internal import SystemFiles

/// Keeps a worker, with the processes that it starts, on a processor that nobody else wants.
///
/// Bound to one processor they take turns, and a hand-over within a processor costs a fraction of one
/// between processors. That is only a gain while the processor is free: a worker binds to one only while
/// it holds the claim of it (``ProcessorClaim``), and otherwise leaves the choice to the kernel. Between
/// cases it looks, now and then, whether there is something better: a claim that was given back, or an
/// idle processor if its own has become busy with somebody else's work (``ProcessorSample``).
///
/// Owned by the worker's thread.
final class ProcessorBinding {
  /// How often it looks, in milliseconds of real time: a look costs about 0.1 ms.
  static let interval = 250.0
  /// For how long it stays where it has gone, in milliseconds: going elsewhere means new processes.
  static let leastStay = 1000.0

  /// The processors that the worker may use.
  let allowed: [Int]
  private let scope: String
  private(set) var claim: ProcessorClaim?
  private var sample: ProcessorSample?
  private var latestLook: Double
  private var latestMove: Double

  /// Binds the calling thread to the first allowed processor that nobody has claimed, if there is one.
  ///
  /// - Parameters:
  ///   - allowed: what the thread may use.
  ///   - scope: see ``ProcessorClaim``.
  ///   - now: real time in milliseconds.
  init(allowed: [Int] = Processors.allowed, scope: String = "mamconform", now: Double) {
    self.allowed = allowed
    self.scope = scope
    latestLook = now
    latestMove = now
    _ = move(to: allowed)
  }

  /// Looks whether there is a better processor, and goes there.
  ///
  /// - Returns: true if the thread has moved; what it has started before stays where it is.
  func look(now: Double, load: () -> ProcessorSample = ProcessorSample.now) -> Bool {
    guard now - latestLook >= ProcessorBinding.interval else { return false }
    latestLook = now
    let current = load()
    defer { sample = current }
    guard now - latestMove >= ProcessorBinding.leastStay, let sample else { return false }
    let better: [Int]
    if claim == nil {
      better = allowed
    } else if current.hasWaited(since: sample) {
      better = current.idle(since: sample).filter(allowed.contains)
    } else {
      return false
    }
    guard move(to: better) else { return false }
    latestMove = now
    return true
  }

  /// Binds to the first of some processors whose claim is free; false if there is none.
  private func move(to processors: [Int]) -> Bool {
    for processor in processors where processor != claim?.processor {
      guard let next = ProcessorClaim(processor, scope: scope) else { continue }
      guard Processors.bind(to: [processor]) else { continue }
      claim = next
      return true
    }
    return false
  }
}
