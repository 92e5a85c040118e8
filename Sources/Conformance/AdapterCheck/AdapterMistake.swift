internal import ExactText
internal import JSONText
internal import Participants
internal import StepProtocol
internal import Wording

/// A word or a value of an adapter that the step protocol does not know, and that would be blamed on its SDK.
///
/// `adapter check` fails because of it. A run goes on, since it has no bearing on what the case asks for, and notes it once in
/// each case.
struct AdapterMistake {
  /// Where it is: the same for every value that is wrong there.
  var place: String
  /// What was found, what the protocol has, and what was probably meant.
  var text: String

  /// Members of `capabilities` that are none of the protocol, in their order; of many the first.
  static func all(inCapabilities offered: [JSON]) -> [AdapterMistake] {
    // To look for the one that was meant takes time, and an adapter can name a hundred thousand.
    let strange = offered.lazy.filter { $0.string.flatMap(Capability.init) == nil }
    return strange.prefix(Coordinator.mostMistakes).map { element in
      unknown("capability", element, among: Capability.allCases.map(\.rawValue))
    }
  }

  /// What is wrong with an event: its name, or a member; nil if nothing is.
  ///
  /// The page of the step protocol says which members an event has, of which kind they are, and which it has to have. Members
  /// that are null count as absent. What the protocol does not know may be there, unless it is a known name misspelled.
  static func first(in event: StepEvent) -> AdapterMistake? {
    guard let name = EventName(rawValue: event.name) else {
      return unknown("event", .string(event.name), among: EventName.allCases.map(\.rawValue))
    }
    let known = name.members
    return wrongKind(in: event, known) ?? wrongCompletion(in: event) ?? missing(in: event, known)
      ?? misspelled(in: event, known)
  }

  /// What is wrong with the `seq` of the call that an event is about; nil if the process was told to make that call.
  static func inCall(of event: StepEvent, among calls: Set<Int>) -> AdapterMistake? {
    guard [.completion, .callReturned, .task].contains(EventName(rawValue: event.name)),
      let call = event.fields["call"]?.int, !calls.contains(call)
    else { return nil }
    return at("call", event, "is \(call), but no message with that seq was a call of this process")
  }

  /// What the result of hello has to have and does not; nil if nothing is missing.
  static func missing(inHello result: JSON) -> AdapterMistake? {
    let missing =
      result["adapter"]?.string == nil
      ? "string \"adapter\""
      : result["capabilities"]?.array == nil ? "array \"capabilities\"" : nil
    return missing.map {
      AdapterMistake(place: "hello", text: "the result of hello has no \($0), which is required")
    }
  }

  /// What is wrong with the name of a request; nil if nothing is.
  ///
  /// - Parameter isNew: true if no other request of the process has had the same.
  static func inName(of request: ServiceRecord, isNew: Bool) -> AdapterMistake? {
    let text =
      if request.client.isEmpty {
        "a request (\(request.endpoint)) has no client-request-id; every request must have one"
      } else if !isNew {
        "two requests of a process have the client-request-id \"\(request.client.prefix(80))\"; each must have its own"
      } else {
        nil as String?
      }
    return text.map { AdapterMistake(place: "client-request-id", text: $0) }
  }

  /// An error in reply to the `stop` that closes an app at the end of its case.
  static func inLastStop(_ failure: StepFailure) -> AdapterMistake {
    AdapterMistake(
      place: "stop",
      text: "stop at the end of the case was answered with the error \(failure.code.word) "
        + "(\(failure.message.prefix(80))); its process is not used again")
  }

