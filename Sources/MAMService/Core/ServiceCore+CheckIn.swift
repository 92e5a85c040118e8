import JSONText
import VirtualTime

extension ServiceCore {
  /// Answers a check-in: first what ends the enrollment, then what the tenant forbids, then policy.
  mutating func checkIn(
    _ request: ServiceRequest, _ now: VirtualInstant, _ facts: inout RequestFacts
  ) throws(Refusal) -> JSON {
    let id = try request.text("enrollmentId")
    let known = try request.optionalText("policyVersion")
    let (key, user) = try signedInUser(request, now)
    guard var enrollment = state.enrollments[id], !enrollment.isGone else {
      throw Refusal(.gone, "the enrollment \(id) is gone")
    }
    guard enrollment.user == key else {
      throw Refusal(.invalidToken, "the bearer token is not of \(enrollment.identity)")
    }
    var answer = JSONObject()
    func finish(_ result: String) -> JSON {
      facts.detail.append("result", .string(result))
      return .object(answer)
    }
    if let id = enrollment.wipe, var wipe = state.wipes[id] {
      if wipe.state == .pending {
        wipe.state = .delivered
        wipe.modified = now.milliseconds
        state.wipes[id] = wipe
      }
      answer = ["result": "wipe", "wipeId": .string(id)]
      facts.detail["wipeId"] = .string(id)
      return finish("wipe")
    }
    try requireService(for: user)
    enrollment.lastSync = now.milliseconds
    defer { state.enrollments[id] = enrollment }
    if enrollment.mustReenroll {
      answer = ["result": "reenroll"]
      return finish("reenroll")
    }
    guard
      let policy = policy(.protection, for: user, key: key, bundleId: enrollment.bundleId)
    else {
      enrollment.policyVersion = nil
      answer = ["result": "none"]
      return finish("none")
    }
    let configurations = configurations(for: user, key: key, bundleId: enrollment.bundleId)
    let version = ([policy] + configurations).map(\.contentVersion).joined(separator: "+")
    enrollment.policyVersion = version
    guard version != known else {
      answer = ["result": "unchanged"]
      return finish("unchanged")
    }
    facts.detail.append("version", .string(version))
    answer = [
      "result": "policy", "version": .string(version), "policy": .object(policy.settings),
      "configuration": .array(configurations.map { .object($0.delivered) }),
    ]
    return finish("policy")
  }

  /// The policy of a kind that an app of a user gets: the first, in order of creation, that is
  /// assigned to the user and targets the app.
  func policy(
    _ kind: PolicyKind, for user: User, key: String, bundleId: String
  ) -> ManagedAppPolicy? {
    state.policies.first {
      $0.kind == kind
        && $0.includes(user: user, key: key, bundleId: bundleId, groups: state.groups)
    }
  }

  /// Every configuration that an app of a user gets, in order of creation.
  func configurations(for user: User, key: String, bundleId: String) -> [ManagedAppPolicy] {
    state.policies.filter {
      $0.kind == .configuration
        && $0.includes(user: user, key: key, bundleId: bundleId, groups: state.groups)
    }
  }
}
