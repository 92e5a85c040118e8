import Contract
internal import ExactText
import JSONText
import VirtualTime

/// What the readings share: each is a branch where its rule lives, these are the longer ones.
extension ManagementSDK {
  /// True if the SDK follows a reading.
  func reads(_ reading: ReadingName) -> Bool { behaviour.reads(reading) }

  /// How long the SDK waits for a response before it reports code 216 (STA-035); no source names a time.
  var requestTimeout: VirtualDuration {
    if reads(.shortTimeLimit) { return .seconds(10) }
    return reads(.longTimeLimit) ? .seconds(540) : ManagementSDK.requestTimeout
  }

  /// The code for what the service says and no requirement names a code for; nil for the service
  /// protocol's.
  var unnamedCode: StatusCode? {
    if reads(.unnamedCodesAs200) { return .accountNotLicensed }
    if reads(.unnamedCodesAs201) { return .internalError }
    if reads(.unnamedCodesAs205) { return .enrollmentEndPointNetworkFailure }
    return reads(.unnamedCodesAs225) ? .licensedNotTargeted : nil
  }

  /// True if the enrollment is reported when its policy is there, not before (OQ-18).
  var reportsWithPolicy: Bool {
    reads(.policyWithinEnrollment) || reads(.restartBeforeStatus)
      || reads(.policyFailureFailsEnrollment)
  }

  /// Reports a policy request, or the enrollment of which it was a part.
  mutating func reportPolicyRequest(
    _ identity: String, _ code: StatusCode, error: String? = nil
  ) {
    guard let (user, losers) = unreportedEnrollment, isSame(user, identity) else {
      return report(.policyRequest, identity, code, error: error)
    }
    if code.didSucceed {
      unreportedEnrollment = nil
      reportEnrolled(identity, losers, code)
    } else if reads(.policyFailureFailsEnrollment) {
      unreportedEnrollment = nil
      failWithPolicy(identity, code, error)
    } else {
      reportPendingEnrollment(of: identity)
      report(.policyRequest, identity, code, error: error)
    }
  }

  /// Reports an enrollment that waited for a check-in which brought something else than policy.
  mutating func reportPendingEnrollment(of identity: String) {
    guard let (user, losers) = unreportedEnrollment, isSame(user, identity) else { return }
    unreportedEnrollment = nil
    reportEnrolled(identity, losers, .newPoliciesReceived)
  }

  /// Gives up an enrollment whose policy could not be had; the service keeps its record for the next attempt.
  private mutating func failWithPolicy(_ identity: String, _ code: StatusCode, _ error: String?) {
    saved.enrollment = nil
    saved.checkInDue = nil
    resumeRetries()
    publishEnrollment()
    report(.enrollmentRequest, identity, code, error: error)
  }

  // MARK: Locations

  /// What is known of a user's hosts without asking: nothing, unless the SDK keeps what it learned.
  func knownLocations(of identity: String, _ given: Locations?) -> Locations? {
    if reads(.locationEveryTime) { return nil }
    guard reads(.locationKept) else { return given }
    return given ?? saved.locations.first { isSame($0.identity, identity) }?.locations
  }

  /// Keeps what the location service has said of a user.
  mutating func learn(_ locations: Locations, of identity: String) {
    guard reads(.locationKept) else { return }
    let others = saved.locations.filter { !isSame($0.identity, identity) }
    saved.locations = others + [KnownLocation(identity: identity, locations: locations)]
  }

  // MARK: Telemetry

  /// Sends an event of telemetry if its host is known; nobody waits for the answer.
  mutating func sendTelemetry(_ event: String, to locations: Locations?) {
    guard reads(.telemetrySent), let host = locations?.telemetry else { return }
    var bytes: [UInt8] = []
    let body: JSONObject = ["events": [["name": .string(event)]]]
    body.write(to: &bytes)
    requestCount += 1
    act(
      .send(
        SDKRequest(
          id: "r\(requestCount)", endpoint: .telemetry, url: host + "/telemetry",
          headers: ["Content-Type: application/json"], body: bytes)))
  }

  // MARK: Leaving

  /// Puts the repetition of a failed unenrollment on the clock (OQ-31).
  mutating func repeatUnenroll(_ leaving: Int) {
    unenrollRepetitions.append((leaving: leaving, due: now + .hours(1)))
  }

  /// Makes the unenrollments that are to be repeated by now.
  mutating func repeatDueUnenrolls() {
    while let index = unenrollRepetitions.firstIndex(where: { $0.due <= now }) {
      let leaving = unenrollRepetitions.remove(at: index).leaving
      if saved.leavings.contains(where: { $0.number == leaving }) { dropEnrollment(leaving) }
    }
  }

  /// Gives up the check-ins of a user who leaves.
  mutating func dropCheckIns(of enrollment: Enrollment) {
    guard reads(.checkInDroppedWithUser) else { return }
    for operation in operations
    where operation.kind == .checkIn && operation.enrollmentId == enrollment.enrollmentId {
      cancel(operation.number)
    }
  }

  // MARK: Restart

  /// Ends the process to restart the app, once.
  mutating func requestExit() {
    guard !hasRequestedExit else { return }
    hasRequestedExit = true
    emit("exitRequested")
  }
}

/// The hosts of one user, kept by an SDK that asks for them once.
struct KnownLocation: Sendable, Equatable {
  var identity: String
  var locations: Locations

  var json: JSON { ["identity": .string(identity), "locations": locations.json] }

  init(identity: String, locations: Locations) {
    self.identity = identity
    self.locations = locations
  }

  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string, let locations = Locations(json["locations"])
    else { return nil }
    self.init(identity: identity, locations: locations)
  }
}
