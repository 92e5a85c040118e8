internal import CaseModel
internal import ExactText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// The points of an undisturbed run, and the case that disturbs each.
struct SweepPoints {
  let item: ConformanceCase
  let history: History
  /// For each record, the place of the step in which it was made.
  private let steps: [Int]

  init(_ item: ConformanceCase, _ history: History) {
    self.item = item
    self.history = history
    var steps: [Int] = []
    for reached in history.reached {
      while steps.count < reached.window.upperBound { steps.append(reached.step) }
    }
    self.steps = steps
  }

  /// The cases of an axis, in the order of their points.
  func cases(_ axis: Sweep.Axis) -> [ConformanceCase] {
    switch axis {
    case .killAtRequests: killedAtRequests
    case .killInCallbacks: killedInCallbacks
    case .killAtMessages: killedAfterSteps + killed(at: instants(of: [.message]), "kill-at")
    case .loseResponses: faulty([("lost", .lost), ("unanswered", .unanswered)])
    case .delayResponses:
      faulty([
        ("late", .delay(milliseconds: 30_000)), ("too-late", .delay(milliseconds: 90_000)),
      ])
    case .failRequests:
      faulty([
        ("reset", .reset), ("unavailable", .status(503, retryAfterSeconds: nil)),
        ("server-error", .status(500, retryAfterSeconds: nil)), ("truncated", .truncated),
        ("malformed", .malformed),
      ])
    case .killAtBoundaries:
      killed(
        at: instants(of: [.message]).flatMap { instant in
          [-1, 0, 1].map { instant + VirtualDuration(milliseconds: $0) }
        }, "kill-at")
    case .killAtHours: killed(at: hours, "kill-at")
    case .repeatResponses: faulty([("repeated", .duplicate)])
    case .reorderSteps: reordered
    }
  }

  // MARK: Requests

  /// A request of the undisturbed run.
  private struct Request {
    var app: String
    var endpoint: Endpoint
    /// Which of the app's requests to the endpoint it is, from 1.
    var number: Int
    var step: Int
  }

  private var requests: [Request] {
    var counts: [ExactString: Int] = [:]
    var requests: [Request] = []
    for (index, record) in history.records.enumerated() where record.kind == .request {
      guard let endpoint = Endpoint(rawValue: record.name), index < steps.count else { continue }
      let key = ExactString("\(record.app) \(record.name)")
      counts[key, default: 0] += 1
      if endpoint == .token, isPreparation(steps[index]) { continue }
      requests.append(
        Request(
          app: record.app, endpoint: endpoint, number: counts[key] ?? 1, step: steps[index]))
    }
    return requests
  }

  /// True for a launch before which no app was asked for anything: what an app signs in to there is given by the case's
  /// world, and not what its steps are about.
  private func isPreparation(_ step: Int) -> Bool {
    item.steps[...step].allSatisfy { step in
      if case .operation = step.action { false } else { true }
    }
  }

  private func faulty(_ faults: [(name: String, fault: FaultOrder.Fault)]) -> [ConformanceCase] {
    requests.flatMap { request in
      faults.map { name, fault in
        let order = FaultOrder(
          request.endpoint, fault, app: request.app, after: request.number - 1, times: 1)
        return variant("\(name)-\(request.app)-\(request.endpoint.rawValue)-\(request.number)") {
          $0.insert(step(.fault(order)), at: 0)
        }
      }
    }
  }

  private var killedAtRequests: [ConformanceCase] {
    requests.flatMap { request in
      [("before", HoldPoint.received), ("after", .applied)].map { word, point in
        let kill = Action.kill(
          app: request.app,
          at: .request(endpoint: request.endpoint, n: request.number, point: point))
        let name = "kill-\(word)-\(request.app)-\(request.endpoint.rawValue)-\(request.number)"
        return variant(name) { steps in
          revive(request.app, in: &steps, from: 0)
          steps.insert(step(kill), at: 0)
        }
      }
    }
  }

  // MARK: Callbacks

  /// An app dies in the first call of a callback in a step: where it is armed, just before that step.
  private var killedInCallbacks: [ConformanceCase] {
    var seen: Set<ExactString> = []
    var cases: [ConformanceCase] = []
    for (index, record) in history.records.enumerated() where record.kind == .event {
      guard index < steps.count,
        let callback = Callback.allCases.first(where: { $0.event.rawValue == record.name }),
        seen.insert("\(record.app) \(record.name) \(steps[index])").inserted
      else { continue }
      let place = steps[index]
      let number = cases.count + 1
      cases.append(
        variant("kill-in-\(record.app)-\(callback.rawValue)-\(number)") { steps in
          revive(record.app, in: &steps, from: place)
          steps.insert(step(.kill(app: record.app, at: .callback(callback))), at: place)
        })
    }
    return cases
  }

