internal import CaseModel
internal import ExactText

/// Reads the sweep of a case: `sweep: {over: [kill-at-requests, lose-responses], limit: 300}`.
enum SweepReader {
  /// The most cases that a limit may allow.
  static let largestLimit = 10_000

  /// The sweep; nil, and reported, if anything is wrong.
  static func read(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Sweep? {
    let errors = diagnostics.errorCount
    guard diagnostics.members(node, of: "sweep", keys: ["over", "limit"]) != nil,
      let list = diagnostics.required("over", in: node, of: "sweep"),
      let elements = diagnostics.list(list, for: "over", of: "kinds of disturbances")
    else { return nil }
    var axes: [Sweep.Axis] = []
    let known = Sweep.Axis.allCases.map(\.rawValue)
    for element in elements {
      guard let word = diagnostics.word(element, for: "over", "kind of disturbance", among: known),
        let axis = Sweep.Axis(rawValue: word)
      else { continue }
      if axes.contains(axis) {
        diagnostics.error(element.location, "'\(word)' is given twice")
      } else {
        axes.append(axis)
      }
    }
    if elements.isEmpty { diagnostics.error(list.location, "a sweep needs a kind of disturbance") }
    var limit = Sweep.defaultLimit
    if let value = node["limit"] {
      limit = diagnostics.integer(value, for: "limit", in: 1...largestLimit) ?? limit
    }
    return diagnostics.errorCount == errors ? Sweep(axes: axes, limit: limit) : nil
  }
}
