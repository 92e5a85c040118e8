internal import ExactText

/// A way in which the reference SDK can be made to differ: a ``Defect``, or a ``Reading``.
public protocol Variation: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What the SDK does then, in one line, and the entries of the contract that it breaks, or that allow it; the
  /// most telling first.
  var about: (summary: String, sources: [String]) { get }
}

extension Variation {
  /// The name, as the command line takes it.
  public var name: String { rawValue }
  /// What the SDK does, in one line.
  public var summary: String { about.summary }
}
