internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMWire
import VirtualTime

/// Questions whose answers have to wait for requests or for the clock.
extension ControlAPI {
  /// Waits until so many requests have come that fit; those that came before count.
  ///
  /// - Returns: the question, if it has to wait.
  func wait(
    _ request: ControlRequest, _ respond: @escaping Respond
  ) throws(ControlError) -> JournalWaiter? {
    let question = try question(request)
    let wanted = try request.number("count", 1...1_000_000) ?? 1
    let timeout = try request.number("timeoutMilliseconds", 0...3_600_000) ?? 10_000
    var found = FoundRequests(shown: wanted)
    for entry in journal.entries where question.matches(entry) { found.add(entry) }
    func passed() -> ServiceResponse {
      let redaction = redaction
      return ServiceResponse([
        "passed": true, "count": .int(found.count),
        "entries": .array(found.latest.map { $0.json(redaction) }),
      ])
    }
    guard found.count < wanted else {
      respond(passed())
      return nil
    }
    // What comes from now on is seen, whatever has to make room for it.
    let isIncomplete = mayHaveDropped(question)
    let waiter = JournalWaiter(
      question,
      requestCame: { entry, _ in
        found.add(entry)
        guard found.count >= wanted else { return false }
        respond(passed())
        return true
      }, clockMoved: { false })
    add(waiter, timeout) { [unowned self] in
      // A journal that has been emptied since has lost nothing that is asked for.
      guard !isIncomplete || !mayHaveDropped(question) else {
        return respond(inconclusive(found.count, question, status: 408))
      }
      respond(
        failure(
          "waited \(timeout) ms of real time for \(wanted) of \(question.text), "
            + "\(found.count) came", found.count, question, status: 408))
    }
    return waiter
  }

  /// Passes when the service's clock has left a window in which no request came that fits, and fails
  /// with the first that comes.
  ///
  /// Without `from`, the window begins behind the last request: a clock that stands cannot tell what
  /// came before the question from what came after.
  ///
  /// - Returns: the question, if it has to wait.
  func never(
    _ request: ControlRequest, _ respond: @escaping Respond
  ) throws(ControlError) -> JournalWaiter? {
    let timeout = try request.number("timeoutMilliseconds", 0...3_600_000) ?? 60_000
    let window = try window(request)
    let asked = try question(request)
    var question = try ControlAPI.attempt { () throws(CommandError) in
      try asked.within(window.from, window.until)
    }
    let isFromNow = request.body["from"].map(\.isNull) ?? true
    if isFromNow { question.behind = engine.lastRequest }
    func failed(_ question: JournalQuestion) -> ServiceResponse {
      // A journal that remembers nothing has not kept the request that was one too many.
      let count = max(1, journal.entries.count { question.matches($0) })
      return failure("expected none of \(question.text), found \(count)", count, question)
    }
    let passed = ServiceResponse(["passed": true, "count": 0])
    let judgement: ServiceResponse? =
      if journal.entries.contains(where: question.matches) {
        failed(question)
      } else if !isFromNow, mayHaveDropped(question) {
        inconclusive(0, question)
      } else {
        clock.now >= window.until ? passed : nil
      }
    if let judgement {
      respond(judgement)
      return nil
    }
    let waiter = JournalWaiter(
      question,
      requestCame: { _, question in
        respond(failed(question))
        return true
      },
      clockMoved: { [unowned self] in
        guard clock.now >= window.until else { return false }
        respond(passed)
        return true
      })
    add(waiter, timeout) { [unowned self] in
      let end = ISO8601.instant(milliseconds: window.until.milliseconds)
      respond(
        ServiceResponse(
          status: 408,
          .json([
            "passed": nil, "count": 0,
            "message": .string(
              "inconclusive: after \(timeout) ms of real time the clock is still in the window, "
                + "which ends at \(end)"),
            "clock": .object(clockJSON),
          ])))
    }
    waiter.serviceTicket = clock.schedule(at: window.until) { [unowned self] in clockMoved() }
    return waiter
  }

  private func window(
    _ request: ControlRequest
  ) throws(ControlError) -> (from: VirtualInstant, until: VirtualInstant) {
    let body = request.body
    let (from, given) = try ControlAPI.attempt { () throws(CommandError) in
      (try VirtualInstant(body["from"], "from"), try VirtualInstant(body["until"], "until"))
    }
    let start = from ?? clock.now
    let until: VirtualInstant
    switch (given, try request.span("within")) {
    case (let end?, nil): until = end
    case (nil, let span?): until = start + span
    default:
      throw .badRequest(
        "either \"until\" (an instant) or \"within\" (milliseconds, or a duration such as PT8H) "
          + "must be given")
    }
    guard until > start else {
      throw .badRequest(
        "the window is empty: it starts at \(ISO8601.instant(milliseconds: start.milliseconds)) "
          + "unless \"from\" says otherwise, and must end later")
    }
    return (start, until)
  }

  private func add(_ waiter: JournalWaiter, _ timeout: Int, _ ended: @escaping () -> Void) {
    waiters.append(waiter)
    waiter.ticket = wallClock.schedule(
      at: wallClock.now + VirtualDuration(milliseconds: timeout)
    ) { [unowned self] in
      remove(waiter)
      ended()
    }
  }

  /// Waits for the answer to a question no longer; no effect on one that has been answered.
  func remove(_ waiter: JournalWaiter) {
    waiters.removeAll { $0 === waiter }
    wallClock.cancel(waiter.ticket)
    clock.cancel(waiter.serviceTicket)
  }

  /// Tells those who wait of an entry that is new, or whose request has ended.
  func journalChanged(_ entry: JournalEntry) {
    guard !waiters.isEmpty else { return }
    for waiter in waiters
    where waiter.question.matches(entry)
      && waiter.requestCame(entry, waiter.question)
    {
      remove(waiter)
    }
  }

  /// Tells those who wait that the clock has been moved.
  func clockMoved() {
    for waiter in waiters where waiter.clockMoved() { remove(waiter) }
  }
}
