internal import CaseModel
internal import Contract
internal import ExactText
internal import StepProtocol
internal import VirtualTime

/// Follows the steps of a case in one edition, and finds those that can never be carried out where they stand.
///
/// Found are a message to an app, or its end, before any launch of it or after its end; an `advance` to a time that has passed; and a time
/// beyond the case's limit. What hangs on `if` or `unless` gets the benefit of the doubt: such a launch counts, such a step is
/// not looked at, and the time that it takes does not count. A step that cannot be read may have launched any app.
///
///     var order = StepOrder(limit: .days(400), edition)
///     for step in steps { order.take(step) }
///     order.report(to: diagnostics)
struct StepOrder {
  private let limit: VirtualDuration
  private let edition: Edition
  /// Apps that have been launched by now, and those of which it has been reported that they were not.
  private var launched: Set<ExactString> = []
  /// Apps that have been ended for sure since their last launch, with the word for how.
  private var ended: [ExactString: String] = [:]
  /// Apps with a launch that the edition does not have.
  private var leftOut: Set<ExactString> = []
  /// How much virtual time has passed by now at least.
  private var time = VirtualDuration.zero
  /// False once a step could not be read.
  private var knowsLaunches = true
  private var isBeyondLimit = false
  private var found: [Diagnostic] = []

  /// The beginning of a case.
  init(limit: VirtualDuration, _ edition: Edition) {
    self.limit = limit
    self.edition = edition
  }

  /// A step that cannot be read.
  mutating func loseTrack() { knowsLaunches = false }

  /// A step that the edition does not have.
  mutating func leaveOut(_ step: EditionlessStep) {
    if case .launch(let app, _, _)? = step.action { leftOut.insert(ExactString(app)) }
  }

  /// A step of the case.
  mutating func take(_ step: Step) {
    guard let action = step.action else { return }
    if case .launch(let app, _, _) = action {
      launched.insert(ExactString(app))
      ended[ExactString(app)] = nil
    }
    guard step.condition == nil, step.exception == nil else { return }
    switch action {
    case .advance(let span): pass(to: time + span, step)
    case .advanceTo(let target):
      if target < time {
        add(
          step, "the case cannot advance to \(target): \(time) have passed by then",
          "'advance: 1 h' counts from here, 'advance: {to: 1 h}' from the start of the case")
      } else {
        pass(to: target, step)
      }
    case .stop(let app): end(app, "closed", step)
    case .kill(let app, at: .idle): end(app, "killed", step)
    // The coordinator looks at the disk without the app.
    case .operation(_, .file(let request)) where request.operation == .onDisk: break
    case .operation(let app, _): need(app, step)
    // What an app is to be killed at may be said before its launch.
    case .launch, .kill, .device, .network, .fault, .clearFaults, .service, .admin: break
    }
  }

  /// Adds what was found to the diagnostics.
  func report(to diagnostics: Diagnostics) {
    for finding in found { diagnostics.add(finding) }
  }

  private mutating func end(_ app: String, _ word: String, _ step: Step) {
    let wasLaunched = launched.contains(ExactString(app))
    need(app, step)
    // What was never launched is reported once.
    if wasLaunched { ended[ExactString(app)] = word }
  }

  private mutating func need(_ app: String, _ step: Step) {
    guard knowsLaunches else { return }
    if let word = ended.removeValue(forKey: ExactString(app)) {
      return add(
        step, "the app '\(app)' was \(word) before this step, and is not launched again",
        "put '- launch: \(app)' between them")
    }
    // Each app is reported once.
    guard launched.insert(ExactString(app)).inserted else { return }
    if leftOut.contains(ExactString(app)) {
      add(
        step, "the app '\(app)' is not launched before this step in \(edition.rawValue)",
        "the launch is left out there by its 'editions'")
    } else {
      add(
        step, "the app '\(app)' is not launched before this step",
        "put '- launch: \(app)' before it")
    }
  }

  private mutating func pass(to target: VirtualDuration, _ step: Step) {
    // Once is enough, and the sum stays small.
    guard !isBeyondLimit else { return }
    time = target
    guard time > limit else { return }
    isBeyondLimit = true
    let day = VirtualDuration.days(1).milliseconds
    let days = (time.milliseconds + day - 1) / day
    add(
      step, "the case takes \(time) of virtual time up to here, and its limit is \(limit)",
      "shorten it, or give the case 'limit: \(days) d'")
  }

  private mutating func add(_ step: Step, _ message: String, _ suggestion: String) {
    found.append(Diagnostic(step.location, .error, message, suggestion: suggestion))
  }
}
