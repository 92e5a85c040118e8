internal import ExactText

extension Reading {
  /// Codes and texts.
  static let ofStatuses: [Reading] = [
    Reading(
      "unnamed-codes-as-200", "reports 200 where no requirement names a code", ["STA-007", "OQ-87"]),
    Reading(
      "unnamed-codes-as-201", "reports 201 where no requirement names a code", ["STA-007", "OQ-87"]),
    Reading(
      "unnamed-codes-as-205", "reports 205 where no requirement names a code", ["STA-007", "OQ-87"]),
    Reading(
      "unnamed-codes-as-225", "reports 225 where no requirement names a code", ["STA-007", "OQ-87"]),
    Reading("nil-error-string", "leaves errorString nil where the edition allows it", ["STA-008"]),
    Reading(
      "nil-error-object", "leaves the error object nil except for 201", ["STA-009", "STA-020"]),
    Reading(
      "null-policy", "returns null for the policy of whom none applies to", ["IDN-018", "IDN-021"]),
    Reading(
      "empty-text-for-none", "returns the empty text or null for nothing", ["AUTH-028", "POL-024"]),
    Reading("names-in-upper-case", "returns identities in upper case", ["IDN-011", "OQ-41"]),
    Reading(
      "events-without-sent", "does not number its events among the requests", [Reading.stepProtocol]
    ),
    Reading("logs-everything", "writes to its log whatever happens to it", ["DBG-022", "DBG-024"]),
  ]
}
