internal import ExactText
package import JSONText
import MAMCrypto
package import MAMDirectory
import MAMSignIn
import MAMWire

/// Takes secrets out of what leaves the journal.
///
/// One redaction is for one entry: a token that was found in a form or header is also taken out of the
/// strings around it, such as an error message that quotes it. What the service itself has given out or
/// keeps as a secret is taken out wherever it stands.
package struct Redaction {
  /// What is shown instead of a secret.
  static let mark = "[redacted]"
  /// The schemes of credentials that are shown (RFC 9110, section 11.1): what else stands there may be the
  /// secret itself.
  private static let schemes: Set<ExactString> = [
    "basic", "bearer", "digest", "dpop", "negotiate", "ntlm", "pop",
  ]

  /// What the service has given out, and what else nobody must see.
  private let known: SecretTexts
  /// What was found in this entry.
  private var found = SecretTexts()

  /// A redaction that knows the operator's secrets and those of a state.
  package init(secrets: [String] = [], state: ServiceState = ServiceState()) {
    let tokens = [
      state.accessTokens.keys, state.refreshTokens.keys, state.signIns.keys,
      state.sessions.keys,
    ]
    var known = SecretTexts(capacity: tokens.reduce(state.users.count) { $0 + $1.count })
    for secret in secrets { known.insert(secret) }
    for token in tokens.joined() { known.insertOne(token) }
    for signIn in state.signIns.rows { if let code = signIn.userCode { known.insertOne(code) } }
    for user in state.users.rows { if let password = user.password { known.insert(password) } }
    for client in state.clients.rows { if let secret = client.secret { known.insert(secret) } }
    self.known = known
  }

  /// Remembers a secret, so that it is taken out of other strings too; what is shown for it.
  mutating func hide(_ secret: String) -> String {
    if secret.utf8.count >= SecretTexts.shortest { found.insert(secret) }
    return Redaction.mark
  }

  // MARK: Header fields

  /// A header field of a request without its secrets.
  mutating func field(_ field: HeaderField) -> HeaderField {
    if SecretName.matches(field.name) {
      return HeaderField(field.name, credentials(field.value, of: field.name.asciiLowercased()))
    }
    // A URL of its own has a scheme in front of it.
    let isHost = field.isNamed("host") && field.value.utf8.contains(UInt8(ascii: "@"))
    return HeaderField(field.name, isHost ? hide(field.value) : text(field.value))
  }

  /// A header field of a response without its secrets.
  mutating func responseField(_ field: HeaderField) -> HeaderField {
    if SecretName.matches(field.name) { return HeaderField(field.name, hide(field.value)) }
    return HeaderField(
      field.name, field.isNamed("location") ? url(field.value) : message(field.value))
  }

  /// The scheme of credentials, which tells whether the client sent the right kind of thing.
  private mutating func credentials(_ value: String, of name: String) -> String {
    guard name.hasSuffix("authorization"), let space = value.firstIndex(of: " "),
      Redaction.schemes.contains(value[..<space].asciiLowercased())
    else { return hide(value) }
    let secret = String(value[value.index(after: space)...])
    if value[..<space].asciiLowercased() == "basic", let bytes = Base64URL.bytes(secret) {
      // RFC 7617, section 2: what follows the first colon is the password.
      let text = String(decoding: bytes, as: UTF8.self)
      if let colon = text.firstIndex(of: ":") {
        _ = hide(String(text[text.index(after: colon)...]))
      }
    }
    return "\(value[..<space]) \(hide(secret))"
  }

  // MARK: Bodies

  /// The text of a request's body without its secrets.
  mutating func body(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "" }
    if let value = try? JSON(parsing: bytes[...]) { return json(value).text }
    let text = String(decoding: bytes, as: UTF8.self)
    // What says it is a form may be none, and the other way round: the text decides.
    if Redaction.isForm(text) { return form(text) }
    // Escapes of JSON and XML could hide a name.
    let isHidden =
      text[...].firstRange(of: "\\u") != nil || text[...].firstRange(of: "&#") != nil
      || SecretName.isMentioned(in: text)
      || text.utf8.contains(UInt8(ascii: "%"))
        && SecretName.isMentioned(in: PercentEncoding.decoded(text[...]))
    guard !isHidden else {
      return "\(Redaction.mark) \(bytes.count) bytes that are neither JSON nor a form"
    }
    return self.text(text)
  }

  /// True for pairs of names and values as in a query, at least one.
  private static func isForm(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "=")),
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
    else { return false }
    return text.utf8.split(separator: UInt8(ascii: "&")).allSatisfy { pair in
      pair.prefix { $0 != UInt8(ascii: "=") }.allSatisfy { byte in
        SecretName.isPart(byte) || ".~%+$[]!*@:".utf8.contains(byte)
      }
    }
  }

  /// The text of a response's body without its secrets.
  mutating func content(_ content: ServiceResponse.Content) -> String {
    switch content {
    case .none: ""
    case .json(let value): answer(value).text
    case .text(let text, _): page(text)
    }
  }

  /// A page without the values of its fields for secrets.
  private mutating func page(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let tag = rest.firstRange(of: "<input ") {
      result += rest[..<tag.upperBound]
      rest = rest[tag.upperBound...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let attributes = rest[..<end]
      let name = Redaction.attribute("name", attributes).map { attributes[$0] } ?? ""
      if let place = Redaction.attribute("value", attributes) {
        let value = Redaction.unescaped(attributes[place])
        let shown = SecretName.matches(name) ? hide(value) : self.text(value)
        result += attributes[..<place.lowerBound] + SignInPage.escaped(shown)
        result += attributes[place.upperBound...]
      } else {
        result += attributes
      }
      rest = rest[end...]
    }
    return message(result + rest)
  }

  /// Where the value of an attribute of a tag is.
  private static func attribute(
    _ name: String, _ attributes: Substring
  ) -> Range<Substring.Index>? {
    guard let start = attributes.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
    let end = attributes[start...].firstIndex(of: "\"") ?? attributes.endIndex
    return start..<end
  }

  /// A string of a page as it was before ``SignInPage/escaped(_:)``.
  private static func unescaped(_ text: Substring) -> String {
    var text = String(text)
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] where text.utf8.contains(UInt8(ascii: "&")) {
      var result = ""
      var rest = text[...]
      while let place = rest.firstRange(of: entity) {
        result += rest[..<place.lowerBound] + character
        rest = rest[place.upperBound...]
      }
      text = result + rest
    }
    return text
  }

  // MARK: What has been found

  /// A value without the secrets that are known or have been found so far, wherever they stand in it.
  package func finished(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): .string(finished(text))
    case .array(let elements): .array(elements.map(finished))
    case .object(let object):
      .object(JSONObject(object.members.map { (finished($0.name), finished($0.value)) }))
    default: value
    }
  }

  /// A string without the secrets that are known or have been found so far, and without any web token.
  func finished(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      var places: [Range<Int>] = []
      known.find(in: bytes, &places)
      found.find(in: bytes, &places)
      SecretTexts.findWebTokens(in: bytes, &places)
      guard !places.isEmpty else { return nil }
      places.sort { $0.lowerBound < $1.lowerBound }
      var result: [UInt8] = []
      var end = 0
      for place in places where place.upperBound > end {
        if place.lowerBound >= end {
          result += bytes[end..<place.lowerBound]
          result += Redaction.mark.utf8
        }
        end = place.upperBound
      }
      return String(decoding: result + bytes[end...], as: UTF8.self)
    } ?? text
  }
}
