import JSONText

/// Takes secrets out of what leaves the journal.
///
/// One redaction is for one entry: a token that was found in a form or header is also taken out of the
/// texts around it, such as an error message that quotes it.
struct Redaction {
  /// What stands in the place of a secret.
  static let mark = "[redacted]"

  /// The names of parameters and members whose values are secret, in lower case: RFC 6749, 7521, 7636
  /// and 8628, and what this service adds.
  private static let names: Set<String> = [
    "password", "client_secret", "refresh_token", "access_token", "id_token", "id_token_hint",
    "code", "device_code", "user_code", "otc", "assertion", "client_assertion", "code_verifier",
    "secret", "token",
  ]
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]
  /// Names whose values are so short or so usual that they must not be looked for elsewhere.
  private static let ordinary: Set<String> = ["password", "code", "secret"]
  /// The shortest secret that is looked for in other texts.
  private static let shortest = 8

  /// What must not be seen anywhere.
  private var secrets: [String]

  /// A redaction that knows the administrator's token, if there is one.
  init(administratorToken: String? = nil) { secrets = administratorToken.map { [$0] } ?? [] }

  /// True if values of that name must not be shown.
  static func isSecret(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private mutating func hide(_ value: String, of name: String) -> String {
    if value.utf8.count >= Redaction.shortest, !Redaction.ordinary.contains(name.lowercased()),
      !secrets.contains(value)
    {
      secrets.append(value)
    }
    return Redaction.mark
  }

  /// A header field without its secret; a URL in it loses the secrets of its query.
  mutating func field(_ field: HeaderField) -> HeaderField {
    let name = field.name.lowercased()
    if Redaction.headers.contains(name) {
      guard name.hasSuffix("authorization"), let space = field.value.firstIndex(of: " ") else {
        return HeaderField(field.name, Redaction.mark)
      }
      // The scheme tells whether the client sent the right kind of thing.
      let scheme = field.value[..<space]
      let credentials = String(field.value[field.value.index(after: space)...])
      return HeaderField(field.name, "\(scheme) \(hide(credentials, of: name))")
    }
    if name == "location" || name == "referer" {
      return HeaderField(field.name, url(field.value))
    }
    return field
  }

  /// A URL without the secrets of its query and its fragment.
  mutating func url(_ text: String) -> String {
    guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
    var result = String(text[...start])
    let rest = text[text.index(after: start)...]
    for (index, part) in rest.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
      result += (index == 0 ? "" : "#") + form(String(part))
    }
    return result
  }

  /// A form or query without the values of secret parameters.
  mutating func form(_ text: String) -> String {
    var pairs: [String] = []
    for pair in text.split(separator: "&", omittingEmptySubsequences: false) {
      guard let (name, value) = Redaction.parameter(pair), Redaction.isSecret(name) else {
        pairs.append(String(pair))
        continue
      }
      pairs.append("\(pair.prefix { $0 != "=" })=\(hide(value, of: name))")
    }
    return pairs.joined(separator: "&")
  }

  /// The parameters of a form or query in their order, without secrets.
  mutating func parameters(_ text: String) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    for pair in text.split(separator: "&") {
      guard let (name, value) = Redaction.parameter(pair) else {
        parameters.append((Redaction.decoded(pair), ""))
        continue
      }
      parameters.append((name, Redaction.isSecret(name) ? hide(value, of: name) : value))
    }
    return parameters
  }

  /// Name and value of `name=value`; nil without an equals sign.
  private static func parameter(_ pair: Substring) -> (name: String, value: String)? {
    guard let equals = pair.firstIndex(of: "=") else { return nil }
    return (decoded(pair[..<equals]), decoded(pair[pair.index(after: equals)...]))
  }

  private static func decoded(_ text: Substring) -> String {
    PercentEncoding.decoded(text, isQuery: true)
  }

  /// A JSON value without the values of secret members. The `code` of an error is none.
  mutating func json(_ value: JSON) -> JSON { json(value, isInError: false) }

  private mutating func json(_ value: JSON, isInError: Bool) -> JSON {
    switch value {
    case .object(let object):
      var redacted = JSONObject()
      for member in object.members {
        let isHidden =
          Redaction.isSecret(member.name) && !(isInError && member.name.lowercased() == "code")
        redacted.append(
          member.name,
          isHidden
            ? hidden(member.value, of: member.name)
            : json(member.value, isInError: isInError || member.name == "error"))
      }
      return .object(redacted)
    case .array(let elements):
      var redacted: [JSON] = []
      for element in elements { redacted.append(json(element, isInError: isInError)) }
      return .array(redacted)
    default: return value
    }
  }

  private mutating func hidden(_ value: JSON, of name: String) -> JSON {
    switch value {
    case .null, .bool: return value
    case .string(let text): return .string(hide(text, of: name))
    default: return .string(Redaction.mark)
    }
  }

  /// The text of a request's body without its secrets.
  mutating func body(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "" }
    if let value = try? JSON(parsing: bytes[...]), value.object != nil || value.array != nil {
      return json(value).text
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // What says it is a form may be none, and the other way round: the text decides.
    let first = text.first { !$0.isWhitespace }
    if first != "{", first != "[", text.contains("=") { return form(text) }
    let lowercase = text.lowercased()
    guard !Redaction.names.contains(where: { lowercase.contains($0) }) else {
      return "\(Redaction.mark) \(bytes.count) bytes that are neither JSON nor a form"
    }
    return text
  }

  /// The text of a response's body without its secrets.
  mutating func content(_ content: ServiceResponse.Content) -> String {
    switch content {
    case .none: ""
    case .json(let value): json(value).text
    case .text(let text, _): inputs(text)
    }
  }

  /// A page without the values of its hidden fields and of those for secrets.
  private mutating func inputs(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let tag = rest.firstRange(of: "<input ") {
      result += rest[..<tag.upperBound]
      rest = rest[tag.upperBound...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let attributes = rest[..<end]
      let name = Redaction.attribute("name", attributes).map { String(attributes[$0]) } ?? ""
      if let value = Redaction.attribute("value", attributes), Redaction.isSecret(name) {
        result += attributes[..<value.lowerBound] + hide(String(attributes[value]), of: name)
        result += attributes[value.upperBound...]
      } else {
        result += attributes
      }
      rest = rest[end...]
    }
    return result + rest
  }

  /// Where the value of an attribute of a tag is.
  private static func attribute(
    _ name: String, _ attributes: Substring
  ) -> Range<Substring.Index>? {
    guard let start = attributes.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
    let end = attributes[start...].firstIndex(of: "\"") ?? attributes.endIndex
    return start..<end
  }

  /// A value without the secrets that have been found so far, wherever they stand in a text.
  func finished(_ value: JSON) -> JSON {
    guard !secrets.isEmpty else { return value }
    switch value {
    case .string(let text): return .string(finished(text))
    case .array(let elements): return .array(elements.map(finished))
    case .object(let object):
      return .object(JSONObject(object.members.map { ($0.name, finished($0.value)) }))
    default: return value
    }
  }

  private func finished(_ text: String) -> String {
    var text = text
    for secret in secrets where text.utf8.count >= secret.utf8.count {
      var result = ""
      var rest = text[...]
      while let place = rest.firstRange(of: secret) {
        result += rest[..<place.lowerBound] + Redaction.mark
        rest = rest[place.upperBound...]
      }
      text = result + rest
    }
    return text
  }
}

extension Substring {
  /// The first place of a text that is not empty.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    let first = text.utf8.first
    var start = startIndex
    while start < endIndex {
      guard let found = utf8[start...].firstIndex(where: { $0 == first }) else { return nil }
      if utf8[found...].starts(with: text.utf8) {
        return found..<utf8.index(found, offsetBy: text.utf8.count)
      }
      start = utf8.index(after: found)
    }
    return nil
  }
}
