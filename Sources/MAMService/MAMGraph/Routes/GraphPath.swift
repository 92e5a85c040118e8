internal import ExactText
import MAMModel
import MAMWire

/// The path of a Graph request, taken apart.
package struct GraphPath: Equatable {
  /// The path as it was sent, without a query and with the version in front.
  let text: String
  /// True below `/beta`: properties that v1.0 does not have are shown.
  let isBeta: Bool
  /// The segments in order, with names as the metadata spells them, of which only types keep the namespace; a key in
  /// parentheses is a segment of its own, a function has no `()`.
  package let segments: [String]

  /// `v1.0` or `beta`.
  var version: String { isBeta ? "beta" : "v1.0" }

  /// Reads `/v1.0/users('ana%40contoso.com')/managedAppRegistrations` and the like; without a version
  /// the path is read as v1.0.
  package init(_ path: String) {
    var segments: [String] = []
    for segment in path.split(separator: "/") {
      let text = PercentEncoding.decoded(segment)
      guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
        segments.append(text)
        continue
      }
      segments.append(String(text[..<open]))
      let key = String(text[text.index(after: open)...].dropLast())
      if key.hasPrefix("'") && key.hasSuffix("'") && key.count >= 2 {
        segments.append(GraphPath.unquoted(key))
      } else if !key.isEmpty {
        segments.append(key)
      }
    }
    let version = segments.first ?? ""
    isBeta = GraphName.areSame(version, "beta")
    let hasVersion = isBeta || GraphName.areSame(version, "v1.0")
    if hasVersion { segments.removeFirst() }
    text = hasVersion ? path : "/v1.0" + path
    self.segments = GraphPath.spelled(segments)
  }

  /// The key between quotes; a quote within is written twice.
  private static func unquoted(_ key: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for character in key.unicodeScalars.dropFirst().dropLast() {
      if character == "'" && !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      text.append(character)
    }
    return String(text)
  }
}
