internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMWire
package import VirtualTime

/// The rules of an app's management: where its services are, and what enrolling, checking in and unenrolling do.
package struct ManagementRules {
  /// Everything the service remembers.
  package let state: ServiceState

  /// The rules over a state.
  package init(state: ServiceState) { self.state = state }

  /// `POST /locate`: where the services of a user are.
  package func locate(_ request: ServiceRequest) throws(Refusal) -> JSON {
    let identity = try request.text("identity")
    guard let user = state.users[userKey(identity)], !user.isDeleted else {
      throw Refusal(.userNotFound, "no tenant knows \(identity)")
    }
    return [
      "enrollment": .string(request.hosts[.enrollment]),
      "policy": .string(request.hosts[.policy]),
      "telemetry": .string(request.hosts[.telemetry]),
      "authority": .string(request.hosts.authority(tenant: user.tenant)),
      "tenant": .string(user.tenant),
    ]
  }

  /// `POST /telemetry`: events are counted and forgotten.
  package func telemetry(_ request: ServiceRequest) throws(Refusal) -> JSON {
    guard request.body["events"]?.array != nil else {
      throw request.wrong("events", "an array")
    }
    return .object(JSONObject())
  }

  /// The user whose access token the request bears.
  func signedInUser(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> (key: String, user: User) {
    guard let token = request.token, token.isValid(at: now.milliseconds),
      let key = token.user, let user = state.users[key], !user.isDeleted
    else { throw Refusal(.invalidToken, "the bearer token is missing, unknown or expired") }
    // Every check-in comes by here: most tokens have this very text.
    if let audience = token.audience, audience != Resources.mam,
      !Resources.areSame(audience, Resources.mam)
    {
      throw Refusal(
        .invalidToken,
        "the bearer token is for \(audience), not for the MAM service; ask for the scope mam")
    }
    return (key, user)
  }

  /// Refuses a user whose tenant cannot serve MAM at all, or who has no licence.
  package func requireService(for user: User) throws(Refusal) {
    guard let tenant = state.tenants[user.tenant], tenant.isEnabled else {
      throw Refusal(.tenantNotEnabled, "tenant \(user.tenant) has no MAM")
    }
    guard !tenant.isMigrating else {
      throw Refusal(.tenantMigration, "tenant \(user.tenant) is being moved")
    }
    guard user.isLicensed else {
      throw Refusal(.accountNotLicensed, "\(user.upn) has no licence")
    }
  }

  /// Adds the time to the next check-in to an answer, if the user's tenant has one (OQ-19).
  func sayInterval(
    to user: User, in answer: inout JSONObject, _ facts: inout RequestFacts
  ) {
    guard let seconds = state.tenants[user.tenant]?.checkInSeconds else { return }
    answer.append("checkInSeconds", .int(seconds))
    facts.detail.append("checkInSeconds", .int(seconds))
  }

  /// Gives a wipe command to every enrollment of the user on the device.
  ///
  /// An enrollment that has one already keeps it; without an enrollment nothing happens.
  package func wipe(userKey key: String, deviceTag: String, _ now: VirtualInstant) {
    for var enrollment in state.enrollments.rows
    where enrollment.user == key && enrollment.deviceTag == deviceTag && enrollment.wipe == nil {
      var wipe = WipeCommand(
        id: "w\(state.next("wipe"))", enrollment: enrollment.id, state: .pending,
        modified: now.milliseconds)
      wipe.tenant = state.users[key]?.tenant
      state.wipes[wipe.id] = wipe
      enrollment.wipe = wipe.id
      state.enrollments[enrollment.id] = enrollment
    }
  }
}
