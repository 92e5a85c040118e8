internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMWire
import VirtualTime

/// Questions about single requests and about their order.
extension ControlAPI {
  /// The entry of a number.
  func entry(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    guard let number = Int(request.names[0]), number > 0 else {
      throw .notFound("give the number of a request, such as journal/12")
    }
    guard let entry = journal.entry(number) else {
      throw .notFound(
        number <= engine.lastRequest
          ? "request \(number) is no longer in the journal, or was never recorded; see "
            + "--journal-entries"
          : "there is no request \(number) yet; the latest is \(engine.lastRequest)")
    }
    return ServiceResponse(entry.json(redaction))
  }

  /// The most requests that one question can put in order.
  private static let mostInOrder = 100

  /// Judges whether requests have come in an order: others may have come between them.
  ///
  /// Each part of the question takes the first request behind the one before it, which finds the order
  /// whenever there is one.
  func order(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    guard let matches = request.body["matches"]?.array, 1...ControlAPI.mostInOrder ~= matches.count
    else {
      throw .badRequest(
        "\"matches\" must be a list of 1 to \(ControlAPI.mostInOrder) matches, in the order of the "
          + "requests")
    }
    var questions: [JournalQuestion] = []
    for match in matches {
      questions.append(
        try ControlAPI.attempt { () throws(CommandError) in
          try JournalQuestion(json: match, engine.core).within(
            try VirtualInstant(request.body["from"], "from"),
            try VirtualInstant(request.body["until"], "until"))
        })
    }
    let entries = journal.entries
    var (found, place) = ([JournalEntry](), 0)
    for question in questions {
      guard let next = entries[place...].firstIndex(where: question.matches) else { break }
      found.append(entries[next])
      place = next + 1
    }
    if found.count == questions.count {
      return ServiceResponse([
        "passed": true, "count": .int(found.count), "requests": ControlAPI.numbers(found),
      ])
    }
    if questions.contains(where: mayHaveDropped) {
      return inconclusive(found.count, questions[found.count])
    }
    return outOfOrder(
      questions[found.count], found, Array(entries[place...]), entries.prefix(place))
  }

  private static func numbers(_ entries: [JournalEntry]) -> JSON {
    .array(entries.map { .int($0.record.request) })
  }

  /// The answer if a request has not come behind those that were found.
  private func outOfOrder(
    _ missing: JournalQuestion, _ found: [JournalEntry], _ later: [JournalEntry],
    _ before: ArraySlice<JournalEntry>
  ) -> ServiceResponse {
    let redaction = redaction
    let early = before.filter { entry in
      missing.matches(entry) && !found.contains { $0 === entry }
    }.suffix(5)
    let nearest = missing.nearest(in: later)
    let behind = found.last.map { "after request \($0.record.request)" } ?? "at all"
    var message = "number \(found.count + 1) of the order, \(missing.text), has not come \(behind)"
    if let first = early.last {
      message += "; request \(first.record.request) matches, but came too early"
    } else if let near = nearest.first {
      message += "; nearest: \(near.text(redaction))"
    }
    return ServiceResponse(
      status: 409,
      .json([
        "passed": false, "count": .int(found.count), "message": .string(message),
        "requests": ControlAPI.numbers(found), "missing": .int(found.count),
        "early": .array(early.map { $0.json(redaction, isWhole: false) }),
        "nearest": .array(nearest.map { $0.json(redaction) }),
      ]))
  }
}
