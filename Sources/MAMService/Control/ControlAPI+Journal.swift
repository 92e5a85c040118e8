import JSONText
import VirtualTime

extension ControlAPI {
  /// The entries that fit the query, oldest first, and what has been dropped.
  func entries(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let after = try request.number("after", 0...Int.max) ?? 0
    let limit = try request.number("limit", 1...100_000) ?? 1000
    let fitting = try filtered(request).filter { $0.record.request > after }
    let shown = fitting.prefix(limit)
    return ServiceResponse([
      "entries": .array(shown.map { .object($0.json) }), "dropped": dropped,
      "next": fitting.count > limit ? .int(shown.last!.record.request) : .null,
    ])
  }

  /// The entries that fit the query as HTTP Archive 1.2.
  func archive(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let entries = try filtered(request).compactMap(\.archive)
    return ServiceResponse([
      "log": [
        "version": "1.2", "creator": ["name": "mamconform", "version": "1"],
        "entries": .array(entries),
        "comment": .string("\(journal.dropped.count) older requests were dropped"),
      ]
    ])
  }

  private func filtered(_ request: ControlRequest) throws(ControlError) -> [JournalEntry] {
    var match = request.query
    match["after"] = nil
    match["limit"] = nil
    for name in ["from", "until"] {
      // In a query everything is a text.
      if let number = match[name]?.string.flatMap({ Int($0) }) { match[name] = .int(number) }
    }
    let question = try ControlAPI.attempt { () throws(CommandError) in
      try JournalQuestion(json: .object(match))
    }
    return journal.entries.filter(question.matches)
  }

  private var dropped: JSON {
    let dropped = journal.dropped
    return [
      "count": .int(dropped.count),
      "from": dropped.from.map { JSON(instant: $0.milliseconds) } ?? .null,
      "until": dropped.until.map { JSON(instant: $0.milliseconds) } ?? .null,
    ]
  }

  private func question(_ request: ControlRequest) throws(ControlError) -> JournalQuestion {
    try ControlAPI.attempt { () throws(CommandError) in
      try JournalQuestion(json: request.body["match"] ?? .null)
    }
  }

  // MARK: Expectations over what has come

  /// Judges how many requests have come: 200 if the number is right, 409 if not.
  func expect(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("match", "exactly", "atLeast", "atMost")
    let question = try question(request)
    let exactly = try request.number("exactly", 0...Int.max)
    let most = try request.number("atMost", 0...Int.max)
    let least = try request.number("atLeast", 0...Int.max)
    let atMost = exactly ?? most
    let atLeast = exactly ?? least ?? (atMost == nil ? 1 : 0)
    let entries = journal.entries
    let count = entries.count { question.matches($0) }
    let isTooMany = atMost.map { count > $0 } ?? false
    if !isTooMany, journal.dropped.count > 0, count < atLeast || atMost != nil {
      return inconclusive(count)
    }
    guard isTooMany || count < atLeast else {
      return ServiceResponse(["passed": true, "count": .int(count)])
    }
    let wanted =
      exactly.map { "exactly \($0)" }
      ?? (isTooMany ? "at most \(atMost!)" : "at least \(atLeast)")
    return failure("expected \(wanted), \(count) came", count, question, entries)
  }

  private func failure(
    _ message: String, _ count: Int, _ question: JournalQuestion, _ entries: [JournalEntry]
  ) -> ServiceResponse {
    ServiceResponse(
      status: 409,
      .json([
        "passed": false, "count": .int(count), "message": .string(message),
        "matches": .array(
          entries.filter(question.matches).suffix(5).map { .object($0.json) }),
        "nearest": question.nearest(in: entries), "dropped": dropped,
      ]))
  }

  /// The answer when requests that could have decided are not in the journal any more.
  private func inconclusive(_ count: Int) -> ServiceResponse {
    ServiceResponse(
      status: 409,
      .json([
        "passed": nil, "count": .int(count),
        "message": .string(
          "inconclusive: \(journal.dropped.count) requests had to make room, and could have fitted"),
        "dropped": dropped,
      ]))
  }

  // MARK: Questions that wait

