internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

extension Coordinator {
  @discardableResult
  func schedule(_ instant: VirtualInstant, _ kind: DeadlineClass, _ app: AppState)
    -> Deadline
  {
    deadlineCount += 1
    let deadline = Deadline(
      instant: instant, kind: kind, participant: app.index, sequence: deadlineCount)
    heap.insert(deadline)
    return deadline
  }

  func isValid(_ deadline: Deadline) -> Bool {
    switch deadline.kind {
    case .wake: apps[deadline.participant].deadline == deadline
    case .response: held.contains { $0.deadline == deadline }
    }
  }

  /// Carries out everything due up to an instant, then stands there.
  func advance(to target: VirtualInstant) throws(CaseEnd) {
    guard target - epoch <= conformanceCase.limit else {
      throw .problem(
        ParticipantFailure(
          .limit, "coordinator",
          "the case needs \(target - epoch) of virtual time; its limit is "
            + "\(conformanceCase.limit)"))
    }
    while let deadline = heap.next(where: isValid), deadline.instant <= target {
      heap.removeFirst()
      if deadline.instant > now {
        now = deadline.instant
        activationsHere = 0
      }
      try reach(.deadline(deadline))
      switch deadline.kind {
      case .wake: try wake(apps[deadline.participant])
      case .response: try deliver(deadline)
      }
    }
    if target > now {
      now = target
      activationsHere = 0
    }
  }

  func wake(_ app: AppState) throws(CaseEnd) {
    app.deadline = nil
    // A suspended app is not woken; it sees to what fell due when it is brought back.
    guard app.participant != nil, app.lifecycle != .suspended else { return }
    try activate(app, .wake)
  }

  /// Releases a held response and lets its app take it in.
  func deliver(_ deadline: Deadline) throws(CaseEnd) {
    guard let index = held.firstIndex(where: { $0.deadline == deadline }) else { return }
    let app = held[index].app
    // It waits for an app that is suspended, unless that has stopped waiting for it.
    if app.lifecycle == .suspended, app.participant != nil, !held[index].isAbandoned {
      held[index].hasArrived = true
      held[index].deadline = nil
      return
    }
    try deliver(held.remove(at: index))
  }

  func deliver(_ response: HeldResponse) throws(CaseEnd) {
    let app = response.app
    let isAwaited = app.participant != nil && !response.isAbandoned
    if isAwaited { try expectSilence() }
    record(
      isAwaited && !response.isBroken ? .delivered : .discarded, response.record.endpoint,
      app: app.name, ["identity": response.record.fields["identity"] ?? .null])
    guard isAwaited else { return try drop(response) }
    service.setTime(now)
    // The app may go on as soon as the response is there.
    openGate(of: app)
    if !response.isBroken { try command(.release(request: response.record.number)) }
    try activate(app, .resume, ["request": .string(response.record.client)], isUnderWay: true)
  }

  /// Has the service close the connection of a held request, unless it died before.
  private func drop(_ response: HeldResponse) throws(CaseEnd) {
    guard !response.isBroken else { return }
    try command(.drop(request: response.record.number))
  }

  /// Lets the apps notice that the service has died: what it held back ends without a response, in the order of the requests.
  ///
  /// A suspended app notices it when it is brought back.
  func breakConnections() throws(CaseEnd) {
    for index in held.indices {
      held[index].isBroken = true
      held[index].deadline = nil
    }
    while let index = held.firstIndex(where: { !$0.hasArrived }) {
      let app = held[index].app
      if app.lifecycle == .suspended, app.participant != nil, !held[index].isAbandoned {
        held[index].hasArrived = true
      } else {
        try deliver(held.remove(at: index))
      }
    }
  }

  /// Hands a suspended app that was brought back the responses that came meanwhile.
  func deliverArrived(to app: AppState) throws(CaseEnd) {
    while let index = held.firstIndex(where: { $0.app === app && $0.hasArrived }) {
      try deliver(held.remove(at: index))
    }
  }

  /// Notes which held responses their client no longer waits for.
  func abandonResponses(of app: AppState) throws(CaseEnd) {
    var index = 0
    while index < held.count {
      let response = held[index]
      if response.app === app, !response.isAbandoned, !app.open.contains(response.record.client) {
        held[index].isAbandoned = true
        if response.deadline == nil {
          try drop(response)
          held.remove(at: index)
          continue
        }
      }
      index += 1
    }
  }
}

/// The tolerance of a run: how late a retry may come (open question OQ-01).
extension Coordinator {
  /// The requirements whose actions may be late: the 24 hours of the retry.
  static let lateRequirements: Set<ExactString> = [
    "ENR-008", "ENR-010", "ENR-011", "ENR-012", "ENR-015",
  ]

  /// Lets time pass up to the run's tolerance, from deadline to deadline, until the retries have come that the
  /// checks behind a step demand of its window; without tolerance nothing is waited for.
  ///
  /// The time that this takes is added to ``lateness``: from then on the times of the case count from the late
  /// retry, because the next interval does.
  func waitForRetries(after step: Int, from windowStart: Int) throws(CaseEnd) {
    guard options.retryToleranceMilliseconds > 0 else { return }
    switch conformanceCase.steps[step].action {
    case .advance, .advanceTo: break
    default: return
    }
    let start = now
    let before = lateness
    let limit = start + VirtualDuration(milliseconds: options.retryToleranceMilliseconds)
    let demands = retries(demandedAfter: step)
    while demands.contains(where: { !isMet($0, from: windowStart) }),
      let deadline = heap.next(where: isValid), deadline.instant <= limit
    {
      try advance(to: deadline.instant)
      lateness = before + (now - start)
    }
  }

  /// What the checks behind a step, up to the next step that acts, demand of retries.
  private func retries(demandedAfter step: Int) -> [(pattern: RecordPattern, count: Int)] {
    var demands: [(pattern: RecordPattern, count: Int)] = []
    for next in conformanceCase.steps[(step + 1)...] {
      guard next.action == nil else { break }
      guard let check = next.check, case .count(let pattern, let range) = check.demand,
        range.lowerBound > 0, pattern.times.isEmpty, check.span == .window,
        check.requirements.contains(where: { Coordinator.lateRequirements.contains($0) })
      else { continue }
      demands.append((pattern, range.lowerBound))
    }
    return demands
  }

  private func isMet(_ demand: (pattern: RecordPattern, count: Int), from start: Int) -> Bool {
    history.records[start...].filter {
      demand.pattern.matches($0, epoch: epoch, lateness: lateness)
    }.count >= demand.count
  }
}
