internal import ExactText
package import JSONText
package import MAMWire

/// What signs tokens: a key that is prepared elsewhere and handed in, because the rules read no file and draw
/// nothing at random.
package protocol TokenSigning: AnyObject {
  /// A JSON Web Token (RFC 7519) of claims.
  ///
  /// - Throws: a server error if it cannot be signed.
  func token(_ claims: JSONObject) throws(Refusal) -> String
  /// The public key as a JSON Web Key Set (RFC 7517, section 5).
  var keySet: JSON { get throws(Refusal) }
  /// The text with a mark behind it that nobody can guess and that never comes again.
  ///
  /// - Throws: a server error if there are no random bytes.
  func unguessable(_ text: String) throws(Refusal) -> String
  /// The key as PEM, for who keeps it elsewhere; nil if none has been needed yet.
  var keyText: String? { get }
  /// Signs with another key from now on; nil for a new one when it is needed.
  func replaceKey(with pem: String?)
}
