internal import ExactText

/// Names of Graph's metadata, which clients may write in any letter case (OData Protocol 4.01, section 11.2.1
/// asks services to be liberal; the real one is).
package enum GraphName {
  /// What stands before the name of a type, an action or a function.
  package static let namespace = "microsoft.graph."

  /// True if both are the same but for the case of ASCII letters.
  package static func areSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  /// The name behind the namespace; nil for one without.
  package static func unqualified(_ name: String) -> String? {
    guard name.utf8.count > namespace.utf8.count, areSame(name.prefix(16), namespace) else {
      return nil
    }
    return String(name.dropFirst(16))
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
