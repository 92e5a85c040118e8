internal import ExactText
internal import JSONText
internal import StepProtocol
internal import VirtualTime

extension AdapterCheck {
  /// Every check, in the order in which an author of an adapter meets the protocol.
  static let checks: [Check] = [
    Check(name: "hello", body: hello),
    Check(name: "sequence", needs: ["hello"], body: sequence),
    Check(name: "unknown-operation", needs: ["hello"], body: unknownOperation),
    Check(name: "launch", needs: ["hello"], body: launch),
    Check(name: "unknown-member", needs: ["launch"], body: unknownMember),
    Check(name: "unknown-api", needs: ["launch"], body: unknownAPI),
    Check(name: "large-message", needs: ["launch"], body: largeMessage),
    Check(name: "first-enrollment", needs: ["launch"], body: firstEnrollment),
    Check(name: "identity-text", needs: ["launch"], body: identityText),
    Check(name: "next", needs: ["launch"], body: next),
    Check(name: "repeatable", needs: ["launch"], body: repeatable),
    Check(name: "idle", needs: ["launch"], body: idle),
    Check(name: "enrollment", needs: ["launch"], body: enrollment),
    Check(name: "held", needs: ["enrollment"], body: held),
    Check(name: "not-offered", needs: ["launch"], body: notOffered),
    Check(name: "stop", needs: ["hello"], body: stop),
    Check(name: "end-of-input", needs: ["hello"], body: endOfInput),
  ]

  // MARK: - The shape of the protocol

  @Sendable private static func hello(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let result = try ground.start("hello").hello().result
    guard let version = result["protocol"]?.int else {
      throw .fail("the result of hello has no integer \"protocol\"")
    }
    guard version == stepProtocolVersion else {
      throw .fail(
        "the adapter speaks protocol \(version); this program speaks \(stepProtocolVersion)")
    }
    guard let name = result["adapter"]?.string, !name.isEmpty else {
      throw .fail("the result of hello has no string \"adapter\"")
    }
    guard let offered = result["capabilities"]?.array else {
      throw .fail("the result of hello has no array \"capabilities\"; it may be empty")
    }
    if let wrong = AdapterMistake.all(inCapabilities: offered).first { throw .fail(wrong.text) }
    let list = offered.compactMap(\.string).joined(separator: ", ")
    return "\(name) speaks protocol \(version); capabilities: \(list.isEmpty ? "none" : list)"
  }

  @Sendable private static func sequence(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let probe = try ground.start("sequence")
    try probe.hello()
    for _ in 0..<50 { _ = try probe.send("conformanceProbe") }
    return "51 messages, 51 replies, each with the seq of its message"
  }

  @Sendable private static func unknownOperation(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let probe = try ground.start("unknown-operation")
    try probe.hello()
    return try unsupported("the unknown operation", probe.send("conformanceProbe"))
  }

  @Sendable private static func launch(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    try started(ground.start("launch").launch())
    return "the app starts"
  }

  @Sendable private static func unknownMember(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let extra = ",\"futureMember\":{\"deep\":[1,null]}"
    let probe = try ground.start("unknown-member")
    try started(probe.launch(extra: extra, more: ["futureArgument": ["deep": [1, nil]]]))
    return "members that the protocol does not know are ignored"
  }

  @Sendable private static func unknownAPI(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let probe = try ground.start("unknown-api")
    try probe.launch()
    return try unsupported("the unknown API", probe.call("conformanceProbe"))
  }

  @Sendable private static func largeMessage(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let probe = try ground.start("large-message")
    try probe.launch()
    let frame = "{\"api\":\"conformanceProbe\",\"value\":\"\"}"
    let room = LineBuffer.maximumLineLength - probe.lineLength("call") - frame.utf8.count
    let text = String(repeating: "x", count: room)
    _ = try unsupported(
      "a call of \(LineBuffer.maximumLineLength) bytes",
      probe.send("call", argumentText: "\(frame.dropLast(2))\(text)\"}"))
    return "a line of \(LineBuffer.maximumLineLength) bytes is read"
  }

