internal import ExactText
import MAMDirectory
import MAMRules

/// What the caller of the administrator API may do, and where.
struct GraphAccess {
  /// The only tenant that the caller sees; nil for every one.
  let tenant: String?
  /// The key of the user who is signed in; nil for the administrator and for an application.
  let user: String?
  /// The permissions of the token, in lower case and without the resource; nil for every one.
  private let permissions: Set<ExactString>?

  /// The coordinator or the bearer of the administrator's token.
  static let administrator = GraphAccess()

  /// Whoever asks for what everybody may see.
  static let nobody = GraphAccess(permissions: [])

  private init(permissions: Set<ExactString>? = nil) {
    (tenant, user) = (nil, nil)
    self.permissions = permissions
  }

  /// The bearer of a token of the sign-in host; the administrator without one.
  init(_ token: Token?) {
    guard let token else {
      self = .administrator
      return
    }
    tenant = token.tenant
    user = token.user
    permissions =
      token.scopes.map { scope in
        let scope = scope.asciiLowercased()
        for graph in Resources.namesOfGraph where scope.hasPrefix("\(graph)/") {
          return String(scope.dropFirst(graph.utf8.count + 1))
        }
        return scope
      }.distinct
  }

  /// A part of the API with permissions of its own.
  enum Area {
    case apps, devices, users, sessions, licences, products, groups, members, memberships
    case directory, organization

    /// The permissions of which one lets a caller read.
    var readers: [String] {
      switch self {
      case .apps: ["DeviceManagementApps.Read.All"] + writers
      case .devices: ["DeviceManagementManagedDevices.Read.All"] + writers
      case .users:
        ["User.Read.All", "User.ReadBasic.All", "Directory.Read.All"] + writers
      // There is nothing to read.
      case .sessions: writers
      case .licences:
        [
          "LicenseAssignment.Read.All", "Organization.Read.All", "User.Read.All",
          "Directory.Read.All",
        ] + writers
      case .products:
        ["LicenseAssignment.Read.All", "Organization.Read.All", "Directory.Read.All"] + writers
      case .groups:
        ["Group.Read.All", "GroupMember.Read.All", "Directory.Read.All"] + writers
      case .members:
        ["GroupMember.Read.All", "Group.Read.All", "Directory.Read.All"] + writers
      case .memberships: ["User.Read.All"] + Area.members.readers
      case .directory:
        [
          "Directory.Read.All", "User.Read.All", "User.ReadBasic.All", "Group.Read.All",
          "GroupMember.Read.All",
        ] + writers
      case .organization:
        ["User.Read", "Organization.Read.All", "Directory.Read.All"] + writers
      }
    }

    /// The permissions of which one lets a caller change things, and read them.
    var writers: [String] {
      switch self {
      case .apps: ["DeviceManagementApps.ReadWrite.All"]
      case .devices: ["DeviceManagementManagedDevices.ReadWrite.All"]
      case .users: ["User.ReadWrite.All", "Directory.ReadWrite.All"]
      case .sessions:
        ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"]
      case .licences:
        ["LicenseAssignment.ReadWrite.All", "User.ReadWrite.All", "Directory.ReadWrite.All"]
      case .products:
        [
          "LicenseAssignment.ReadWrite.All", "Organization.ReadWrite.All",
          "Directory.ReadWrite.All",
        ]
      case .groups: ["Group.ReadWrite.All", "Directory.ReadWrite.All"]
      case .members:
        ["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"]
      case .memberships: ["User.Read.All"] + Area.members.writers
      case .directory:
        ["Directory.ReadWrite.All", "User.ReadWrite.All", "Group.ReadWrite.All"]
      case .organization: ["Organization.ReadWrite.All", "Directory.ReadWrite.All"]
      }
    }

    /// True if nothing is changed there: its action only looks for objects.
    var isReadOnly: Bool { self == .directory }

    /// The permissions that suffice beside because it is the caller's own user that is meant.
    func own(_ isReading: Bool) -> [String] {
      switch self {
      case .users: isReading ? ["User.Read", "User.ReadWrite"] : ["User.ReadWrite"]
      case .sessions: ["User.ReadWrite"]
      case .licences: isReading ? ["User.Read"] : []
      case .memberships: ["User.Read"]
      default: []
      }
    }
  }

  /// Refuses a caller without permission.
  ///
  /// - Parameters:
  ///   - method: of the request; all but GET change something.
  ///   - isOwn: true if it is the caller's own user that is meant.
  func require(_ area: Area, _ method: String, isOwn: Bool) throws(GraphError) {
    guard let permissions else { return }
    let isReading = method == "GET" || area.isReadOnly
    let sufficient =
      (isOwn ? area.own(isReading) : []) + (isReading ? area.readers : area.writers)
    guard !sufficient.contains(where: { permissions.contains($0.asciiLowercased()) }) else {
      return
    }
    throw GraphError(
      .forbidden,
      "the token has none of the permissions that this request needs: "
        + sufficient.joined(separator: ", "))
  }
}

extension GraphRules {
  /// What a caller may do.
  ///
  /// - Throws: 401 for a caller without a token that is valid now.
  func access(
    of caller: GraphRequest.Caller, origin: String, now: Int
  ) throws(GraphError) -> GraphAccess {
    GraphAccess(try token(of: caller, origin: origin, now: now))
  }

  /// The token that a caller bears, which is good at Graph; nil for the administrator.
  ///
  /// - Parameter origin: scheme and authority by which the caller has called this service.
  func token(
    of caller: GraphRequest.Caller, origin: String, now: Int
  ) throws(GraphError) -> Token? {
    guard case .bearer(let text) = caller else { return nil }
    guard let text, !text.isEmpty else { throw .unauthenticated("the access token is missing") }
    guard let token = state.issuedToken(text) else {
      throw .unauthenticated("the access token was not issued by this service")
    }
    if let audience = token.audience, !Resources.isGraph(audience, origin: origin) {
      // Clients know the first sentence by its words.
      throw .unauthenticated(
        "Access token validation failure. Invalid audience. The token is for \(audience); ask for "
          + "one for \(Resources.graph)")
    }
    guard token.isValid(at: now) else {
      throw .unauthenticated("the access token has expired")
    }
    if let key = token.user {
      guard let user = state.users[key], !user.isDeleted else {
        throw .unauthenticated("the user of the access token no longer exists")
      }
    }
    return token
  }
}
