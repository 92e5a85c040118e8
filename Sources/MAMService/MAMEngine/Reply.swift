internal import ExactText
package import MAMWire
package import VirtualTime

/// A response as it goes out.
package struct Reply: Sendable, Equatable {
  /// What becomes of the body on its way.
  package enum Form: Sendable, Equatable {
    /// It arrives.
    case whole
    /// Half of it arrives, then the connection ends.
    case truncated
    /// Something arrives that is not JSON.
    case malformed
    /// It arrives in pieces of so many bytes, with so much time of the service's own clock between two.
    case chunks(bytes: Int, milliseconds: Int)
  }

  /// The response.
  package var response: ServiceResponse
  /// What becomes of it.
  package var form: Form
  /// The media type that is told instead of the right one; nil for the right one.
  package var mediaType: String?
  /// True if no body can go out, so that what befalls the body befalls the head: the response to a HEAD,
  /// a 204, a redirection.
  package var isHeadAlone = false
  /// How far the header `Date` is ahead of the service's clock; negative for behind.
  package var dateSkewMilliseconds = 0
  /// When it was released, if it was held; a clock that is moved far may be ahead of that when it leaves.
  package var released: VirtualInstant?
  /// The ID of the fault rule that made the answer what it is, told in `x-mamconform-fault`.
  package var fault: String?

  /// A response that arrives, unless said otherwise.
  package init(_ response: ServiceResponse, form: Form = .whole) {
    self.response = response
    self.form = form
  }

  /// What takes the place of a malformed head.
  package static let malformedHead = "HTTP/1.1 <not HTTP>\r\n\r\n"

  /// What takes the place of a malformed body.
  package static let malformedBody = "{\"result\": <not JSON>"
}

/// What is wrong with a connection before any request has come on it.
package enum ConnectionFault: Sendable, Equatable {
  /// The TLS handshake ends with an alert.
  case tlsFailure
  /// The certificate has expired.
  case certificateExpired
}

/// What the transport does with a request that the engine has taken.
package enum Disposition: Sendable, Equatable {
  /// Send the reply now.
  case send(Reply)
  /// Keep the request of that number until the engine says what becomes of it.
  case hold(Int)
  /// Reset the connection.
  case reset
}
