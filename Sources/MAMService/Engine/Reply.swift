/// A response as it goes out.
public struct Reply: Sendable, Equatable {
  /// What becomes of the body on its way.
  public enum Form: Sendable, Equatable {
    /// It arrives.
    case whole
    /// Half of it arrives, then the connection ends.
    case truncated
    /// Something arrives that is not JSON.
    case malformed
  }

  /// The response.
  public var response: ServiceResponse
  /// What becomes of it.
  public var form: Form

  /// A response that arrives, unless said otherwise.
  public init(_ response: ServiceResponse, form: Form = .whole) {
    self.response = response
    self.form = form
  }

  /// What takes the place of a malformed body.
  public static let malformedBody = "{\"result\": <not JSON>"
}

/// What the transport does with a request that the engine has taken.
public enum Disposition: Sendable, Equatable {
  /// Send the reply now.
  case send(Reply)
  /// Keep the request of that number until the engine says what becomes of it.
  case hold(Int)
  /// Reset the connection.
  case reset
}
