internal import Contract
internal import ExactText
import JSONText
import StepProtocol

/// Identities in upper case, as an SDK may show them (IDN-011).
enum ShownIdentities {
  /// The capital of a letter, if that is one scalar: what needs more is not letter case (OQ-05).
  private static func raised(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let capital = scalar.properties.uppercaseMapping.unicodeScalars
    // That of a dotless i is an I, which is another letter (OQ-05).
    guard capital.count == 1, let first = capital.first,
      "\(first)".isSameIgnoringCase(as: "\(scalar)")
    else { return scalar }
    return first
  }

  /// The value with its strings in upper case: an identity may come back in any letter case (IDN-011).
  static func raised(_ value: JSON) -> JSON {
    switch value {
    case .string(let text):
      .string(String(String.UnicodeScalarView(text.unicodeScalars.map(raised))))
    case .array(let elements): .array(elements.map(raised))
    case .object(let fields): .object(raised(fields))
    default: value
    }
  }

  /// What a call or an operation on files returns, with its identities in upper case.
  static func raised(_ result: JSON, of call: String) -> JSON {
    if case .object(let fields) = result { return .object(raised(fields)) }
    let isName = IdentityTexts.calls.contains(call) || IdentityTexts.fileOperations.contains(call)
    return isName ? raised(result) : result
  }

  /// The members with identities in upper case.
  private static func raised(_ fields: JSONObject) -> JSONObject {
    var fields = fields
    for name in IdentityTexts.members {
      if let value = fields[name] { fields[name] = raised(value) }
    }
    for name in IdentityTexts.listMembers {
      if let value = fields[name], value.array != nil { fields[name] = raised(value) }
    }
    return fields
  }

  /// Puts the identities of an event in upper case.
  static func raise(_ event: inout StepEvent) {
    event.fields = raised(event.fields)
  }
}
