internal import ExactText

/// GUIDs that depend on nothing but a name.
package enum StableID {
  /// The GUID of a name: FNV-1a over its bytes, twice, in the form of version 8 of RFC 9562.
  package static func guid(of name: String) -> String {
    func hash(_ start: UInt64) -> [UInt8] {
      var value = start
      for byte in name.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      // FNV mixes its upper bytes badly for short names.
      value ^= value >> 29
      value = value &* 0xBF58_476D_1CE4_E5B9
      value ^= value >> 32
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
    var bytes = hash(0xCBF2_9CE4_8422_2325) + hash(0x6C62_272E_07BB_0142)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    let groups = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
    return groups.map { $0.joined() }.joined(separator: "-")
  }

  /// True for a GUID as it is usually written: hexadecimal digits in groups of 8, 4, 4, 4 and 12.
  package static func isGUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }
}
