internal import ExactText
package import JSONText

/// What this debug adapter offers, and nothing else (`Capabilities`).
package enum Capabilities {
  /// What can be waited for beside places: a filter, its label, and what it says.
  package static let filters: [(name: String, label: String, text: String, isOn: Bool)] = [
    ("check-failed", "Check failed", "Stops when a check fails.", true),
    (
      "unexpected-exit", "Unexpected exit", "Stops when an app exits without being told to.",
      true
    ),
    ("fault-injected", "Fault injected", "Stops when a request meets a fault.", false),
  ]

  /// The body of the response to `initialize`.
  package static var json: JSONObject {
    var object: JSONObject = [:]
    for name in offered { object.append(name, true) }
    object.append("completionTriggerCharacters", [" ", "."])
    object.append(
      "exceptionBreakpointFilters",
      .array(
        filters.map { filter in
          [
            "filter": .string(filter.name), "label": .string(filter.label),
            "description": .string(filter.text), "default": .bool(filter.isOn),
          ]
        }))
    return object
  }

  /// The names of what is offered.
  static let offered = [
    "supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints", "supportsEvaluateForHovers", "supportsStepBack",
    "supportsSetVariable", "supportsGotoTargetsRequest", "supportsCompletionsRequest",
    "supportsRestartRequest", "supportsExceptionInfoRequest", "supportsLogPoints",
    "supportsTerminateRequest", "supportsDataBreakpoints", "supportsLoadedSourcesRequest",
    "supportsBreakpointLocationsRequest", "supportTerminateDebuggee",
  ]
}