  // MARK: - The app and its SDK

  @Sendable private static func firstEnrollment(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let probe = try ground.start("first-enrollment")
    try probe.launch()
    var reply = try registered(probe, "{\"identity\":\"ana@contoso.com\"}")
    var events = enrollments(reply)
    // An SDK may try again within the same request before it reports, each time a little later.
    var wakes = 0
    while events.isEmpty, let next = reply.next, wakes < 20,
      next - .defaultEpoch < .hours(24)
    {
      wakes += 1
      probe.now = max(probe.now, next)
      reply = try probe.accepted("wake", probe.send("wake"))
      events += enrollments(reply)
    }
    guard let event = events.first else {
      throw .fail(
        "no enrollmentRequest event came, though the location service refuses connections; "
          + "the adapter must not reply before the request has failed")
    }
    guard events.count == 1 else {
      throw .fail("\(events.count) enrollmentRequest events came for one request")
    }
    guard event["identity"]?.string?.isSameIgnoringCase(as: "ana@contoso.com") == true else {
      throw .fail("the enrollmentRequest event names \(event["identity"]?.text ?? "no identity")")
    }
    // Nobody is signed in: an SDK that gets its token before the location finds none.
    guard let code = event["statusCode"]?.int, code == 204 || code == 203,
      event["didSucceed"]?.bool == false
    else {
      throw .fail(
        "the location service refuses connections, and nobody is signed in: statusCode 204 or 203 and didSucceed false "
          + "are expected, not \(event["statusCode"]?.text ?? "none") and \(event["didSucceed"]?.text ?? "none")"
      )
    }
    return code == 204
      ? "one enrollmentRequest with 204 for an unreachable location service"
      : "one enrollmentRequest with 203, because nobody is signed in"
  }

  @Sendable private static func identityText(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let identity = "zo\u{EB}.\"q\"\\/\u{65E5}\u{1F600}@contoso.com"
    let escaped = #"{"identity":"zo\u00eb.\"q\"\\\/\u65e5\ud83d\ude00@contoso.com"}"#
    let probe = try ground.start("identity-text")
    try probe.launch()
    let reply = try registered(probe, escaped)
    let seen = enrollments(reply).compactMap { $0["identity"]?.string }
    for text in seen where !text.isSameIgnoringCase(as: identity) {
      throw .fail(
        "an event names \(JSON.string(text).text) instead of \(JSON.string(identity).text)")
    }
    let query = try probe.call("registeredAccounts")
    if query.failure?.code == .unsupported {
      guard !seen.isEmpty else {
        throw .notApplicable("registeredAccounts is not offered, and no event has come")
      }
      return "an identity with quotes, escapes and Unicode comes back in an event"
    }
    let accounts = try probe.accepted("registeredAccounts", query).result
    let listed = accounts.array ?? []
    guard listed.count == 1, listed[0].string?.isSameIgnoringCase(as: identity) == true else {
      throw .fail(
        "registeredAccounts returns \(accounts.text) instead of [\(JSON.string(identity).text)]")
    }
    return "an identity with quotes, escapes and Unicode comes back as it was"
  }

  @Sendable private static func next(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let probe = try ground.start("next")
    var reply = try probe.launch()
    try check(reply.next, at: probe.now)
    reply = try registered(probe, "{\"identity\":\"ana@contoso.com\"}")
    try check(reply.next, at: probe.now)
    var seen = 0
    while let next = reply.next, seen < 3 {
      seen += 1
      probe.now = next
      reply = try probe.accepted("wake", probe.send("wake"))
      try check(reply.next, at: probe.now)
    }
    return seen == 0
      ? "the adapter never asks to be woken" : "\(seen) wake-ups, none asked for in the past"
  }

