internal import Conformance
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The values of columns that hold JSON as text.
enum StoredJSON {
  static func problem(_ problem: Problem) -> JSON {
    [
      "code": .string(problem.code), "participant": .string(problem.participant),
      "message": .string(problem.message), "lastMessage": .string(problem.lastMessage),
    ]
  }

  static func problem(_ value: JSON) -> Problem? {
    guard let code = value["code"]?.string else { return nil }
    return Problem(
      code: code, participant: value["participant"]?.string ?? "",
      message: value["message"]?.string ?? "", lastMessage: value["lastMessage"]?.string ?? "")
  }

  static func ending(_ ending: CaseEnding) -> JSON {
    switch ending {
    case .problem(let problem): ["problem": StoredJSON.problem(problem)]
    case .missing(let capability): ["missing": .string(capability)]
    }
  }

  static func ending(_ value: JSON) -> CaseEnding? {
    if let capability = value["missing"]?.string { return .missing(capability) }
    return value["problem"].flatMap(problem).map(CaseEnding.problem)
  }

  /// The steps that were reached and skipped: `{"reached":[[step,from,to,time,lateness,result?],...],"skipped":[...]}`, with times in
  /// milliseconds since the start of the case.
  static func windows(_ history: History) -> JSON {
    let reached = history.reached.map { reached -> JSON in
      var list: [JSON] = [
        .int(reached.step), .int(reached.window.lowerBound), .int(reached.window.upperBound),
        .int((reached.time - history.epoch).milliseconds), .int(reached.lateness.milliseconds),
      ]
      if let result = reached.result { list.append(result) }
      return .array(list)
    }
    return ["reached": .array(reached), "skipped": .array(history.skipped.map(JSON.int))]
  }

  /// Gives a history its windows; false if they are not those of its records.
  static func read(_ value: JSON, into history: inout History) -> Bool {
    guard let entries = value["reached"]?.array else { return false }
    var reached: [History.Reached] = []
    for entry in entries {
      guard let list = entry.array, list.count >= 5,
        case let numbers = list[..<5].compactMap(\.int), numbers.count == 5,
        numbers[0] >= 0, numbers[1] >= 0, numbers[1] <= numbers[2],
        numbers[2] <= history.records.count
      else { return false }
      reached.append(
        History.Reached(
          step: numbers[0], window: numbers[1]..<numbers[2],
          time: history.epoch + VirtualDuration(milliseconds: numbers[3]),
          // "nil" alone would be the JSON value null.
          result: list.count > 5 ? list[5] : Optional.none,
          lateness: VirtualDuration(milliseconds: numbers[4])))
    }
    history.reached = reached
    history.skipped = (value["skipped"]?.array ?? []).compactMap(\.int)
    return true
  }

  static func difference(_ difference: Difference, epoch: VirtualInstant) -> JSON {
    var object: JSONObject = [
      "kind": .string(difference.kind.rawValue), "subject": .string(difference.subject),
      "members": .array(difference.members.map(JSON.string)),
      "virtualMilliseconds": .int((difference.time - epoch).milliseconds),
      "text": .string(difference.text),
    ]
    if let shift = difference.shift { object["shiftMilliseconds"] = .int(shift.milliseconds) }
    return .object(object)
  }

  static func difference(_ value: JSON, epoch: VirtualInstant) -> Difference? {
    guard let kind = value["kind"]?.string.flatMap(Difference.Kind.init) else { return nil }
    return Difference(
      kind, value["subject"]?.string ?? "",
      members: (value["members"]?.array ?? []).compactMap(\.string),
      shift: value["shiftMilliseconds"]?.int.map(VirtualDuration.init(milliseconds:)),
      time: epoch + VirtualDuration(milliseconds: value["virtualMilliseconds"]?.int ?? 0),
      text: value["text"]?.string ?? "")
  }
}