  /// What is wrong with a reply whatever its operation is about; nil if nothing is.
  static func inReply(_ reply: StepReply, to operation: StepOperation) -> AdapterMistake? {
    if operation == .hello, !reply.events.isEmpty || reply.next != nil {
      return AdapterMistake(
        place: "reply to hello",
        text: "the reply to hello has \(reply.events.isEmpty ? "\"next\"" : "events"), "
          + "but no app runs yet")
    }
    guard !reply.hasReturned, operation != .call else { return nil }
    return AdapterMistake(
      place: "returned \(operation.rawValue)",
      text: "the reply to \(operation.rawValue) says \"returned\": false, "
        + "but only a call can block")
  }

  /// What is wrong with what a call of the app has returned: its kind, or that of a member; nil if nothing is.
  static func inResult(of api: APIName, _ value: JSON) -> AdapterMistake? {
    if let mistake = inResult(api.result, "call of \(api.rawValue)", value) { return mistake }
    for (name, kind) in api.resultMembers {
      guard let member = value[name], !member.isNull, !kind.isRight(member) else { continue }
      return AdapterMistake(
        place: "result \(api.rawValue) \(name)",
        text:
          "the member \"\(name)\" of the result of \(api.rawValue) must be \(words(for: kind)), not "
          + member.text.prefix(80))
    }
    return nil
  }

  /// The same of what an operation on a file has returned.
  static func inResult(of operation: FileOperation, _ value: JSON) -> AdapterMistake? {
    inResult(operation.result, "file operation \(operation.rawValue)", value)
  }

  private static func inResult(
    _ rule: APIName.Result?, _ what: String, _ value: JSON
  ) -> AdapterMistake? {
    guard let rule, !rule.kind.isRight(value), !(value.isNull && rule.mayBeNull) else { return nil }
    return AdapterMistake(
      place: "result of a \(what)",
      text:
        "the result of the \(what) must be \(words(for: rule.kind))\(rule.mayBeNull ? " or null" : ""), not "
        + value.text.prefix(80))
  }

  /// What is wrong with `sent` of the events of one activation: after how many requests each comes; nil if all can be so.
  ///
  /// - Parameter requests: how many requests of the activation reached the service.
  static func inCounts(of events: [StepEvent], requests: Int) -> AdapterMistake? {
    var before = 0
    for event in events {
      guard let sent = event.fields[EventMember.sent.name]?.int, sent >= 0 else { continue }
      if sent > requests {
        return ofCount(sent, "the service got \(requests) in this activation")
      }
      if sent < before {
        return ofCount(sent, "\(before) in an event before it, and the number cannot fall")
      }
      before = sent
    }
    return nil
  }

  private static func ofCount(_ sent: Int, _ text: String) -> AdapterMistake {
    AdapterMistake(
      place: "sent", text: "the member \"sent\" of an event says \(sent) requests, but \(text)")
  }

  /// What is wrong with capabilities that differ from those of the first process of a case; nil if nothing does.
  static func inChange(of first: JSON?, to offered: JSON) -> AdapterMistake? {
    func words(_ list: JSON?) -> [String] { (list?.array ?? []).compactMap(\.string) }
    let (before, now) = (words(first), words(offered))
    // An adapter can name a hundred thousand.
    let (known, kept) = (before.distinct, now.distinct)
    let lost = before.first { !kept.contains($0) }
    guard let changed = lost ?? now.first(where: { !known.contains($0) }) else { return nil }
    return AdapterMistake(
      place: "capabilities",
      text:
        "hello \(lost == nil ? "offers" : "does not offer") \(changed) here, other than in an earlier process of "
        + "the case: what an adapter offers must be the same in all of them")
  }

  // MARK: Members

  private static func wrongKind(
    in event: StepEvent, _ known: [EventMember]
  ) -> AdapterMistake? {
    for member in event.fields.members where !member.value.isNull {
      let isSent = member.name == EventMember.sent.name
      guard let rule = isSent ? .sent : known.first(where: { $0.name == member.name }),
        !rule.kind.isRight(member.value)
      else { continue }
      return at(
        member.name, event,
        "must be \(words(for: rule.kind)), not \(member.value.text.prefix(80))"
          + suggestion(for: member.value, rule.kind))
    }
    return nil
  }

  /// The `result` of a `completion` depends on the API that the handler was given to.
  private static func wrongCompletion(in event: StepEvent) -> AdapterMistake? {
    guard event.name == EventName.completion.rawValue, let result = event.fields["result"],
      !result.isNull, let api = event.fields["api"]?.string.flatMap(APIName.init)
    else { return nil }
    switch api {
    case .setUIPolicyIdentity where !(0...3).contains(result.int ?? -1):
      return at("result", event, "must be an integer from 0 to 3, not \(result.text.prefix(80))")
    case .sendDiagnosticInformation where result.bool == nil:
      return at("result", event, "must be a boolean, not \(result.text.prefix(80))")
    default: return nil
    }
  }

  private static func missing(in event: StepEvent, _ known: [EventMember]) -> AdapterMistake? {
    func isAbsent(_ member: EventMember) -> Bool { event.fields[member.name]?.isNull ?? true }
    guard let member = known.first(where: { $0.isRequired && isAbsent($0) }) else { return nil }
    let others = event.fields.members.map(\.name).filter { other in
      !known.contains { $0.name == other }
    }
    let near = Spelling.nearest(to: member.name, among: others)
    return at(member.name, event, "is missing" + (near.map { "; it has \"\($0)\"" } ?? ""))
  }

  private static func misspelled(
    in event: StepEvent, _ known: [EventMember]
  ) -> AdapterMistake? {
    // Once, because an event can have a hundred thousand members; most have none that is unknown.
    lazy var absent = (known + [.sent]).map(\.name).filter { event.fields[$0] == nil }
    for member in event.fields.members
    where member.name != EventMember.sent.name && !known.contains(where: { $0.name == member.name })
    {
      guard let near = Spelling.nearest(to: member.name, among: absent) else { continue }
      return at(member.name, event, "is none of the protocol; did you mean '\(near)'?")
    }
    return nil
  }

  private static func at(_ member: String, _ event: StepEvent, _ text: String) -> AdapterMistake {
    AdapterMistake(
      place: "event \(event.name) \(member.prefix(80))",
      text: "the member \"\(member.prefix(80))\" of the event \(event.name) \(text)")
  }

  private static func words(for kind: ValueKind) -> String {
    switch kind {
    case .integer: "an integer"
    case .count: "a non-negative integer"
    case .number: "a number"
    case .boolean: "a boolean"
    case .string: "a string"
    case .strings: "an array of strings"
    case .array: "an array"
    case .object: "an object"
    case .api: "the name of an API"
    case .word(let words):
      words.count > Spelling.longestList
        ? "a word of the protocol" : "one of \(words.joined(separator: ", "))"
    case .any: "anything"
    }
  }

  private static func suggestion(for value: JSON, _ kind: ValueKind) -> String {
    let known: [String] =
      switch kind {
      case .api: APIName.allCases.map(\.rawValue)
      case .word(let words): words
      default: []
      }
    guard let word = value.string, let near = Spelling.nearest(to: word, among: known)
    else { return "" }
    return "; did you mean '\(near)'?"
  }

  // MARK: Words

  /// A word that the protocol does not have, with the one that was probably meant or else all that it has.
  private static func unknown(
    _ kind: String, _ value: JSON, among known: [String]
  ) -> AdapterMistake {
    let text = value.text
    let word = text.count > 80 ? "\(text.prefix(80))…" : text
    let near = value.string.flatMap { Spelling.nearest(to: $0, among: known) }
    let help = near.map { "did you mean '\($0)'?" } ?? "it has \(known.joined(separator: ", "))"
    return AdapterMistake(
      place: "\(kind) \(word)", text: "the protocol has no \(kind) \(word); \(help)")
  }
}
