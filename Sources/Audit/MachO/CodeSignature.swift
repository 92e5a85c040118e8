internal import ExactText

/// Finds the entitlements in an embedded code signature.
enum CodeSignature {
  /// The most parts of a signature that are looked at.
  private static let mostBlobs = 1024

  /// The entitlements as a property list.
  ///
  /// - Parameters:
  ///   - signature: the bytes that LC_CODE_SIGNATURE names; all numbers in it have the highest byte first.
  ///   - base: where they begin in the file.
  /// - Returns: nil if there are none, or if the signature is not whole.
  static func entitlements(
    _ signature: ArraySlice<UInt8>, at base: Int
  ) -> (bytes: [UInt8], offset: Int)? {
    let reader = ByteReader(signature)
    guard reader.number(0, size: 4, isBig: true) == 0xFADE_0CC0,
      let count = reader.number(8, size: 4, isBig: true), count <= UInt64(mostBlobs)
    else { return nil }
    for index in 0..<Int(count) {
      guard let offset = reader.number(12 + 8 * index + 4, size: 4, isBig: true).map({ Int($0) }),
        reader.number(offset, size: 4, isBig: true) == 0xFADE_7171,
        let length = reader.number(offset + 4, size: 4, isBig: true), length > 8,
        let content = reader.slice(offset + 8, Int(length) - 8)
      else { continue }
      return (Array(content), base + offset + 8)
    }
    return nil
  }
}
