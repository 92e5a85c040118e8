import JSONText

/// Takes secrets out of everything that leaves the journal.
enum Redaction {
  /// What stands in the place of a secret.
  static let mark = "[redacted]"

  /// The names of parameters and members whose values are secret, in lower case: RFC 6749, 7521, 7636
  /// and 8628, and what this service adds.
  private static let names: Set<String> = [
    "password", "client_secret", "refresh_token", "access_token", "id_token", "code",
    "device_code", "user_code", "assertion", "client_assertion", "code_verifier", "secret", "token",
  ]
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  /// True if values of that name must not be shown.
  static func isSecret(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// A header field without its secret; a URL in it loses the secrets of its query.
  static func field(_ field: HeaderField) -> HeaderField {
    let name = field.name.lowercased()
    if headers.contains(name) {
      // The scheme tells whether the client sent the right kind of thing.
      let scheme = field.value.split(separator: " ").first.map(String.init) ?? ""
      let isAuthorization = name.hasSuffix("authorization") && field.value.contains(" ")
      return HeaderField(field.name, isAuthorization ? "\(scheme) \(mark)" : mark)
    }
    if name == "location" || name == "referer" {
      return HeaderField(field.name, url(field.value))
    }
    return field
  }

  /// A URL without the secrets of its query and its fragment.
  static func url(_ text: String) -> String {
    guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
    let separator = text[start]
    return text[..<start] + String(separator)
      + form(String(text[text.index(after: start)...]))
  }

  /// A form or query without the values of secret parameters.
  static func form(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
      guard let equals = pair.firstIndex(of: "="), isSecret(decoded(pair[..<equals])) else {
        return String(pair)
      }
      return "\(pair[..<equals])=\(mark)"
    }.joined(separator: "&")
  }

  private static func decoded(_ name: Substring) -> String {
    RequestReader.form(Array(name.utf8)).members.first?.name ?? String(name)
  }

  /// A JSON value without the values of secret members, unless they are objects: Graph's errors have a
  /// `code` that is none.
  static func json(_ value: JSON, isSecretCode: Bool = true) -> JSON {
    switch value {
    case .object(let object):
      var redacted = JSONObject()
      for member in object.members {
        let isError = member.name == "error"
        let isHidden = isSecret(member.name) && (isSecretCode || member.name != "code")
        switch member.value {
        case .string, .int, .double:
          redacted.append(member.name, isHidden ? .string(mark) : member.value)
        default:
          redacted.append(member.name, json(member.value, isSecretCode: isSecretCode && !isError))
        }
      }
      return .object(redacted)
    case .array(let elements):
      return .array(elements.map { json($0, isSecretCode: isSecretCode) })
    default: return value
    }
  }

  /// The text of a request's body without its secrets.
  static func body(_ bytes: [UInt8], mediaType: String) -> String {
    if let value = try? JSON(parsing: bytes[...]) { return json(value).text }
    let text = String(decoding: bytes, as: UTF8.self)
    // What is no JSON may be a form whatever it says it is.
    return text.contains("=") ? form(text) : text
  }

  /// The text of a response's body without its secrets.
  static func content(_ content: ServiceResponse.Content) -> String {
    switch content {
    case .none: ""
    case .json(let value): json(value).text
    case .text(let text, _): hiddenInputs(text)
    }
  }

  /// A page without the values of its hidden fields, which carry codes and tokens.
  private static func hiddenInputs(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let tag = rest.firstRange(of: "<input type=\"hidden\"") {
      result += rest[..<tag.upperBound]
      rest = rest[tag.upperBound...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let attributes = rest[..<end]
      if let value = attributes.firstRange(of: "value=\"") {
        result += attributes[..<value.upperBound] + mark + "\""
      } else {
        result += attributes
      }
      rest = rest[end...]
    }
    return result + rest
  }
}

extension Substring {
  /// The first place of a text that is not empty.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
