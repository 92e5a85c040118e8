internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMWire
package import VirtualTime

extension ManagementRules {
  /// Answers a check-in: first what ends the enrollment, then what the tenant forbids, then policy.
  package func checkIn(
    _ request: ServiceRequest, _ now: VirtualInstant, _ facts: inout RequestFacts
  ) throws(Refusal) -> JSON {
    let id = try request.text("enrollmentId")
    let known = try request.optionalText("policyVersion")
    let (key, user) = try signedInUser(request, now)
    guard var enrollment = state.enrollments[id], !enrollment.isGone else {
      throw Refusal(.gone, "the enrollment \(id) is gone")
    }
    guard enrollment.user == key else {
      throw Refusal(.invalidToken, "the bearer token is not for \(enrollment.identity)")
    }
    var answer = JSONObject()
    func finish(_ result: String) -> JSON {
      facts.detail.append("result", .string(result))
      return .object(answer)
    }
    /// As above, with the time to the next check-in if the tenant has one (OQ-19).
    func goOn(_ result: String) -> JSON {
      sayInterval(to: user, in: &answer, &facts)
      return finish(result)
    }
    if let id = enrollment.wipe, var wipe = state.wipes[id] {
      if wipe.state == .pending {
        wipe.state = .delivered
        wipe.modified = now.milliseconds
        state.wipes[id] = wipe
      }
      enrollment.synced(now)
      state.enrollments[enrollment.id] = enrollment
      answer = ["result": "wipe", "wipeId": .string(id)]
      facts.detail["wipeId"] = .string(id)
      return finish("wipe")
    }
    try requireService(for: user)
    enrollment.synced(now)
    defer { state.enrollments[id] = enrollment }
    if enrollment.mustReenroll {
      answer = ["result": "reenroll"]
      return finish("reenroll")
    }
    let delivery = delivery(for: enrollment, of: user)
    if enrollment.policyVersion != delivery.version {
      noteDelivery(of: delivery.version, inPlaceOf: enrollment.policyVersion)
      enrollment.policyVersion = delivery.version
    }
    guard delivery.hasPolicy, let version = delivery.version else {
      answer = delivery.answer
      return goOn("none")
    }
    guard version != known else {
      answer = ["result": "unchanged"]
      return goOn("unchanged")
    }
    facts.detail.append("version", .string(version))
    answer = delivery.answer
    return goOn("policy")
  }

  /// What a check-in brings to an enrollment: worked out, or known from an earlier one.
  private func delivery(for enrollment: Enrollment, of user: User) -> Delivery {
    let generation = state.deliveryGeneration
    if let known = state.deliveries.delivery(enrollment.id, generation) { return known }
    let made = workedOutDelivery(for: enrollment, of: user)
    if made.version == enrollment.policyVersion { refreshDelivered(made.version) }
    state.deliveries.keep(made, enrollment.id, generation)
    return made
  }

  private func workedOutDelivery(for enrollment: Enrollment, of user: User) -> Delivery {
    let (key, bundleId) = (enrollment.user, enrollment.bundleId)
    let policy = policy(.protection, for: user, key: key, bundleId: bundleId)
    let configurations = configurations(for: user, key: key, bundleId: bundleId)
    let managed = managedConfiguration(for: enrollment)
    let versions =
      (policy.map { [$0.contentVersion] } ?? []) + configurations.map(\.version)
      + (managed.map { [$0.version] } ?? [])
    let version = versions.isEmpty ? nil : versions.joined(separator: "+")
    let configuration = JSON.array(configurations.map { .object($0.settings) })
    var answer: JSONObject
    if let policy, let version {
      answer = [
        "result": "policy", "version": .string(version), "policy": .object(policy.settings),
        "configuration": configuration,
      ]
    } else {
      answer = ["result": "none"]
      // Configuration needs an enrollment and no policy (requirement CFG-003).
      if !configurations.isEmpty { answer.append("configuration", configuration) }
    }
    if let managed { answer.append("managedConfiguration", .object(managed.settings)) }
    return Delivery(version: version, hasPolicy: policy != nil, answer: answer)
  }

  /// The policy of a kind that an app of a user gets: the first, in order of creation, that is
  /// assigned to the user and targets the app.
  package func policy(
    _ kind: PolicyKind, for user: User, key: String, bundleId: String
  ) -> ManagedAppPolicy? {
    state.policies.first {
      $0.kind == kind
        && $0.includes(user: user, key: key, bundleId: bundleId, groups: state.groups)
    }
  }

  /// Every configuration that an app of a user gets, in order of creation.
  ///
  /// One that reaches the user as a licensed user alone is the tenant's default, over which every other
  /// takes precedence (requirement CFG-009); of several the first, because only one may be marked
  /// (CFG-008).
  package func configurations(
    for user: User, key: String, bundleId: String
  ) -> [DeliveredConfiguration] {
    var hasDefault = false
    return state.policies.filter {
      $0.kind == .configuration
        && $0.includes(user: user, key: key, bundleId: bundleId, groups: state.groups)
    }.map { policy in
      let isDefault = !hasDefault && !policy.targeting.names(key, groups: state.groups)
      hasDefault = hasDefault || isDefault
      return DeliveredConfiguration(policy: policy, isDefault: isDefault)
    }
  }
}

/// A configuration as one user gets it.
package struct DeliveredConfiguration {
  package let policy: ManagedAppPolicy
  let isDefault: Bool

  /// What stands for it in the version of a check-in.
  var version: String { policy.contentVersion + (isDefault ? "-default" : "") }
  /// What the app is given.
  var settings: JSONObject { isDefault ? policy.deliveredAsDefault : policy.settings }
}
