internal import ExactText

/// Numbers of things in words.
package enum Counted {
  /// `1 check`, `2 checks`; `2 entries` with that plural.
  package static func text(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
  }
}
