internal import ExactText
import JSONText
package import MAMDirectory

extension ManagementRules {
  /// The policies of the version that an app has, as it was given them.
  package func appliedPolicies(_ enrollment: Enrollment) -> [ManagedAppPolicy] {
    ManagementRules.contentVersions(of: enrollment.policyVersion).compactMap {
      state.deliveredPolicies[$0]?.policy
    }
  }

  /// Notes that an app has the policies of one version instead of those of another.
  func noteDelivery(of version: String?, inPlaceOf earlier: String?) {
    for part in ManagementRules.contentVersions(of: version) {
      guard let policy = state.policies.first(where: { $0.contentVersion == part }) else {
        continue
      }
      let uses = state.deliveredPolicies[part]?.uses ?? 0
      state.deliveredPolicies[part] = DeliveredPolicy(policy: policy, uses: uses + 1)
    }
    for part in ManagementRules.contentVersions(of: earlier) {
      guard var delivered = state.deliveredPolicies[part] else { continue }
      delivered.uses -= 1
      state.deliveredPolicies[part] = delivered.uses > 0 ? delivered : nil
    }
  }

  /// Notes what has changed of the policies of a version that no app sees, such as the name.
  func refreshDelivered(_ version: String?) {
    for part in ManagementRules.contentVersions(of: version) {
      guard var delivered = state.deliveredPolicies[part],
        let policy = state.policies.first(where: { $0.contentVersion == part }),
        policy != delivered.policy
      else { continue }
      delivered.policy = policy
      state.deliveredPolicies[part] = delivered
    }
  }

  /// The parts of a check-in's version that stand for policies, without what the tenant's default is
  /// marked by.
  private static func contentVersions(of version: String?) -> [String] {
    (version ?? "").split(separator: "+").map { part in
      part.split(separator: "-").prefix(2).joined(separator: "-")
    }
  }
}
