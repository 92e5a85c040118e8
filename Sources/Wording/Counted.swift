internal import ExactText

/// Numbers of things in words.
package enum Counted {
  /// `1 check`, `2 checks`.
  package static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
