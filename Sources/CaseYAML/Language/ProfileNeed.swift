internal import Contract
internal import ExactText

/// What a case needs of the numbers of a profile: `needs: {ascending: [1 checkIn, 1 retry], reason: ...}`.
///
/// The contract's own numbers meet every need. Where those of a profile do not, the case says nothing of an SDK that keeps
/// them, and is not applicable.
enum ProfileNeed {
  /// The keys of a need.
  static let keys = ["ascending", "reason"]

  /// Why a need is not met; nil if it is, or if it cannot be read, which is reported.
  static func unmet(_ node: YAMLNode, _ diagnostics: Diagnostics) -> String? {
    guard diagnostics.members(node, of: "needs", keys: keys) != nil,
      let order = diagnostics.required("ascending", in: node, of: "needs"),
      let elements = diagnostics.list(order, for: "ascending", of: "durations"),
      let reasonNode = diagnostics.required("reason", in: node, of: "needs"),
      let reason = diagnostics.text(reasonNode, for: "reason")
    else { return nil }
    if elements.count < 2 {
      diagnostics.expected("at least two durations", for: "ascending", not: order)
    }
    let spans = elements.compactMap {
      diagnostics.duration($0, for: "ascending", canBeNegative: true)
    }
    guard spans.count == elements.count,
      let index = spans.indices.dropFirst().first(where: { spans[$0] <= spans[$0 - 1] })
    else { return nil }
    let words = elements.map { $0.text ?? "" }
    if diagnostics.profile.isStandard {
      diagnostics.error(
        elements[index].location,
        "'\(words[index])' is not longer than '\(words[index - 1])' with the numbers of the contract"
      )
      return nil
    }
    return "\(reason): '\(words[index])' is not longer than '\(words[index - 1])' with "
      + diagnostics.profile.text
  }
}
