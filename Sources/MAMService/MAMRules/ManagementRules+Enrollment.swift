internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMWire
package import VirtualTime

extension ManagementRules {
  /// The first edition whose SDKs know code 225, and are refused if no policy targets the user.
  static let firstEditionWithLicensedNotTargeted = "2020-01"

  /// Registers an app of a device for the signed-in user.
  ///
  /// Enrolling again gives the same enrollment, so that an app that never saw the answer can repeat
  /// the request; an enrollment that is gone, or whose app has been told to wipe, is replaced by a new one.
  package func enroll(
    _ request: ServiceRequest, _ now: VirtualInstant, _ facts: inout RequestFacts
  ) throws(Refusal) -> JSON {
    let identity = try request.text("identity")
    let bundleId = try request.text("bundleId")
    let deviceTag = try request.text("deviceTag")
    let appVersion = try request.text("appVersion")
    let sdkVersion = try request.text("sdkVersion")
    let edition = try request.text("edition")
    let deviceName = try request.optionalText("deviceName")
    let platformVersion = try request.optionalText("platformVersion")
    let (key, user) = try signedInUser(request, now)
    guard userKey(identity) == key else {
      throw Refusal(.invalidToken, "the bearer token is not for \(identity)")
    }
    try requireService(for: user)
    if edition >= ManagementRules.firstEditionWithLicensedNotTargeted {
      guard policy(.protection, for: user, key: key, bundleId: bundleId) != nil else {
        throw Refusal(.licensedNotTargeted, "no policy targets \(identity)")
      }
    }
    let earlier = state.enrollments.first {
      $0.deviceTag == deviceTag && $0.bundleId == bundleId && $0.user == key
    }
    var enrollment: Enrollment
    if let earlier, !earlier.isGone, !hasDeliveredWipe(earlier) {
      enrollment = earlier
      enrollment.identity = identity
      enrollment.appVersion = appVersion
      enrollment.sdkVersion = sdkVersion
      enrollment.edition = edition
      enrollment.mustReenroll = false
    } else {
      if let earlier { end(earlier, now) }
      enrollment = Enrollment(
        id: "e\(state.next("enrollment"))", user: key, identity: identity, bundleId: bundleId,
        deviceTag: deviceTag, appVersion: appVersion, sdkVersion: sdkVersion, edition: edition,
        created: now.milliseconds)
    }
    if let deviceName { enrollment.deviceName = deviceName }
    if let platformVersion { enrollment.platformVersion = platformVersion }
    if enrollment != earlier { state.enrollments[enrollment.id] = enrollment }
    facts.detail.append("enrollmentId", .string(enrollment.id))
    var answer: JSONObject = [
      "enrollmentId": .string(enrollment.id), "identity": .string(identity),
      "objectId": .string(user.objectId),
    ]
    sayInterval(to: user, in: &answer, &facts)
    return .object(answer)
  }

  /// True if the app knows of its wipe: whoever enrolls then starts again (OQ-38), even if the service
  /// never heard that the wipe is done.
  private func hasDeliveredWipe(_ enrollment: Enrollment) -> Bool {
    enrollment.wipe.flatMap { state.wipes[$0] }?.state == .delivered
  }

  /// Ends an enrollment; with the ID of its wipe command, that command is acknowledged.
  package func unenroll(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    let id = try request.text("enrollmentId")
    let wipeId = try request.optionalText("wipeId")
    let reason = try request.text("reason")
    guard reason == "deregister" || reason == "wipe" else {
      throw Refusal(.badRequest, "\"reason\" must be \"deregister\" or \"wipe\"")
    }
    let (key, _) = try signedInUser(request, now)
    guard let enrollment = state.enrollments[id] else {
      throw Refusal(.notEnrolled, "there is no enrollment \(id)")
    }
    guard enrollment.user == key else {
      throw Refusal(.invalidToken, "the bearer token is not for \(enrollment.identity)")
    }
    end(enrollment, now, acknowledging: wipeId)
    return .object(JSONObject())
  }

  /// Removes an enrollment, and closes its wipe command.
  package func end(
    _ enrollment: Enrollment, _ now: VirtualInstant, acknowledging wipeId: String? = nil
  ) {
    if let id = enrollment.wipe, var wipe = state.wipes[id] {
      wipe.state = id == wipeId ? .acknowledged : .cancelled
      wipe.modified = now.milliseconds
      state.wipes[id] = wipe
    }
    noteDelivery(of: nil, inPlaceOf: enrollment.policyVersion)
    state.enrollments[enrollment.id] = nil
    state.operations.removeAll { $0.enrollment == enrollment.id }
  }
}
