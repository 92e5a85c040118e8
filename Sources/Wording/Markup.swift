internal import ExactText

/// Text as HTML, SVG and XML take it.
package enum Markup {
  /// Text between tags or in an attribute in double quotes; what is no character of XML, or could steer a terminal,
  /// becomes U+FFFD.
  package static func text(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".utf8
      case "<": result += "&lt;".utf8
      case ">": result += "&gt;".utf8
      case "\"": result += "&quot;".utf8
      case "'": result += "&#39;".utf8
      case "\n", "\t": result.append(UInt8(scalar.value))
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}".utf8
      default: result += UTF8.encode(scalar.steersDisplay ? "\u{FFFD}" : scalar)!
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
