internal import ExactText
import JSONText

/// A policy as apps have it, which may be another by now, or gone. The key is its
/// ``ManagedAppPolicy/contentVersion``.
struct DeliveredPolicy: TableRow, Equatable {
  var policy: ManagedAppPolicy
  /// How many enrollments have it.
  var uses: Int

  init(policy: ManagedAppPolicy, uses: Int) {
    self.policy = policy
    self.uses = uses
  }

  init?(json: JSON) {
    guard let policy = json["policy"].flatMap(ManagedAppPolicy.init(json:)),
      let uses = json["uses"]?.int
    else { return nil }
    self.init(policy: policy, uses: uses)
  }

  var json: JSON { ["policy": policy.json, "uses": .int(uses)] }
}
