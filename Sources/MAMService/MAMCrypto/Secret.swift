internal import ExactText

/// Comparing what somebody shows with what they must know.
package enum Secret {
  /// True if two strings have the same bytes.
  ///
  /// The time that it takes depends on the length of what is shown alone, not on how much of it is right.
  package static func isSame(_ shown: String, _ known: String) -> Bool {
    var known = known
    return known.withUTF8 { known in
      guard !known.isEmpty else { return shown.utf8.isEmpty }
      var difference = shown.utf8.count ^ known.count
      for (place, byte) in shown.utf8.enumerated() {
        difference |= Int(byte ^ known[place % known.count])
      }
      return difference == 0
    }
  }
}
