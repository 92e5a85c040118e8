internal import ExactText
package import JSONText
import MAMWire

/// Secrets in strings that may be anything: JSON, forms and URLs, also one within the other.
extension Redaction {
  /// How deep strings are looked for in strings; what is deeper is not shown.
  private static let maximumDepth = 7

  // MARK: JSON

  /// A JSON value of a request without its secrets.
  package mutating func json(_ value: JSON) -> JSON { json(value, 0) }

  private mutating func json(_ value: JSON, _ depth: Int) -> JSON {
    switch value {
    case .object(let object):
      // `{"name":"password","value":"..."}` is a pair too.
      let isPair = object.members.contains {
        Redaction.pairNames.contains($0.name.asciiLowercased())
          && ($0.value.string.map { SecretName.matches($0) } ?? false)
      }
      var redacted = JSONObject()
      for member in object.members {
        let isHidden =
          SecretName.matches(member.name)
          || (isPair && Redaction.pairValues.contains(member.name.asciiLowercased()))
        redacted.append(
          text(member.name, depth + 1), isHidden ? hidden(member.value) : json(member.value, depth))
      }
      return .object(redacted)
    case .array(let elements):
      var redacted: [JSON] = []
      for element in elements { redacted.append(json(element, depth)) }
      return .array(redacted)
    case .string(let text): return .string(self.text(text, depth + 1))
    default: return value
    }
  }

  private static let pairNames: Set<ExactString> = ["name", "key", "field", "header", "parameter"]
  private static let pairValues: Set<ExactString> = [
    "value", "values", "val", "text", "content", "data",
  ]

  /// What stands for a secret value; the truths and nulls about it are none.
  private mutating func hidden(_ value: JSON) -> JSON {
    switch value {
    case .null, .bool: return value
    default:
      remember(value)
      return .string(Redaction.mark)
    }
  }

  private mutating func remember(_ value: JSON) {
    switch value {
    case .string(let text): _ = hide(text)
    case .array(let elements): for element in elements { remember(element) }
    case .object(let object): for member in object.members { remember(member.value) }
    default: break
    }
  }

  /// A JSON value of a response without its secrets: the `code` of an error is none, and its messages are
  /// the service's own.
  mutating func answer(_ value: JSON) -> JSON { answer(value, isInError: false) }

  private mutating func answer(_ value: JSON, isInError: Bool) -> JSON {
    switch value {
    case .object(let object):
      var redacted = JSONObject()
      for member in object.members {
        let isHidden =
          SecretName.matches(member.name) && !(isInError && member.name.asciiLowercased() == "code")
        redacted.append(
          member.name,
          isHidden
            ? hidden(member.value)
            : answer(member.value, isInError: isInError || member.name == "error"))
      }
      return .object(redacted)
    case .array(let elements):
      var redacted: [JSON] = []
      for element in elements { redacted.append(answer(element, isInError: isInError)) }
      return .array(redacted)
    case .string(let text):
      guard let inner = Redaction.nested(text) else { return .string(message(text)) }
      return .string(answer(inner, isInError: isInError).text)
    default: return value
    }
  }

