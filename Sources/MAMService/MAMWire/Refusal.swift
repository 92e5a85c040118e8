internal import ExactText

/// An error answer of the service: the table of errors in the service protocol.
package struct Refusal: Error, Sendable, Equatable {
  /// The HTTP status.
  package let status: Int
  /// The error code in the body.
  package let code: String
  /// What a person should know.
  package let message: String
  /// The number of the sign-in error, as in `AADSTS50126`; nil for none.
  package var number: Int?
  /// What a client is to do about it: `basic_action`, `consent_required` and so on.
  package var suberror: String?
  /// The claims that a new sign-in must bring (OpenID Connect Core, section 5.5), as JSON text.
  package var claims: String?
  /// True if a fault orders it: its code goes out as it is.
  package var isOrdered = false

  /// An answer of any status and code: for fault rules.
  package init(status: Int, code: String, message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// An error of the table.
  package init(_ code: Code, _ message: String) {
    self.init(status: code.status, code: code.rawValue, message: message)
  }

  /// An error of the sign-in host with its number.
  package init(
    _ code: Code, _ number: Int, _ message: String, suberror: String? = nil, claims: String? = nil
  ) {
    self.init(code, message)
    self.number = number
    self.suberror = suberror
    self.claims = claims
  }

  /// The codes of the table.
  package typealias Code = ErrorCode
}
