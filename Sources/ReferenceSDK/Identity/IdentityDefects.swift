internal import ExactText

/// Deliberate violations of the identity rules, used to prove that checks can fail.
public struct IdentityDefects: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Names that differ in letter case are taken for two users; breaks IDN-010, IDN-012.
  public static let caseSensitive = IdentityDefects(rawValue: 1 << 0)
  /// A switch that fails still changes the UI identity; breaks IDN-034.
  public static let failedSwitchChangesIdentity = IdentityDefects(rawValue: 1 << 1)
  /// Switches that are not allowed succeed; breaks IDN-032, IDN-033.
  public static let switchNotAllowedIgnored = IdentityDefects(rawValue: 1 << 2)
  /// The completion handler is called a second time; breaks IDN-027.
  public static let completionTwice = IdentityDefects(rawValue: 1 << 3)
  /// The completion handler is called off the main thread; breaks IDN-028.
  public static let completionOnBackgroundThread = IdentityDefects(rawValue: 1 << 4)
  /// Files of the main thread belong to the UI identity; breaks IDN-015, IDN-035.
  public static let uiIdentityOwnsFiles = IdentityDefects(rawValue: 1 << 5)
  /// The empty text is taken for nil; breaks IDN-036 and, with it, OQ-40.
  public static let nilAndEmptyConfused = IdentityDefects(rawValue: 1 << 6)
  /// Unmanaged users meet the managed user's policy; breaks IDN-018, IDN-021.
  public static let unmanagedRestricted = IdentityDefects(rawValue: 1 << 7)
  /// The SDK switches without asking the delegate; breaks IDN-043, IDN-048.
  public static let switchWithoutAsking = IdentityDefects(rawValue: 1 << 8)
  /// A thread identity applies to every thread; breaks IDN-016.
  public static let threadIdentityLeaks = IdentityDefects(rawValue: 1 << 9)
}
