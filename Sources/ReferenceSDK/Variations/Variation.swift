package import ExactText

/// A way in which the reference SDK can be made to differ: a ``Defect``, or a ``Reading``.
package protocol Variation: Hashable, Sendable {
  /// All there are, in the order in which they are listed.
  static var all: [Self] { get }
  /// The same by their names.
  static var byName: [ExactString: Self] { get }
  /// The one of that name; nil if there is none.
  static func named(_ name: String) -> Self?
  /// The name, as the command line takes it.
  var name: String { get }
  /// What the SDK does then, in one line.
  var summary: String { get }
  /// The entries of the contract that it breaks, or that allow it; the most telling first.
  var sources: [String] { get }
  /// The fields that it changes.
  var changes: [Change] { get }
}

extension Variation {
  /// The one of that name; nil if there is none.
  package static func named(_ name: String) -> Self? { byName[ExactString(name)] }

  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(ExactString(name)) }
}
