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
  /// The points of which a copy is kept when this thread comes by.
  var keeping = 0..<0
  /// The number of the point at which it stands.
  var place: Int { moment?.position.number ?? 0 }

  private let number: Int
  private let conformanceCase: ConformanceCase
  private let options: RunOptions
  private let copies: CopyStore
  private let control = RunControl()
  private let orders = Turn()
  private let answers = Turn()
  private var order = Order.quit
  private var answer = Answer.over(nil)
  private var rule: (Moment) -> Bool = { _ in true }
  private var isAbandoned = false
  /// The generation of copies in which the present run began.
  private var generation = 0
  /// The copy that was kept last in the present run, and of which point.
  private var lastCopy: (number: Int, copy: CaseCopy)?
  private var thread: SystemThread?

  /// A thread for a case; it waits for its first order.
  ///
  /// - Parameters:
  ///   - number: another one for each thread of a session, from 0.
  ///   - copies: where copies go; the same for all threads of a session.
  init(
    _ conformanceCase: ConformanceCase, options: RunOptions, number: Int, pause: PauseRequest,
    copies: CopyStore
  ) {
    self.copies = copies
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
  /// - Parameters:
  ///   - known: what the run is held to.
  ///   - points: those of which a copy is kept on the way.
  func replay(to number: Int, knowing known: Track.Knowledge, keeping points: Range<Int>) -> Bool {
    if isStanding { _ = ask(.abandon) }
    track.known = known
    keeping = points
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
    options.keepsBodies = true
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
      lastCopy = nil
      generation = copies.generation
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
    if keeping.contains(here.position.number), track.difference == nil { keep(here, at: point) }
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

  private func keep(_ moment: Moment, at point: CasePoint?) {
    let number = moment.position.number
    let before = lastCopy.flatMap { $0.number == number - 1 ? $0.copy : nil }
    let copy = copies.copy(at: number) ?? moment.view.copy(at: point, after: before)
    copies.keep(copy, at: number, of: generation)
    lastCopy = (number, copy)
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
