internal import ExactText
import JSONText
import MAMWire

extension ServiceRequest {
  /// A member of the body that must be a string with at least one character.
  func text(_ name: String) throws(Refusal) -> String {
    guard let text = body[name]?.string, !text.isEmpty else { throw wrong(name, "a string") }
    return text
  }

  /// The error for a member that is not what it must be, which may be because the body is not JSON.
  func wrong(_ name: String, _ demand: String) -> Refusal {
    if body.isNull, let fault = http.flatMap({ RequestReader.fault(of: $0.body) }) {
      return Refusal(.badRequest, "the body is not JSON: \(fault)")
    }
    return Refusal(.badRequest, "\"\(name)\" must be \(demand)")
  }

  /// A member of the body that must be a string, null or absent.
  func optionalText(_ name: String) throws(Refusal) -> String? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let text = value.string else {
      throw Refusal(.badRequest, "\"\(name)\" must be a string or null")
    }
    return text
  }
}
