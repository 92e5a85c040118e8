internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// The checks that need a service: the adapter enrolls once, and checks in once; and it waits for a response.
extension AdapterCheck {
  /// What the service knows: one user, licensed and targeted by a policy.
  private static let world: JSONObject = [
    "tenants": ["contoso": ["enabled": true]],
    "users": [
      "ana": [
        "upn": "ana@contoso.com", "tenant": "contoso", "licensed": true, "objectId": "o-ana",
      ]
    ],
    "groups": ["staff": ["ana"]],
    "apps": ["check": ["bundleId": "com.contoso.check"]],
    "policies": [
      "baseline": ["assign": ["staff"], "apps": ["check"], "settings": ["pinRequired": true]]
    ],
  ]

  /// An adapter and the service to which its requests go.
  private struct Meeting {
    let probe: AdapterProbe
    let service: ServiceProcessLink
    let capabilities: [JSON]
  }

  @Sendable static func enrollment(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    try meeting(ground, "enrollment", enroll)
  }

  @Sendable static func held(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    try meeting(ground, "held", wait)
  }

  /// Makes a check at a service that runs.
  private static func meeting(
    _ ground: AdapterProbe.Ground, _ name: String,
    _ check: (Meeting) throws(CheckEnd) -> String
  ) throws(CheckEnd) -> String {
    guard let program = ground.options.serviceProgram else {
      throw .notApplicable("no mock service was given")
    }
    let service: ServiceProcessLink
    let hosts: JSON
    do throws(ParticipantFailure) {
      service = try ServiceProcessLink(
        program: program, stateFile: "\(ground.folder)/\(name).sqlite",
        watchdogMilliseconds: ground.options.watchdogMilliseconds)
      try service.start()
      service.setTime(.defaultEpoch)
      _ = try service.command(.seed(world))
      hosts = try service.command(.attach(.init(instance: "phone/check", refusesForeign: false)))
    } catch {
      throw .fail("\(error.code.rawValue): \(error.message)")
    }
    defer { service.kill() }
    let probe = try ground.start(name)
    defer { probe.kill() }
    let capabilities = try probe.hello().result["capabilities"]?.array ?? []
    try probe.launch(
      more: [
        "location": hosts["location"] ?? "", "authority": hosts["authority"] ?? "",
        "signedIn": ["ana@contoso.com"],
      ], afterHello: true)
    return try check(Meeting(probe: probe, service: service, capabilities: capabilities))
  }

  /// Has the response to an enrollment come five seconds later.
  private static func wait(_ meeting: Meeting) throws(CheckEnd) -> String {
    guard meeting.capabilities.contains(.string(Capability.held.rawValue)) else {
      throw .notApplicable("the adapter does not offer held")
    }
    let probe = meeting.probe
    let late = 5000
    try order(.fault(FaultOrder(.enroll, .delay(milliseconds: late))), meeting)
    _ = try records(of: meeting)
    probe.service = meeting.service
    let asked = try probe.accepted(
      "registerAndEnrollAccount",
      probe.call("registerAndEnrollAccount", ["identity": "ana@contoso.com"]))
    guard
      let record = try records(of: meeting).first(where: { $0.endpoint == Endpoint.enroll.rawValue }
      )
    else {
      throw .fail("the adapter replied before it had asked the service to enroll")
    }
    let name = record.client
    guard asked.open.contains(name) else {
      throw .fail(
        "the service held the response to \(name) back, as the message held said, but open of the reply does not name "
          + "it: a request that is left out there counts as given up")
    }
    guard enrollments(asked).isEmpty else {
      throw .fail("an enrollmentRequest event came before the response to \(name)")
    }
    probe.now = VirtualInstant(milliseconds: VirtualInstant.defaultEpoch.milliseconds + late)
    meeting.service.setTime(probe.now)
    try order(.release(request: record.number), meeting)
    let resumed = try probe.accepted("resume", probe.send("resume", ["request": .string(name)]))
    guard !resumed.open.contains(name) else {
      throw .fail("the reply to resume still has \(name) in open, though its response has come")
    }
    guard enrollments(resumed).contains(where: { $0["didSucceed"]?.bool == true }) else {
      throw .fail(
        "the response to \(name) came with resume, but no enrollmentRequest event reports success"
      )
    }
    return "a response that came \(late) ms later was waited for, and enrolled the user"
  }