  /// The object or array that a string is; nil if it is none.
  private static func nested(_ text: String) -> JSON? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
    else { return nil }
    return try? JSON(parsing: Array(text.utf8)[...])
  }

  // MARK: Strings

  /// A string of a request without its secrets.
  mutating func text(_ text: String) -> String { self.text(text, 0) }

  private mutating func text(_ text: String, _ depth: Int) -> String {
    guard text.utf8.contains(where: Redaction.isTelling) else { return text }
    guard depth < Redaction.maximumDepth else { return hide(text) }
    if let inner = Redaction.nested(text) { return json(inner, depth).text }
    let shown = url(text, depth)
    if shown.utf8.contains(UInt8(ascii: "%")) {
      let decoded = PercentEncoding.decoded(shown[...])
      let inner = finished(self.text(decoded, depth + 1))
      if inner != decoded { return inner }
    }
    return Redaction.namesSecret(shown) ? hide(text) : shown
  }

  /// True for what stands between a name and its value, or around them, in some notation.
  private static func isTelling(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "{"),
      UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ">"),
      UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"):
      true
    default: false
    }
  }

  /// True if the name of a secret stands before something that could be its value.
  private static func namesSecret(_ text: String) -> Bool {
    guard SecretName.isMentioned(in: text, withMark: true) else { return false }
    var rest = text.utf8[...]
    while let start = rest.firstIndex(where: SecretName.isPart) {
      let end = rest[start...].firstIndex { !SecretName.isPart($0) } ?? rest.endIndex
      let next = rest[end...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if isFollowed(by: next, apart: next.startIndex > end),
        SecretName.matches(Substring(rest[start..<end])),
        !next.dropFirst().starts(with: mark.utf8)
      {
        return true
      }
      rest = rest[end...]
    }
    return false
  }

  /// True if a string goes on as after a name: with a sign, or with a word that compares.
  private static func isFollowed(by next: Substring.UTF8View, apart isApart: Bool) -> Bool {
    switch next.first {
    case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: ">"), UInt8(ascii: ","):
      return true
    default:
      let word = next.prefix { SecretName.isPart($0) }
      return isApart
        && ["eq", "ne", "gt", "ge", "lt", "le", "in", "is"].contains(
          String(Substring(word)).asciiLowercased())
    }
  }

  /// A string of the service without the secrets that it may quote: `name=value` ends where a value ends
  /// in a sentence.
  mutating func message(_ text: String) -> String {
    var text = Redaction.withoutUserInformation(text)
    if text.utf8.contains(UInt8(ascii: "%")) {
      let decoded = PercentEncoding.decoded(text[...])
      let shown = finished(quoted(decoded))
      if shown != decoded { return shown }
    }
    if text.utf8.contains(UInt8(ascii: "=")) { text = quoted(text) }
    return text
  }

  private mutating func quoted(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest.utf8[..<equals].reversed().prefix(while: SecretName.isPart)
      let start = rest.utf8.index(after: equals)
      result += rest[..<start]
      rest = rest[start...]
      guard SecretName.matches(String(decoding: name.reversed(), as: UTF8.self)) else { continue }
      let end = rest.utf8.firstIndex { $0 <= 0x20 || "&;,\"'<>)#".utf8.contains($0) }
      result += hide(String(rest[..<(end ?? rest.endIndex)]))
      rest = rest[(end ?? rest.endIndex)...]
    }
    return result + rest
  }

  // MARK: Forms and URLs

  /// A URL without the secrets of its authority, path, query and fragment.
  mutating func url(_ text: String) -> String { url(text, 0) }

  private mutating func url(_ text: String, _ depth: Int) -> String {
    let text = Redaction.withoutUserInformation(text)
    let parts = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }.map { Substring($0) }
    guard parts.count > 1 else { return path(text, depth) }
    var result = path(String(parts[0]), depth)
    for part in parts.dropFirst() {
      result += text[text.utf8.index(before: part.startIndex)..<part.startIndex]
      result += form(String(part), depth)
    }
    return result
  }

  /// A path without the secrets of its parameters (RFC 3986, section 3.3).
  mutating func path(_ text: String) -> String { self.text(text) }

  private mutating func path(_ text: String, _ depth: Int) -> String {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
    return form(text, depth)
  }

  /// A form or query without the values of secret parameters.
  mutating func form(_ text: String) -> String { form(text, 0) }

  private mutating func form(_ text: String, _ depth: Int) -> String {
    var pairs: [String] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let pair = Substring(pair)
      guard let (name, value) = Redaction.parameter(pair) else {
        pairs.append(self.text(String(pair), depth + 1))
        continue
      }
      let shown = shown(value, of: name, depth)
      guard shown != value else {
        pairs.append(String(pair))
        continue
      }
      let encoded = PercentEncoding.encoded(shown, keeping: Redaction.kept)
      pairs.append("\(Substring(pair.utf8.prefix { $0 != UInt8(ascii: "=") }))=\(encoded)")
    }
    return pairs.joined(separator: "&")
  }

  /// What stays as it is in a value that had a secret within it.
  private static let kept = "$,()':/@[]{}\"=?; !*"

  /// The parameters of a form or query in their order, without secrets.
  mutating func parameters(_ text: String) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let pair = Substring(pair)
      guard let (name, value) = Redaction.parameter(pair) else {
        parameters.append((self.text(PercentEncoding.decoded(pair, isQuery: true)), ""))
        continue
      }
      parameters.append((self.text(name), shown(value, of: name, 0)))
    }
    return parameters
  }

  private mutating func shown(_ value: String, of name: String, _ depth: Int) -> String {
    SecretName.matches(name) ? hide(value) : text(value, depth + 1)
  }

  /// Name and value of `name=value`; nil without an equals sign.
  private static func parameter(_ pair: Substring) -> (name: String, value: String)? {
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (
      PercentEncoding.decoded(pair[..<equals], isQuery: true),
      PercentEncoding.decoded(pair[pair.utf8.index(after: equals)...], isQuery: true)
    )
  }

  /// A string whose URLs have lost what stands before the `@` of their authority (RFC 3986, section 3.2.1).
  private static func withoutUserInformation(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let scheme = rest.firstRange(of: "://") {
      result += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let end = rest.utf8.firstIndex { $0 <= 0x20 || "/?#\"'<>".utf8.contains($0) } ?? rest.endIndex
      if let mark = rest.utf8[..<end].lastIndex(of: UInt8(ascii: "@")) {
        result += Redaction.mark
        rest = rest[mark...]
      }
    }
    return result.isEmpty ? text : result + rest
  }
}
