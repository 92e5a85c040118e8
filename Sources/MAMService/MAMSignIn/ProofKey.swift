internal import ExactText
import JSONText
import MAMCrypto
import MAMWire

/// The proof that whoever redeems a code is the one who asked for it (RFC 7636).
enum ProofKey {
  /// How a challenge follows from its verifier; the raw value is `code_challenge_method`.
  enum Method: String {
    case plain
    case S256
  }

  /// Refuses a request at the authorization endpoint whose challenge is none (RFC 7636, section 4.4.1).
  static func check(_ form: JSON) throws(Refusal) {
    let method = form["code_challenge_method"]?.string
    guard let challenge = form["code_challenge"]?.string else {
      guard method == nil else {
        throw Refusal(
          .invalidRequest, 50_147, "code_challenge_method is given without code_challenge")
      }
      return
    }
    guard method == nil || Method(rawValue: method!) != nil else {
      throw Refusal(
        .invalidRequest, 9_002_313, "code_challenge_method must be S256 or plain, not \(method!)")
    }
    guard isFormed(challenge) else {
      throw Refusal(
        .invalidRequest, 501_491,
        "code_challenge must have 43 to 128 letters, digits and characters of -._~")
    }
  }

  /// True if the verifier fits the challenge (section 4.6).
  static func fits(_ verifier: String, _ challenge: String, _ method: String?) -> Bool {
    guard isFormed(verifier) else { return false }
    switch method.flatMap(Method.init(rawValue:)) ?? .plain {
    case .plain: return Secret.isSame(verifier, challenge)
    case .S256:
      return Secret.isSame(Base64URL.text(SHA256.digest(Array(verifier.utf8))), challenge)
    }
  }

  /// True for 43 to 128 unreserved characters (sections 4.1 and 4.2).
  private static func isFormed(_ text: String) -> Bool {
    43...128 ~= text.utf8.count && PercentEncoding.encoded(text, keeping: "") == text
  }
}
