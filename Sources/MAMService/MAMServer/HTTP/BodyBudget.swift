internal import ExactText

/// How much the bodies of all requests that are being read may take together.
///
/// Every body has its own bound, but thousands of clients that never end theirs would take all memory.
/// Owned by one thread.
final class BodyBudget {
  /// The most bytes: 256 MiB.
  static let maximum = 256 << 20

  private(set) var used = 0

  /// Takes room for so many bytes; false if there is none.
  func take(_ count: Int) -> Bool {
    guard used + count <= BodyBudget.maximum else { return false }
    used += count
    return true
  }

  /// Gives back room for so many bytes.
  func give(_ count: Int) { used -= count }
}
