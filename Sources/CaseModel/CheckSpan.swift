internal import ExactText

/// Which records of a case a check looks at.
package enum CheckSpan: Sendable, Equatable {
  /// Those of the window in force: from the last step that acts on.
  case window
  /// All of the case until the check.
  case wholeCase
  /// Those from the beginning of a named step until the beginning of another one; nil is the beginning of the case, and
  /// the check itself.
  case between(from: String?, to: String?)

  /// The steps that it names, in their order in the case.
  package var names: [String] {
    switch self {
    case .window, .wholeCase: []
    case .between(let from, let to): [from, to].compactMap(\.self)
    }
  }
}
