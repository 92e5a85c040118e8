internal import ExactText

/// One operation of the service; the raw value is its name in records and fault rules.
///
/// The first six are the service protocol of the app; the others are the rest of the sign-in host, and
/// the administrator API.
package enum Endpoint: String, Sendable, Hashable, CaseIterable {
  /// `POST /locate`: where the services of a user are.
  case locate
  /// `POST /{tenant}/oauth2/v2.0/token`: a token by refresh token or password (RFC 6749).
  case token
  /// `POST /enroll`: registers an app of a device for a user.
  case enroll
  /// `POST /checkin`: policy, configuration and commands for an enrollment.
  case checkin
  /// `POST /unenroll`: ends an enrollment, and acknowledges a wipe.
  case unenroll
  /// `POST /telemetry`: events of the SDK, which are counted and forgotten.
  case telemetry

  /// OpenID discovery, its forms, and the list of clouds (OpenID Connect Discovery, section 4).
  case discovery
  /// The public keys of tokens (RFC 7517).
  case keys
  /// `/{tenant}/oauth2/v2.0/authorize`: the page that asks a user to sign in (RFC 6749, section 4.1).
  case authorize
  /// `POST /{tenant}/oauth2/v2.0/devicecode` (RFC 8628, section 3.1).
  case deviceCode = "devicecode"
  /// The page at which a user enters the code of a device (RFC 8628, section 3.3).
  case deviceLogin = "devicelogin"
  /// Whether a user's tenant keeps passwords itself or federates.
  case userRealm = "userrealm"
  /// The end of a session (OpenID Connect RP-Initiated Logout, section 2).
  case signOut = "signout"
  /// Who has signed in, by a token (OpenID Connect Core, section 5.3).
  case userInfo = "userinfo"
  /// Every resource of the administrator API.
  case graph

  /// The host that serves the operation, and whose failure it shares; nil for the administrator API,
  /// which is none of an app's hosts.
  package var host: ServiceHost? {
    switch self {
    case .locate: .location
    case .token, .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut,
      .userInfo:
      .signIn
    case .enroll, .unenroll: .enrollment
    case .checkin: .policy
    case .telemetry: .telemetry
    case .graph: nil
    }
  }

  /// True if errors have the form of RFC 6749, section 5.2.
  package var isOfOAuth: Bool { self == .token || self == .deviceCode }

  /// True for an operation of the service protocol, which an app's SDK calls.
  package var isOfApp: Bool {
    switch self {
    case .locate, .token, .enroll, .checkin, .unenroll, .telemetry: true
    default: false
    }
  }

  /// The operations of the service protocol, which an app's SDK calls and a case can speak of.
  package static let ofApps = allCases.filter(\.isOfApp)
}

/// One of the five hosts of an app, each a listening port of its own; the raw value is its place in
/// the `ports` of the control channel.
package enum ServiceHost: Int, Sendable, Hashable, CaseIterable {
  /// Serves ``Endpoint/locate``; its URL is told to the app at launch.
  case location
  /// Serves ``Endpoint/token``; its URL is told to the app at launch, as the sign-in authority.
  case signIn
  /// Serves ``Endpoint/enroll`` and ``Endpoint/unenroll``.
  case enrollment
  /// Serves ``Endpoint/checkin``.
  case policy
  /// Serves ``Endpoint/telemetry``.
  case telemetry

  /// The name of the case, for URLs; written out, because Swift finds it out by reflection every time.
  package var name: String {
    switch self {
    case .location: "location"
    case .signIn: "signIn"
    case .enrollment: "enrollment"
    case .policy: "policy"
    case .telemetry: "telemetry"
    }
  }
}