  /// An app dies when a step is over in which it got a message but no time passed.
  private var killedAfterSteps: [ConformanceCase] {
    history.reached.compactMap { reached in
      let place = reached.step
      switch item.steps[place].action {
      case .launch(let app, _, _), .operation(let app, _):
        guard running(after: place, until: reached.time).contains(app) else { return nil }
        return variant("kill-\(app)-after-step-\(place + 1)") { steps in
          steps.insert(contentsOf: [step(.kill(app: app, at: .idle)), launch(app)], at: place + 1)
        }
      default: return nil
      }
    }
  }

  // MARK: Instants

  /// The instants after the start at which something of these kinds happened while time passed in a step.
  private func instants(of kinds: [RecordKind]) -> [VirtualInstant] {
    var instants: [VirtualInstant] = []
    for record in history.records where kinds.contains(record.kind) && !record.app.isEmpty {
      if instants.last != record.time { instants.append(record.time) }
    }
    return instants
  }

  /// Every full hour of the run.
  private var hours: [VirtualInstant] {
    guard let last = history.records.last?.time else { return [] }
    let count = (last - history.epoch).milliseconds / VirtualDuration.hours(1).milliseconds
    return count < 1 ? [] : (1...count).map { history.epoch + .hours($0) }
  }

  /// For each instant, the case in which every app that runs there dies and is started again.
  private func killed(at instants: [VirtualInstant], _ name: String) -> [ConformanceCase] {
    var seen: Set<Int> = []
    return instants.compactMap { instant in
      let offset = instant - history.epoch
      guard offset.milliseconds >= 0, seen.insert(offset.milliseconds).inserted,
        let place = place(of: instant), passesTime(place)
      else { return nil }
      let apps = running(after: place, until: instant)
      guard !apps.isEmpty else { return nil }
      return variant("\(name)-\(offset.milliseconds)") { steps in
        var restart = apps.flatMap { [step(.kill(app: $0, at: .idle)), launch($0)] }
        if let rest = rest(of: place, at: instant) {
          steps[place] = withAction(steps[place], rest.before)
          var after = withAction(item.steps[place], rest.after)
          after.opensWindow = false
          // The check belongs to the whole step.
          after.check = steps[place].check
          steps[place].check = nil
          restart.append(after)
        }
        steps.insert(contentsOf: restart, at: place + 1)
      }
    }
  }

  /// True if a step lets time pass, so that it can be cut in two.
  private func passesTime(_ place: Int) -> Bool {
    switch item.steps[place].action {
    case .advance, .advanceTo: true
    default: false
    }
  }

  /// The first step that reaches an instant.
  private func place(of instant: VirtualInstant) -> Int? {
    history.reached.first { $0.time >= instant && item.steps[$0.step].action != nil }?.step
  }

  /// How a step that lets time pass is cut in two at an instant; nil if the instant is its end.
  private func rest(
    of place: Int, at instant: VirtualInstant
  ) -> (before: Action, after: Action)? {
    guard let end = history.reached.first(where: { $0.step == place })?.time, instant < end else {
      return nil
    }
    return (.advanceTo(instant - history.epoch), .advanceTo(end - history.epoch))
  }

  /// The apps that run once a step has come to an instant, in the order of their names.
  private func running(after place: Int, until instant: VirtualInstant) -> [String] {
    var apps: [String] = []
    for (index, record) in history.records.enumerated() where record.kind == .life {
      guard index < steps.count, steps[index] <= place, record.time <= instant else { break }
      switch LifeChange(rawValue: record.name) {
      case .launched: if !apps.contains(record.app) { apps.append(record.app) }
      case .stopped, .killed, .exited: apps.removeAll { $0 == record.app }
      default: break
      }
    }
    return apps.distinct.sortedTexts
  }

  // MARK: Cases

  func variant(_ name: String, _ change: (inout [Step]) -> Void) -> ConformanceCase {
    var variant = item
    variant.sweep = nil
    variant.parameters.append(.init(axis: Sweep.parameter, value: name))
    change(&variant.steps)
    return variant
  }

  private func step(_ action: Action) -> Step {
    Step(location: item.location, action: action, opensWindow: false, check: nil)
  }

  /// Has an app launched again after the step in which it dies, whichever that is: another SDK may make more requests or
  /// fewer, and so come to the point in another step than the reference SDK.
  ///
  /// - Parameter first: the first step in which it may die.
  private func revive(_ app: String, in steps: inout [Step], from first: Int) {
    for reached in history.reached.reversed() where reached.step >= first {
      guard item.steps[reached.step].action != nil,
        running(after: reached.step, until: reached.time).contains(app)
      else { continue }
      let launch = Action.launch(app: app, mode: .launchUnlessRunning, options: .none)
      steps.insert(step(launch), at: reached.step + 1)
    }
  }

  private func launch(_ app: String) -> Step {
    step(.launch(app: app, mode: .launch, options: .none))
  }

  func withAction(_ step: Step, _ action: Action) -> Step {
    var step = step
    step.action = action
    return step
  }
}
