internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// The check that needs a service: the adapter enrolls once, and checks in once.
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

    /// The operations that the adapter has asked of the service since the last call.
    func requests() throws(ParticipantFailure) -> [String] {
      _ = try service.command(.idle)
      return service.takeRecords().map(\.endpoint)
    }
  }

  @Sendable static func enrollment(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    guard let program = ground.options.serviceProgram else {
      throw .notApplicable("no mock service was given")
    }
    do throws(ParticipantFailure) {
      let service = try ServiceProcessLink(
        program: program, stateFile: "\(ground.folder)/service.sqlite",
        watchdogMilliseconds: ground.options.watchdogMilliseconds)
      defer { service.kill() }
      try service.start()
      service.setTime(.defaultEpoch)
      _ = try service.command(.seed(world))
      let hosts = try service.command(
        .attach(.init(instance: "phone/check", refusesForeign: false)))
      return try enroll(ground, service, hosts)
    } catch {
      throw .fail("\(error.code.rawValue): \(error.message)")
    }
  }

  /// Makes the check at a service that runs; a failure of the check is told as one of the adapter.
  private static func enroll(
    _ ground: AdapterProbe.Ground, _ service: ServiceProcessLink, _ hosts: JSON
  ) throws(ParticipantFailure) -> String {
    do throws(CheckEnd) {
      let probe = try ground.start("enrollment")
      defer { probe.kill() }
      try probe.launch(more: [
        "location": hosts["location"] ?? "", "authority": hosts["authority"] ?? "",
        "signedIn": ["ana@contoso.com"],
      ])
      return try meet(Meeting(probe: probe, service: service))
    } catch {
      switch error {
      case .fail(let text), .notApplicable(let text):
        throw ParticipantFailure(.refused, "adapter", text)
      }
    }
  }

  private static func meet(_ meeting: Meeting) throws(CheckEnd) -> String {
    let probe = meeting.probe
    let reply = try registered(probe, "{\"identity\":\"ana@contoso.com\"}")
    let asked = try requests(of: meeting)
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

  private static func requests(of meeting: Meeting) throws(CheckEnd) -> [String] {
    do throws(ParticipantFailure) {
      return try meeting.requests()
    } catch {
      throw .fail("\(error.code.rawValue): \(error.message)")
    }
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
