internal import ExactText
package import JSONText
import MAMWire

/// What a check-in brings to one enrollment, as things stand.
package struct Delivery: Sendable {
  /// Stands for everything that the app sees; nil if it is given nothing.
  package let version: String?
  /// True if a policy is in it.
  package let hasPolicy: Bool
  /// The answer for an app that does not have it yet.
  package let answer: JSONObject

  /// A delivery of the given parts.
  package init(version: String?, hasPolicy: Bool, answer: JSONObject) {
    self.version = version
    self.hasPolicy = hasPolicy
    self.answer = answer
  }
}

/// What was worked out for earlier check-ins, as long as nothing has changed on which it hangs.
///
/// Who gets what is decided by every policy and group of a tenant; mostly it is what it was before.
package final class Deliveries {
  /// The most enrollments that are remembered; with one more it starts again.
  static let capacity = 4096
  /// About how many bytes the answers may take; enrollments with the same answer share one.
  static let maximumBytes = 16 << 20

  private var known: [ExactString: Delivery] = [:]
  /// The answers of ``known`` by their versions.
  private var answers: [ExactString: JSONObject] = [:]
  private(set) var bytes = 0
  private var generation = 0

  /// What the enrollment of an ID is brought, if that was worked out when the state was of this generation.
  package func delivery(_ id: String, _ generation: Int) -> Delivery? {
    generation == self.generation ? known[id] : nil
  }

  /// Remembers what the enrollment of an ID is brought.
  package func keep(_ delivery: Delivery, _ id: String, _ generation: Int) {
    if generation != self.generation || known.count == Deliveries.capacity { forget() }
    self.generation = generation
    let version = delivery.version ?? ""
    if let shared = answers[version], shared == delivery.answer {
      known[id] = Delivery(
        version: delivery.version, hasPolicy: delivery.hasPolicy, answer: shared)
      return
    }
    let weight = JSON.object(delivery.answer).weight
    if bytes + weight > Deliveries.maximumBytes { forget() }
    guard weight <= Deliveries.maximumBytes else { return }
    bytes += weight
    answers[version] = delivery.answer
    known[id] = delivery
  }

  private func forget() {
    known.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
    bytes = 0
  }
}
