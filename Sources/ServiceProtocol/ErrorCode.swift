internal import ExactText

/// The error codes of the service protocol; the raw value is the text in the body of an answer.
package enum ErrorCode: String, Sendable, CaseIterable {
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
  /// RFC 6749, section 5.2: the client is not who it says it is.
  case invalidClient = "invalid_client"
  /// RFC 6749, section 5.2: the client may not do this, or the app needs a protection policy.
  case unauthorizedClient = "unauthorized_client"
  /// RFC 6749, section 5.2: the scope is not one.
  case invalidScope = "invalid_scope"
  /// RFC 6749, section 4.1.2.1: the user or a policy has said no.
  case accessDenied = "access_denied"
  /// OpenID Connect Core, section 3.1.2.6: nobody is signed in.
  case loginRequired = "login_required"
  /// OpenID Connect Core, section 3.1.2.6: nobody has consented to what is asked for.
  case consentRequired = "consent_required"
  /// RFC 6749, section 4.1.2.1: there are codes only.
  case unsupportedResponseType = "unsupported_response_type"
  /// RFC 8628, section 3.5: the user has not decided yet.
  case authorizationPending = "authorization_pending"
  /// RFC 8628, section 3.5: as before, and the client asks too often.
  case slowDown = "slow_down"
  /// What Entra ID answers about a device code that it does not know.
  case badVerificationCode = "bad_verification_code"
  /// RFC 8628, section 3.5: the device code is too old.
  case expiredToken = "expired_token"
  /// The user has declined: what MSAL knows instead of `access_denied`.
  case authorizationDeclined = "authorization_declined"
  /// RFC 6749, section 4.1.2.1: the sign-in host fails.
  case serverError = "server_error"
  /// RFC 6749, section 4.1.2.1: the sign-in host has too much to do, or is being maintained.
  case temporarilyUnavailable = "temporarily_unavailable"
  /// There is no such tenant.
  case invalidTenant = "invalid_tenant"
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
  package var status: Int {
    switch self {
    case .badRequest, .invalidRequest, .invalidGrant, .interactionRequired,
      .unsupportedGrantType, .unauthorizedClient, .invalidScope, .accessDenied, .loginRequired,
      .consentRequired, .unsupportedResponseType,
      .authorizationPending, .slowDown, .badVerificationCode, .expiredToken, .authorizationDeclined,
      .invalidTenant:
      400
    case .invalidToken, .invalidClient: 401
    case .accountNotLicensed, .licensedNotTargeted, .tenantMigration, .tenantNotEnabled: 403
    case .userNotFound, .notEnrolled, .notFound: 404
    case .methodNotAllowed: 405
    case .gone: 410
    case .requestTooLarge: 413
    case .tooManyRequests: 429
    case .internalServerError, .serverError: 500
    case .serviceUnavailable, .temporarilyUnavailable: 503
    }
  }
}

extension ErrorCode {
  /// True for the codes of OAuth and OpenID Connect, which only the sign-in host uses.
  package var isOfOAuth: Bool {
    switch self {
    case .invalidRequest, .invalidGrant, .interactionRequired, .unsupportedGrantType,
      .invalidClient, .unauthorizedClient, .invalidScope, .accessDenied, .loginRequired,
      .consentRequired, .unsupportedResponseType, .authorizationPending, .slowDown,
      .badVerificationCode, .expiredToken,
      .authorizationDeclined, .invalidTenant, .serverError, .temporarilyUnavailable:
      true
    default: false
    }
  }

  /// The codes that a case can have the service answer an app with.
  package static let ofCases: [ErrorCode] = [
    .badRequest, .invalidGrant, .interactionRequired, .invalidToken, .accountNotLicensed,
    .licensedNotTargeted, .tenantMigration, .tenantNotEnabled, .userNotFound, .notEnrolled, .gone,
    .tooManyRequests,
  ]
}
