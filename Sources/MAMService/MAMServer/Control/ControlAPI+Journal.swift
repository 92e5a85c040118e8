internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMGraph
import MAMWire
import VirtualTime

extension ControlAPI {
  /// The entries that fit the query, oldest first, and what has been dropped.
  func entries(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let after = try request.number("after", 0...Int.max) ?? 0
    let limit = try request.number("limit", 1...100_000) ?? 1000
    let fitting = try filtered(request).filter { $0.record.request > after }
    let shown = fitting.prefix(limit)
    let redaction = redaction
    return ServiceResponse([
      "entries": .array(shown.map { $0.json(redaction) }),
      "dropped": ControlAPI.json(journal.dropped),
      "next": fitting.count > limit ? .int(shown.last!.record.request) : .null,
    ])
  }

  /// The entries that fit the query as HTTP Archive 1.2.
  func archive(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let redaction = redaction
    let entries = try filtered(request).compactMap { $0.archive(redaction) }
    return ServiceResponse([
      "log": [
        "version": "1.2", "creator": ["name": "mamconform", "version": "1"],
        "entries": .array(entries),
        "comment": .string("\(journal.dropped.count) older requests were dropped"),
      ]
    ])
  }

  /// Forgets the entries that fit the query: without one everything, also what was dropped.
  func forgetEntries(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    if request.query.isEmpty {
      journal.removeAll()
    } else {
      let question = try question(inQueryOf: request)
      journal.removeAll(where: question.matches)
    }
    return ServiceResponse(status: 204, .none)
  }

  private func filtered(_ request: ControlRequest) throws(ControlError) -> [JournalEntry] {
    let question = try question(inQueryOf: request)
    return journal.entries.filter(question.matches)
  }

  private func question(
    inQueryOf request: ControlRequest
  ) throws(ControlError) -> JournalQuestion {
    var match = request.query
    match["after"] = nil
    match["limit"] = nil
    for name in ["from", "until"] {
      // In a query everything is a string.
      if let number = match[name]?.string.flatMap({ Int($0) }) { match[name] = .int(number) }
    }
    return try ControlAPI.attempt { () throws(CommandError) in
      try JournalQuestion(json: .object(match), engine.core)
    }
  }

  private static func json(_ dropped: Journal.Dropped) -> JSON {
    [
      "count": .int(dropped.count),
      "from": dropped.from.map { JSON(instant: $0.milliseconds) } ?? .null,
      "until": dropped.until.map { JSON(instant: $0.milliseconds) } ?? .null,
    ]
  }

  // MARK: Expectations

  /// Judges how many requests have come: 200 if the number is right, 409 if not.
  func expect(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let question = try question(request)
    let exactly = try request.number("exactly", 0...Int.max)
    let most = try request.number("atMost", 0...Int.max)
    let least = try request.number("atLeast", 0...Int.max)
    guard exactly == nil || (most == nil && least == nil) else {
      throw .badRequest("\"exactly\" cannot be combined with \"atLeast\" or \"atMost\"")
    }
    if let least, let most, least > most {
      throw .badRequest(
        "\"atLeast\" is greater than \"atMost\": no number of requests can satisfy both")
    }
    let atMost = exactly ?? most
    let atLeast = exactly ?? least ?? (atMost == nil ? 1 : 0)
    let entries = journal.entries
    let count = entries.count { question.matches($0) }
    let isTooMany = atMost.map { count > $0 } ?? false
    if !isTooMany, mayHaveDropped(question), count < atLeast || atMost != nil {
      return inconclusive(count, question)
    }
    guard isTooMany || count < atLeast else {
      return ServiceResponse(["passed": true, "count": .int(count)])
    }
    let wanted =
      exactly.map { "exactly \($0)" }
      ?? (isTooMany ? "at most \(atMost!)" : "at least \(atLeast)")
    return failure("expected \(wanted) of \(question.text), found \(count)", count, question)
  }

  /// The question of a body, with the window that stands beside it.
  func question(_ request: ControlRequest) throws(ControlError) -> JournalQuestion {
    try ControlAPI.attempt { () throws(CommandError) in
      try JournalQuestion(json: request.body["match"] ?? .null, engine.core).within(
        try VirtualInstant(request.body["from"], "from"),
        try VirtualInstant(request.body["until"], "until"))
    }
  }

  /// True if requests that the question means may have had to make room.
  func mayHaveDropped(_ question: JournalQuestion) -> Bool {
    dropped(of: question).reaches(from: question.from, until: question.until)
  }

  /// What had to make room and can concern a question.
  private func dropped(of question: JournalQuestion) -> Journal.Dropped {
    question.tenant.map(journal.dropped(of:)) ?? journal.dropped
  }

  /// The answer to an expectation that is not met, with the requests that come nearest to it.
  func failure(
    _ message: String, _ count: Int, _ question: JournalQuestion, status: Int = 409
  ) -> ServiceResponse {
    let entries = journal.entries
    let redaction = redaction
    let nearest = question.nearest(in: entries)
    let matches = entries.filter(question.matches).suffix(5)
    let hint = count == 0 ? nearest.first.map { "; nearest: \($0.text(redaction))" } : nil
    return ServiceResponse(
      status: status,
      .json([
        "passed": false, "count": .int(count), "message": .string(message + (hint ?? "")),
        "matches": .array(matches.map { $0.json(redaction, isWhole: false) }),
        "nearest": .array(nearest.map { $0.json(redaction) }),
        "dropped": ControlAPI.json(journal.dropped),
      ]))
  }

  /// The answer when requests that could have decided are not in the journal any more.
  func inconclusive(
    _ count: Int, _ question: JournalQuestion, status: Int = 409
  ) -> ServiceResponse {
    let dropped = dropped(of: question)
    let window = [dropped.from, dropped.until].compactMap(\.self)
      .map { ISO8601.instant(milliseconds: $0.milliseconds) }.joined(separator: " to ")
    return ServiceResponse(
      status: status,
      .json([
        "passed": nil, "count": .int(count),
        "message": .string(
          "inconclusive: \(dropped.count) requests of \(window) have been dropped from the journal, "
            + "and some of them may have matched; start the service with more --journal-entries"),
        "dropped": ControlAPI.json(dropped),
      ]))
  }
}
