internal import ExactText
package import JSONText

/// One setting of a ``MobileAppConfiguration``: Graph's `appConfigurationSettingItem`.
package struct MobileAppSetting: Sendable, Equatable {
  /// Graph's `mdmAppConfigKeyType`.
  package enum Kind: String, Sendable, CaseIterable {
    case string = "stringType"
    case integer = "integerType"
    case real = "realType"
    case boolean = "booleanType"
    /// A string in which the service puts in what it knows of the device and its user.
    case token = "tokenType"
  }

  package let name: String
  package let kind: Kind
  /// The value as it was written; Graph knows strings only.
  package let text: String
  /// What an app is told; of ``Kind/token`` the text with its tokens.
  let value: JSON

  /// A setting of Graph.
  ///
  /// - Returns: nil if the text is not of the kind.
  package init?(name: String, kind: Kind, text: String) {
    let value: JSON? =
      switch kind {
      case .string, .token: .string(text)
      case .integer: Int(text).map(JSON.int)
      case .real: MobileAppSetting.number(text).map(JSON.double)
      case .boolean: ["true": true, "false": false][text.asciiLowercased()].map(JSON.bool)
      }
    guard let value else { return nil }
    self.name = name
    self.kind = kind
    self.text = text
    self.value = value
  }

  /// A setting of a seed, whose kind is that of the value.
  ///
  /// - Returns: nil for a value that Graph could not show: null, a list, an object.
  package init?(name: String, seeded value: JSON) {
    switch value {
    case .string(let text): kind = .string; self.text = text
    case .int: kind = .integer; text = value.text
    case .double: kind = .real; text = value.text
    case .bool: kind = .boolean; text = value.text
    default: return nil
    }
    self.name = name
    self.value = value
  }

  /// A decimal number; Swift would read hexadecimal ones and words, too.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }

  /// What an app is told.
  ///
  /// - Parameter meaning: what a token stands for; nil for one that is not known, which stays as it is.
  package func delivered(_ meaning: (_ token: String) -> String?) -> JSON {
    guard kind == .token else { return value }
    var delivered = ""
    // Byte by byte: a brace with an accent is one character to Swift.
    var rest = Substring(text).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      delivered += Substring(rest[..<start])
      rest = rest[start...]
      if let token = MobileAppSetting.token(at: rest), let known = meaning(token.asciiLowercased())
      {
        delivered += known
        rest = rest.dropFirst(token.utf8.count + 4)
      } else {
        delivered += "{"
        rest = rest.dropFirst()
      }
    }
    return .string(delivered + Substring(rest))
  }

  /// The name of the token with which a string begins; nil if it begins with none.
  private static func token(at text: Substring.UTF8View) -> Substring? {
    guard text.starts(with: "{{".utf8) else { return nil }
    let name = text.dropFirst(2).prefix {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
    }
    return text[name.endIndex...].starts(with: "}}".utf8) ? Substring(name) : nil
  }

  init?(json: JSON) {
    guard let name = json["name"]?.string, let text = json["text"]?.string,
      let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(name: name, kind: kind, text: text)
  }

  var json: JSON {
    ["name": .string(name), "kind": .string(kind.rawValue), "text": .string(text)]
  }
}