  /// Waits until so many requests have come that fit; those that came before count.
  func wait(_ request: ControlRequest, _ respond: @escaping Respond) throws(ControlError) {
    try request.allow("match", "count", "timeoutMilliseconds")
    let question = try question(request)
    let wanted = try request.number("count", 1...1_000_000) ?? 1
    let timeout = try request.number("timeoutMilliseconds", 0...3_600_000) ?? 10_000
    var found = journal.entries.filter(question.matches)
    func passed() -> ServiceResponse {
      ServiceResponse([
        "passed": true, "count": .int(found.count),
        "entries": .array(found.suffix(wanted).map { .object($0.json) }),
      ])
    }
    if found.count >= wanted { return respond(passed()) }
    add(
      JournalWaiter(
        question, respond,
        requestCame: { entry in
          found.append(entry)
          guard found.count >= wanted else { return false }
          respond(passed())
          return true
        }, clockMoved: { false }),
      timeout
    ) { [unowned self] in
      respond(
        failure(
          "waited \(timeout) ms of real time for \(wanted), \(found.count) came", found.count,
          question, journal.entries))
    }
  }

  /// Passes when the service's clock has left a window in which no request came that fits, and fails
  /// with the first that comes.
  func never(_ request: ControlRequest, _ respond: @escaping Respond) throws(ControlError) {
    try request.allow("match", "within", "from", "until", "timeoutMilliseconds")
    let question = try question(request)
    let timeout = try request.number("timeoutMilliseconds", 0...3_600_000) ?? 60_000
    let (from, until) = try window(request)
    func isMeant(_ entry: JournalEntry) -> Bool {
      entry.time >= from && entry.time < until && question.matches(entry)
    }
    func failed(_ count: Int) -> ServiceResponse {
      failure("expected none, \(count) came", count, question, journal.entries)
    }
    let early = journal.entries.count { isMeant($0) }
    if early > 0 { return respond(failed(early)) }
    if let latest = journal.dropped.until, latest >= from { return respond(inconclusive(0)) }
    let passed = ServiceResponse(["passed": true, "count": 0])
    if clock.now >= until { return respond(passed) }
    let waiter = JournalWaiter(
      question, respond,
      requestCame: { entry in
        guard isMeant(entry) else { return false }
        respond(failed(1))
        return true
      },
      clockMoved: { [unowned self] in
        guard clock.now >= until else { return false }
        respond(passed)
        return true
      })
    add(waiter, timeout) { [unowned self] in
      respond(
        ServiceResponse(
          status: 408,
          .json([
            "passed": nil, "count": 0,
            "message": .string(
              "inconclusive: after \(timeout) ms of real time the clock has not left the window, "
                + "which ends at \(ISO8601.instant(milliseconds: until.milliseconds))"),
            "clock": .object(clockJSON),
          ])))
    }
    waiter.serviceTicket = clock.schedule(at: until) { [unowned self] in clockMoved() }
  }

  private func window(
    _ request: ControlRequest
  ) throws(ControlError) -> (from: VirtualInstant, until: VirtualInstant) {
    let body = request.body
    let from = try ControlAPI.attempt { () throws(CommandError) in
      try VirtualInstant(body["from"], "from")
    }
    let until = try ControlAPI.attempt { () throws(CommandError) in
      try VirtualInstant(body["until"], "until")
    }
    let start = from ?? clock.now
    if let until { return (start, until) }
    let span: Int? =
      switch body["within"] {
      case .int(let milliseconds): milliseconds
      case .string(let text): ISO8601.durationMilliseconds(text)
      default: nil
      }
    guard let span, span > 0 else {
      throw .badRequest(
        "either \"until\" (an instant) or \"within\" (milliseconds, or a duration such as PT8H) "
          + "must be given")
    }
    return (start, start + VirtualDuration(milliseconds: span))
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

  private func remove(_ waiter: JournalWaiter) {
    waiters.removeAll { $0 === waiter }
    wallClock.cancel(waiter.ticket)
    clock.cancel(waiter.serviceTicket)
  }

  func requestCame(_ entry: JournalEntry) {
    guard !waiters.isEmpty else { return }
    for waiter in waiters where waiter.question.matches(entry) && waiter.requestCame(entry) {
      remove(waiter)
    }
  }

  func clockMoved() {
    for waiter in waiters where waiter.clockMoved() { remove(waiter) }
  }
}
