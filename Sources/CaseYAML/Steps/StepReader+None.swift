internal import CaseModel
internal import ExactText
internal import JSONText
internal import StepProtocol

/// Looks at what is demanded where there is nothing to return: some APIs may say so in two ways.
extension StepReader {
  /// Warns of a demand on the value of a call that takes one of two values which mean the same, and not the other: an SDK that
  /// returns that one would fail, and does nothing wrong.
  func checkNone(_ node: YAMLNode, of call: AppCall, _ matcher: Matcher) {
    // Setting a property returns null.
    guard !call.arguments.contains(where: { $0.name == "value" }) else { return }
    guard let double = call.api.sameAsNull, let takesNull = matcher.takes(.null),
      let takesDouble = matcher.takes(double), takesNull != takesDouble
    else { return }
    let both = "in: [null, \(double.text)]"
    diagnostics.warning(
      node.location,
      "'\(call.api.rawValue)' may return null or \(double.text) where there is none, and only one of them is named here",
      suggestion: "write \(matcher.isNegative ? "{not: {\(both)}}" : "{\(both)}")")
  }
}

extension Matcher {
  /// Whether it takes a value that says that there is none; nil where it looks into values that say more.
  fileprivate func takes(_ value: JSON) -> Bool? {
    switch self {
    case .equals(let wanted): wanted == value
    case .oneOf(let list): list.contains(value)
    case .not(let unwanted): unwanted != value
    case .noneOf(let list): !list.contains(value)
    case .exists(let isThere): (value != .null) == isThere
    case .anyOf(let parts):
      parts.contains { $0.takes(value) == true }
    case .has, .lacks, .first, .atLeast, .distinct, .numbers, .contains, .startsWith, .members: nil
    }
  }

  /// True if it says what a value must not be.
  fileprivate var isNegative: Bool {
    switch self {
    case .not, .noneOf: true
    case .exists(let isThere): isThere
    default: false
    }
  }
}
