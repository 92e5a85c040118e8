internal import ExactText
// Every part of the service speaks its protocol, and so does whoever uses one.
@_exported public import ServiceProtocol

/// The base URLs of an app's hosts, in the order of ``ServiceHost``, without a slash at the end.
package struct HostURLs: Sendable, Equatable {
  private let bases: [String]

  /// The hosts of a service of this process, as long as nobody says whose they are.
  package static let inProcess = HostURLs { "mam://\($0.name)" }

  /// The five URLs that a rule gives for the hosts.
  package init(_ base: (ServiceHost) -> String) { bases = ServiceHost.allCases.map(base) }

  /// The URL of a host.
  package subscript(host: ServiceHost) -> String { bases[host.rawValue] }

  /// The sign-in authority of a tenant; `common` stands for any tenant.
  package func authority(tenant: String) -> String { "\(self[.signIn])/\(tenant)" }
}
