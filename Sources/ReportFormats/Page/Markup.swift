internal import ExactText
internal import Reporting

/// Text as HTML and SVG take it.
package enum Markup {
  /// Text between tags or in an attribute in double quotes; what is no character of XML becomes U+FFFD.
  package static func text(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in TextStyle.harmless(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".utf8
      case "<": result += "&lt;".utf8
      case ">": result += "&gt;".utf8
      case "\"": result += "&quot;".utf8
      case "'": result += "&#39;".utf8
      default:
        let isCharacter = scalar.value != 0xFFFE && scalar.value != 0xFFFF
        result += UTF8.encode(isCharacter ? scalar : "\u{FFFD}")!
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