  @Sendable private static func repeatable(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    var runs: [[StepReply]] = []
    for name in ["repeatable-1", "repeatable-2"] {
      let probe = try ground.start(name)
      var replies = [try probe.launch()]
      for user in ["ana", "ben", "cem", "dana"] {
        replies.append(try registered(probe, "{\"identity\":\"\(user)@contoso.com\"}"))
      }
      if let next = replies.last?.next {
        probe.now = next
        replies.append(try probe.send("wake"))
      }
      replies.append(try probe.call("registeredAccounts"))
      runs.append(replies)
    }
    guard runs[0].count == runs[1].count else {
      throw .fail(
        "the same messages gave \(runs[0].count) replies in one process and \(runs[1].count) in a second"
      )
    }
    for (first, second) in zip(runs[0], runs[1]) where first != second {
      throw .fail(
        "the same messages gave another reply in a second process: \(line(first)) and then \(line(second))"
      )
    }
    return "two processes give the same replies to the same messages"
  }

  @Sendable private static func idle(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let probe = try ground.start("idle", port: AdapterProbe.port())
    try probe.launch()
    _ = try registered(probe, "{\"identity\":\"ana@contoso.com\"}")
    if let deed = try probe.unaskedDeed() {
      throw .fail(
        "the adapter \(deed) within \(ground.options.idleMilliseconds) ms after its reply; "
          + "it must do nothing until the next message")
    }
    return
      "nothing was written or requested for \(ground.options.idleMilliseconds) ms after a reply"
  }

  // MARK: - The end

  @Sendable private static func stop(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let probe = try ground.start("stop")
    try probe.hello()
    try probe.stop()
    return "stop is answered, and the process exits with status 0"
  }

  @Sendable private static func endOfInput(_ ground: AdapterProbe.Ground) throws(CheckEnd)
    -> String
  {
    let probe = try ground.start("end-of-input")
    try probe.hello()
    guard probe.exitsAtEndOfInput() else {
      throw .fail("the adapter is still running two seconds after the end of its input")
    }
    return "the process exits when its input ends"
  }

  // MARK: - Common parts

  static func unsupported(_ what: String, _ reply: StepReply) throws(CheckEnd) -> String {
    guard let failure = reply.failure else {
      throw .fail("\(what) was answered without an error; the code \"unsupported\" is expected")
    }
    guard failure.code == .unsupported else {
      throw .fail(
        "\(what) was answered with the error \(failure.code.word); \"unsupported\" is expected")
    }
    return "\(what) is answered with \"unsupported\""
  }

  private static func started(_ reply: StepReply) throws(CheckEnd) {
    guard reply.events.contains(where: { $0.name == EventName.appStarted.rawValue }) else {
      throw .fail("the reply to launch has no event appStarted, though no policy is required")
    }
  }

  static func registered(_ probe: AdapterProbe, _ identity: String) throws(CheckEnd)
    -> StepReply
  {
    let reply = try probe.accepted(
      "registerAndEnrollAccount",
      probe.send(
        "call", argumentText: "{\"api\":\"registerAndEnrollAccount\",\(identity.dropFirst())"))
    guard reply.hasReturned else { throw .fail("registerAndEnrollAccount blocks; it must return") }
    guard reply.open.isEmpty else {
      throw .fail(
        "the reply says that \(reply.open.joined(separator: ", ")) is open, but nothing was held back"
      )
    }
    return reply
  }

  static func enrollments(_ reply: StepReply) -> [JSONObject] {
    reply.events.filter { $0.name == EventName.enrollmentRequest.rawValue }.map(\.fields)
  }

  private static func check(_ next: VirtualInstant?, at now: VirtualInstant) throws(CheckEnd) {
    guard let next else { return }
    guard next >= now else {
      throw .fail("next is \((now - next)) before now: the adapter asks to be woken in the past")
    }
    guard next - now <= .days(400) else {
      throw .fail(
        "next is \((next - now)) after now: does the adapter read the machine's clock?")
    }
  }

  private static func line(_ reply: StepReply) -> String {
    var bytes: [UInt8] = []
    reply.writeLine(to: &bytes)
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    return text.count > 300 ? "\(text.prefix(300))…" : text
  }
}
