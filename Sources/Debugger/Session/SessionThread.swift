internal import CaseModel
internal import Conformance
internal import ExactText
internal import Synchronization
internal import SystemFiles
internal import VirtualTime

/// Runs a case on a thread of its own, which stands still wherever it is asked to.
///
/// Caller and thread take turns: whoever has given the other one the word waits until it is given back. So neither ever sees
/// what the other one is writing, and the class can say that it is `Sendable`.
final class SessionThread: CaseWatch, @unchecked Sendable {
  /// What the caller wants.
  enum Order {
    /// Go on, at least to the next point, and stop where this is true, or at the end.
    case advance((Moment) -> Bool)
    /// Let go of the case that stands somewhere.
    case abandon
    /// End the thread.
    case quit
  }

  /// How the thread answers.
  enum Answer {
    /// The case stands at ``SessionThread/moment``; true if that is a place that was asked for.
    case stands(isWanted: Bool)
    /// No case stands anywhere: it was let go, or has broken down before it began.
    case over(CaseResult?)
  }

  /// Where the case stands.
  private(set) var moment: Moment?
  let track = Track()
  /// Stops the case at its next point.
  var pause: PauseRequest
  /// True while a case stands somewhere.
  private(set) var isStanding = false
  /// The number of the point at which it stands.
  var place: Int { moment?.position.number ?? 0 }

  private let number: Int
  private let conformanceCase: ConformanceCase
  private let options: RunOptions
  private let control = RunControl()
  private let orders = Turn()
  private let answers = Turn()
  private var order = Order.quit
  private var answer = Answer.over(nil)
  private var rule: (Moment) -> Bool = { _ in true }
  private var isAbandoned = false
  private var thread: SystemThread?

  /// A thread for a case; it waits for its first order.
  ///
  /// - Parameter number: another one for each thread of a session, from 0.
  init(
    _ conformanceCase: ConformanceCase, options: RunOptions, number: Int, pause: PauseRequest
  ) {
    self.conformanceCase = conformanceCase
    self.options = options
    self.number = number
    self.pause = pause
  }

  /// Starts the thread.
  ///
  /// - Throws: the system's error if it gives none.
  func start() throws(SystemError) {
    thread = try SystemThread { [self] in work() }
  }

  /// Gives the thread an order and waits for its answer.
  func ask(_ order: Order) -> Answer {
    self.order = order
    orders.give()
    answers.take()
    if case .stands = answer { isStanding = true } else { isStanding = false }
    return answer
  }

  /// Runs the case again as far as a point; false if it stands nowhere then.
  ///
  /// - Parameter known: what the run is held to.
  func replay(to number: Int, knowing known: Track.Knowledge) -> Bool {
    if isStanding { _ = ask(.abandon) }
    track.known = known
    _ = ask(.advance { $0.position.number >= number })
    return isStanding
  }

  /// Ends the thread, with everything that it has started.
  func end() {
    order = .quit
    orders.give()
    thread?.join()
    thread = nil
  }

  // MARK: - On the thread

  private func work() {
    var options = options
    options.watch = { [unowned self] _ in self }
    let worker = Worker(number: number, options: options, control: control)
    defer { worker.close() }
    while true {
      orders.take()
      guard case .advance(let rule) = order else {
        if case .quit = order { return }
        tell(.over(nil))
        continue
      }
      self.rule = rule
      isAbandoned = false
      track.begin(after: moment?.view.records ?? [])
      moment = nil
      let result = worker.run(conformanceCase, index: 0)
      if case .quit = order { return }
      tell(.over(result))
    }
  }

  func reached(_ point: CasePoint, _ view: CaseView) throws(CaseEnd) { try stand(at: point, view) }

  func recorded(_ view: CaseView) {
    // What has no end of its own is ended at the next point.
    try? stand(at: nil, view)
  }

  private func stand(at point: CasePoint?, _ view: CaseView) throws(CaseEnd) {
    if isAbandoned { throw .interrupted }
    let isKnownDifference = track.difference != nil
    let here = Moment(position: track.note(point, view), view: view)
    let isNew = !isKnownDifference && track.difference != nil
    let isWanted = rule(here)
    guard isWanted || isNew || here.position.isEnd || takePause() else { return }
    moment = here
    tell(.stands(isWanted: isWanted))
    orders.take()
    guard case .advance(let rule) = order else {
      isAbandoned = true
      throw .interrupted
    }
    self.rule = rule
  }

  /// True if somebody wants the case to stop here.
  private func takePause() -> Bool {
    DebugSession.interrupted.load(ordering: .relaxed) || pause.take()
  }

  private func tell(_ answer: Answer) {
    self.answer = answer
    answers.give()
  }
}
