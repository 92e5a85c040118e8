internal import ExactText

/// Where the history of a case is stored, below the folder of histories.
package enum HistoryFileName {
  /// The longest name of a file before its ending, in bytes; file systems take 255.
  static let maximumLength = 180

  /// `suite/id[axis=value]@edition.jsonl` with every character percent-encoded that a file system or an artifact
  /// store refuses; names that are too long end in a hash of the whole.
  package static func path(of caseName: String) -> String {
    let parts = caseName.split(separator: "/", maxSplits: 1).map { encoded(String($0)) }
    return parts.joined(separator: "/") + ".jsonl"
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "+"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !result.isEmpty: result.append(".")
      default:
        result.append("%")
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    guard result.utf8.count > maximumLength else { return result }
    // FNV-1a, 64 bits: the same on every machine, unlike Swift's own hashes.
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(result.prefix(maximumLength))-\(String(hash, radix: 16))"
  }
}
