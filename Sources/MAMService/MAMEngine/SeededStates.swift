internal import ExactText
import JSONText
import MAMDirectory
import VirtualTime

/// What the last seeds have led to in a service that knew nobody.
struct SeededStates {
  /// How many are kept.
  private static let most = 32

  private struct Seed: Hashable {
    let world: JSONObject
    let now: VirtualInstant
  }

  private var states: [Seed: ServiceState] = [:]

  /// A state of its own for a service that is seeded so; nil if that is not known.
  func state(of world: JSONObject, at now: VirtualInstant) -> ServiceState? {
    states[Seed(world: world, now: now)].map { ServiceState(copying: $0) }
  }

  /// Keeps what a seed has led to.
  mutating func keep(_ state: ServiceState, of world: JSONObject, at now: VirtualInstant) {
    if states.count == SeededStates.most { states = [:] }
    states[Seed(world: world, now: now)] = ServiceState(copying: state)
  }
}
