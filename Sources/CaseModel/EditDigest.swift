internal import ExactText

/// A short digest that shows whether something was edited: FNV-1a with 64 bits, of which 48 are written.
///
/// It is the same on every machine and in every version of the program. It finds mistakes, not those who want to deceive:
/// whoever edits what is frozen can write its digest again, and reviewers see that they did.
package struct EditDigest: Sendable, Hashable {
  /// The digest as a number.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The digest of nothing.
  package init() {}

  /// The digest of a text.
  package init(_ text: String) { add(text) }

  /// Takes in a text; two texts are not the same as one that is both.
  package mutating func add(_ text: String) {
    // Byte by byte through a collection takes a tenth of the time in which all suites are read.
    var text = text
    var digest = self
    text.withUTF8 { for byte in $0 { digest.take(byte) } }
    // No byte of UTF-8.
    digest.take(0xFF)
    self = digest
  }

  /// Takes in a number.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      take(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func take(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The digest in eight characters: letters, digits, `-` and `_`.
  package var text: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    // The upper bits are mixed best.
    let letters = stride(from: UInt64(58), through: 16, by: -6).map {
      digits[Int((value >> $0) & 63)]
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
