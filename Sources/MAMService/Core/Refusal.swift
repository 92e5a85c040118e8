/// An error answer of the service: the table of errors in the service protocol.
public struct Refusal: Error, Sendable, Equatable {
  /// The HTTP status.
  public let status: Int
  /// The error code in the body.
  public let code: String
  /// What a person should know.
  public let message: String

  /// An answer of any status and code: for fault rules.
  init(status: Int, code: String, message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// An error of the table.
  init(_ code: Code, _ message: String) {
    self.init(status: code.status, code: code.rawValue, message: message)
  }

  /// The codes of the table; the raw value is the text in the body.
  public enum Code: String, Sendable, CaseIterable {
    /// The body is not what the protocol says.
    case badRequest = "BadRequest"
    /// RFC 6749, section 5.2: a token request without what it needs.
    case invalidRequest = "invalid_request"
    /// RFC 6749, section 5.2: the refresh token or the password is not valid.
    case invalidGrant = "invalid_grant"
    /// OpenID Connect Core, section 3.1.2.6: the user must sign in again.
    case interactionRequired = "interaction_required"
    /// RFC 6749, section 5.2.
    case unsupportedGrantType = "unsupported_grant_type"
    /// The bearer token is missing, unknown, expired, or of another user.
    case invalidToken = "InvalidToken"
    /// The user has no licence (`IntuneMAMEnrollmentStatusAccountNotLicensed`, 200).
    case accountNotLicensed = "AccountNotLicensed"
    /// No policy targets the licensed user (225).
    case licensedNotTargeted = "LicensedNotTargeted"
    /// The tenant is being moved (222).
    case tenantMigration = "TenantMigration"
    /// The tenant has no MAM (200).
    case tenantNotEnabled = "TenantNotEnabled"
    /// No tenant knows the user (204).
    case userNotFound = "UserNotFound"
    /// The enrollment to end is unknown (104).
    case notEnrolled = "NotEnrolled"
    /// There is no operation at that path of that host.
    case notFound = "NotFound"
    /// The operations are all `POST`.
    case methodNotAllowed = "MethodNotAllowed"
    /// The enrollment record is gone (220).
    case gone = "Gone"
    /// The body is longer than the service reads.
    case requestTooLarge = "RequestTooLarge"
    /// Throttled.
    case tooManyRequests = "TooManyRequests"
    /// The host is down.
    case internalServerError = "InternalServerError"
    /// The host is down, or the service could not store the effect.
    case serviceUnavailable = "ServiceUnavailable"

    /// The HTTP status that goes with the code.
    public var status: Int {
      switch self {
      case .badRequest, .invalidRequest, .invalidGrant, .interactionRequired,
        .unsupportedGrantType:
        400
      case .invalidToken: 401
      case .accountNotLicensed, .licensedNotTargeted, .tenantMigration, .tenantNotEnabled: 403
      case .userNotFound, .notEnrolled, .notFound: 404
      case .methodNotAllowed: 405
      case .gone: 410
      case .requestTooLarge: 413
      case .tooManyRequests: 429
      case .internalServerError: 500
      case .serviceUnavailable: 503
      }
    }
  }
}