  private static func order(_ command: ControlCommand, _ meeting: Meeting) throws(CheckEnd) {
    do throws(ParticipantFailure) {
      _ = try meeting.service.command(command)
    } catch {
      throw .fail("\(error.code.rawValue): \(error.message)")
    }
  }

  private static func enroll(_ meeting: Meeting) throws(CheckEnd) -> String {
    let probe = meeting.probe
    let reply = try registered(probe, "{\"identity\":\"ana@contoso.com\"}")
    let sent = try records(of: meeting)
    let asked = sent.map(\.endpoint)
    if let unnamed = sent.first(where: { $0.client.isEmpty }) {
      throw .fail(
        "the \(unnamed.endpoint) request has no client-request-id; every request must have one, which is unique in its process"
      )
    }
    guard sent.map(\.client).distinct.count == sent.count else {
      throw .fail(
        "two requests of a process have the same client-request-id; the service was asked for \(list(asked))"
      )
    }
    guard let event = enrollments(reply).first else {
      throw .fail(
        "no enrollmentRequest event came, though the service answers; it was asked for \(list(asked))"
      )
    }
    // No source says which code of success an enrollment has.
    guard let code = event["statusCode"]?.int, 100..<200 ~= code, event["didSucceed"]?.bool == true
    else {
      throw .fail(
        "the user is licensed and a policy targets her: a statusCode from 100 to 199 and didSucceed "
          + "true are expected, not \(event["statusCode"]?.text ?? "none") and "
          + "\(event["didSucceed"]?.text ?? "none"); the service was asked for \(list(asked))")
    }
    guard asked.contains("enroll"), asked.contains("checkin") else {
      throw .fail(
        "an enrollment needs enroll and checkin; the service was asked for \(list(asked))")
    }
    let (time, status) = try checkIn(of: meeting, after: reply.next)
    return "enrolled with \(code), checked in \(time - .defaultEpoch) later with \(status)"
  }

  /// Wakes the adapter at the times that it asks for until it checks in. It may have more to do, such as every hour.
  private static func checkIn(
    of meeting: Meeting, after first: VirtualInstant?
  ) throws(CheckEnd) -> (time: VirtualInstant, code: Int) {
    let probe = meeting.probe
    var next = first
    // One that asks for every minute comes to 480 in 8 hours.
    for _ in 0..<1000 {
      guard let time = next else {
        throw .fail("the reply has no next, though policy is due again after 8 hours")
      }
      probe.now = time
      meeting.service.setTime(time)
      let woken = try probe.accepted("wake", probe.send("wake"))
      if try requests(of: meeting).contains("checkin") {
        let policy = woken.events.first { $0.name == EventName.policyRequest.rawValue }
        guard let code = policy?.fields["statusCode"]?.int else {
          throw .fail(
            "the adapter checked in \(time - .defaultEpoch) after the enrollment, "
              + "but no policyRequest event came")
        }
        return (time, code)
      }
      next = woken.next
    }
    throw .fail("woken 1000 times after the enrollment, the adapter did not check in")
  }

  /// The operations that the adapter has asked of the service since the last call.
  private static func requests(of meeting: Meeting) throws(CheckEnd) -> [String] {
    try records(of: meeting).map(\.endpoint)
  }

  private static func records(of meeting: Meeting) throws(CheckEnd) -> [ServiceRecord] {
    try order(.idle, meeting)
    return meeting.service.takeRecords()
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
