internal import ExactText
package import JSONText

/// A policy as apps have it, which may be another by now, or gone. The key is its
/// ``ManagedAppPolicy/contentVersion``.
package struct DeliveredPolicy: TableRow, Equatable {
  package var policy: ManagedAppPolicy
  /// How many enrollments have it.
  package var uses: Int

  package init(policy: ManagedAppPolicy, uses: Int) {
    self.policy = policy
    self.uses = uses
  }

  package init?(json: JSON) {
    guard let policy = json["policy"].flatMap(ManagedAppPolicy.init(json:)),
      let uses = json["uses"]?.int
    else { return nil }
    self.init(policy: policy, uses: uses)
  }

  package var json: JSON { ["policy": policy.json, "uses": .int(uses)] }
}
