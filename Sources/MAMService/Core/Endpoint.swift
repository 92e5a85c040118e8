/// One operation of the service protocol; the raw value is its name in records and fault rules.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
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

  /// The host that serves the operation, and whose failure it shares.
  public var host: ServiceHost {
    switch self {
    case .locate: .location
    case .token: .signIn
    case .enroll, .unenroll: .enrollment
    case .checkin: .policy
    case .telemetry: .telemetry
    }
  }
}

/// One of the five hosts of an app, each a listening port of its own; the raw value is its place in
/// the `ports` of the control channel.
public enum ServiceHost: Int, Sendable, Hashable, CaseIterable {
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
}

/// The base URLs of an app's hosts, in the order of ``ServiceHost``, without a slash at the end.
public struct HostURLs: Sendable, Equatable {
  private let bases: [String]

  /// The five URLs that a rule gives for the hosts.
  public init(_ base: (ServiceHost) -> String) { bases = ServiceHost.allCases.map(base) }

  /// The URL of a host.
  public subscript(host: ServiceHost) -> String { bases[host.rawValue] }

  /// The sign-in authority of a tenant; `common` stands for any tenant.
  public func authority(tenant: String) -> String { "\(self[.signIn])/\(tenant)" }
}
