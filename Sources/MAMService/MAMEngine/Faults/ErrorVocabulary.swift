internal import ExactText
import MAMDirectory
import MAMGraph
import MAMWire

/// The error codes that an endpoint itself uses, from which a fault takes its own.
enum ErrorVocabulary: Sendable, Equatable {
  /// The table of the service protocol; also for rules that are meant for every endpoint.
  case service
  /// The token endpoint: the words of OAuth, and the table, in which the service protocol has it too.
  case token
  /// The rest of the sign-in host: RFC 6749, sections 4.1.2.1 and 5.2, OpenID Connect Core, section
  /// 3.1.2.6, and RFC 8628, section 3.5.
  case signIn
  /// The administrator API.
  case graph

  /// The codes of an endpoint; nil for every endpoint.
  ///
  /// - Parameter isAlone: false under a coordinator, whose apps know the service protocol alone.
  init(_ endpoint: Endpoint?, isAlone: Bool) {
    self =
      switch endpoint {
      case _ where !isAlone: .service
      case .graph: .graph
      case .token: .token
      case let endpoint? where endpoint.host == .signIn: .signIn
      default: .service
      }
  }

  /// The code of an error of that status for which nobody has chosen one.
  func code(for status: Int) -> String {
    let known: String? =
      switch self {
      case .service:
        Refusal.Code.allCases.first { $0.status == status && !$0.isOfOAuth }?.rawValue
      case .token, .signIn: ErrorVocabulary.oauth(status)?.rawValue
      case .graph: GraphErrorCode.ofFaults.first { $0.status == status }?.rawValue
      }
    return known ?? "Status\(status)"
  }

  private static func oauth(_ status: Int) -> Refusal.Code? {
    switch status {
    case 401: .invalidClient
    case 403: .accessDenied
    case 429, 503, 504: .temporarilyUnavailable
    case 400..<500: .invalidRequest
    case 500..<600: .serverError
    default: nil
    }
  }

  /// Every code that can be ordered by its name, with its status.
  var codes: [(code: String, status: Int)] {
    let codes: [Refusal.Code]
    switch self {
    case .service: codes = Refusal.Code.allCases
    case .token:
      codes =
        Refusal.Code.allCases.filter(\.isOfOAuth)
        + Refusal.Code.allCases.filter { !$0.isOfOAuth }
    case .signIn:
      codes =
        Refusal.Code.allCases.filter(\.isOfOAuth)
        + [.tooManyRequests, .internalServerError, .serviceUnavailable]
    case .graph: return GraphErrorCode.ofFaults.map { ($0.rawValue, $0.status) }
    }
    return codes.map { ($0.rawValue, $0.status) }
  }
}
