internal import ExactText

/// How much one request may still look at: entities within entities multiply with every level, and nobody
/// else is answered meanwhile.
///
/// A class, because the conditions of all levels draw on the same budget.
final class StepBudget {
  /// What is at the ends of navigations and in lists, for one request.
  static let maximum = 200_000

  private(set) var isSpent = false
  private var left = StepBudget.maximum

  /// Takes that many steps; false once there are not enough.
  func spend(_ steps: Int) -> Bool {
    left -= steps
    if left < 0 { isSpent = true }
    return !isSpent
  }

  /// Refuses a request that looks at too much.
  func check() throws(GraphError) {
    guard isSpent else { return }
    throw .badRequest(
      "the query visits more than \(StepBudget.maximum) related items; "
        + "expected fewer levels of any, all or $expand, or a smaller collection")
  }
}
