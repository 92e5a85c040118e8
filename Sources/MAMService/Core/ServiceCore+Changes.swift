import JSONText
import Storage
import VirtualTime

/// Why a seed or a command of the coordinator cannot be carried out, in one sentence.
public struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The sentence.
  public let description: String
  /// The names that lead to what is wrong, from the top of a seed; empty if that is not known.
  public var path: [String] = []

  /// An error in one sentence without a full stop.
  public init(_ description: String) { self.description = description }

  /// What is wrong: a control API answers each kind with a status of its own.
  enum Kind: Sendable {
    /// What was asked cannot be done.
    case unusable
    /// It names something that the service does not know.
    case unknown
    /// Nothing is wrong with it, but it could not be stored.
    case storage
  }
  private(set) var kind = Kind.unusable

  /// An error of what is not there, such as `unknown tenant "contoso"`.
  static func unknown(_ what: String, _ name: String) -> CommandError {
    var error = CommandError("unknown \(what) \"\(name)\"")
    error.kind = .unknown
    return error
  }

  /// An error of the state file.
  init(storage error: StorageError) {
    description = error.description
    kind = .storage
  }
}

extension ServiceCore {
  /// The key of a user by seed name, UPN or object ID.
  func findUser(_ name: String) -> String? {
    let key = userKey(name)
    if state.users[key] != nil { return key }
    return state.users.first { $0.name == name || $0.objectId == name }
      .map { userKey($0.upn) }
  }

  /// Changes a tenant: `enabled`, `migrating`, `accessTokenSeconds`, `refreshTokenSeconds`.
  mutating func changeTenant(_ name: String, _ members: JSONObject) throws(CommandError) {
    guard var tenant = state.tenants[name] else { throw .unknown("tenant", name) }
    try tenant.change(members)
    state.tenants[name] = tenant
  }

  /// Changes a user: `licensed`, `deleted`, `signInRequired`, `password`, and the members of
  /// ``Account``.
  mutating func changeUser(
    _ name: String, _ members: JSONObject, _ now: VirtualInstant
  ) throws(CommandError) {
    guard let key = findUser(name), var user = state.users[key] else {
      throw .unknown("user", name)
    }
    try user.change(try changeAccount(of: user, members, now))
    state.users[key] = user
  }

  /// Changes what sign-in asks of a user; returns the members that are not about that.
  mutating func changeAccount(
    of user: User, _ members: JSONObject, _ now: VirtualInstant
  ) throws(CommandError) -> JSONObject {
    var others = members
    for name in Account.names { others[name] = nil }
    guard others.members.count < members.members.count else { return members }
    var account = state.accounts[userKey(user.upn)] ?? Account()
    try account.change(members, of: user.name, now: now.milliseconds)
    state.accounts[userKey(user.upn)] = account
    return others
  }

  /// What can be done to enrollments from outside: the last two flag the device by the names of Graph's
  /// `managedAppFlaggedReason`.
  private enum RegistrationChange: String {
    case gone, reenroll, forgotten, rootedDevice, none
  }

  /// Changes every enrollment of a user's app to what is named.
  ///
  /// - Returns: how many there were.
  mutating func changeRegistrations(
    of identity: String, bundleId: String, to change: String, _ now: VirtualInstant
  ) throws(CommandError) -> Int {
    guard let key = findUser(identity) else {
      throw .unknown("user", identity)
    }
    guard let change = RegistrationChange(rawValue: change) else {
      throw CommandError(
        "\"set\" must be gone, reenroll, forgotten, rootedDevice or none, not \"\(change)\"")
    }
    let bundleId = state.apps[bundleId]?.bundleId ?? bundleId
    let matching = state.enrollments.filter { $0.user == key && $0.bundleId == bundleId }
    for var enrollment in matching {
      switch change {
      case .gone: enrollment.isGone = true
      case .reenroll: enrollment.mustReenroll = true
      case .rootedDevice: enrollment.isRooted = true
      case .none: enrollment.isRooted = false
      case .forgotten:
        end(enrollment, now)
        continue
      }
      state.enrollments[enrollment.id] = enrollment
    }
    return matching.count
  }

  /// Removes a tenant with its users, their enrollments and tokens, its groups and its policies.
  ///
  /// - Parameter keepsPlace: true if the tenant is about to be put in again: it stays the first, if it
  ///   was, to which belongs what names none.
  mutating func forget(tenant name: String, keepsPlace: Bool = false) {
    var users: Set<String> = []
    for user in state.users.rows where user.tenant == name { users.insert(userKey(user.upn)) }
    for enrollment in state.enrollments.rows where users.contains(enrollment.user) {
      if let wipe = enrollment.wipe { state.wipes[wipe] = nil }
      state.operations.removeAll { $0.enrollment == enrollment.id }
      state.enrollments[enrollment.id] = nil
    }
    state.accessTokens.removeAll { $0.tenant == name }
    state.refreshTokens.removeAll { $0.tenant == name }
    for user in users {
      state.profiles[user] = nil
      state.licences[user] = nil
    }
    state.users.removeAll { $0.tenant == name }
    for user in users { state.accounts[user] = nil }
    state.clients.removeAll { $0.tenant == name }
    state.signIns.removeAll { $0.user.map(users.contains) ?? false }
    state.groups.removeAll { $0.tenant == name }
    state.policies.removeAll { $0.tenant == name }
    state.skus.removeAll { $0.tenant == name }
    state.devices.removeAll { $0.tenant == name }
    state.tenants[name] = keepsPlace ? Tenant(name: name) : nil
  }

  /// Gives a wipe command to every enrollment of the user on the device.
  ///
  /// An enrollment that has one already keeps it; without an enrollment nothing happens.
  mutating func wipe(userKey key: String, deviceTag: String, _ now: VirtualInstant) {
    for var enrollment in state.enrollments.rows
    where enrollment.user == key && enrollment.deviceTag == deviceTag && enrollment.wipe == nil {
      let wipe = WipeCommand(
        id: "w\(state.next("wipe"))", enrollment: enrollment.id, state: .pending,
        modified: now.milliseconds)
      state.wipes[wipe.id] = wipe
      enrollment.wipe = wipe.id
      state.enrollments[enrollment.id] = enrollment
    }
  }
}

extension Tenant {
  /// How long a token may live, in seconds: at most 100 years, so that its end is an instant.
  static let tokenSeconds = 1...3_153_600_000

  /// Applies members of a seed or command; a member of another name or type is an error.
  mutating func change(_ members: JSONObject) throws(CommandError) {
    for member in members.members {
      switch (member.name, member.value) {
      case ("id", .string(let value)): id = value.lowercased()
      case ("displayName", .string(let value)): displayName = value
      case ("domains", .array(let values)): domains = values.compactMap(\.string)
      case ("enabled", .bool(let value)): isEnabled = value
      case ("migrating", .bool(let value)): isMigrating = value
      case ("accessTokenSeconds", .int(let value)) where Tenant.tokenSeconds ~= value:
        accessTokenSeconds = value
      case ("refreshTokenSeconds", .int(let value)) where Tenant.tokenSeconds ~= value:
        refreshTokenSeconds = value
      case ("refreshTokenSeconds", .null): refreshTokenSeconds = nil
      default: throw CommandError("tenant \"\(name)\": cannot set \(member.text)")
      }
    }
  }
}

extension User {
  /// Applies members of a seed or command; a member of another name or type is an error.
  mutating func change(_ members: JSONObject) throws(CommandError) {
    for member in members.members {
      switch (member.name, member.value) {
      case ("licensed", .bool(let value)): isLicensed = value
      case ("deleted", .bool(let value)): isDeleted = value
      case ("signInRequired", .bool(let value)): isSignInRequired = value
      case ("password", .string(let value)): password = value
      case ("password", .null): password = nil
      default: throw CommandError("user \"\(name)\": cannot set \(member.text)")
      }
    }
  }
}

extension JSONObject.Member {
  /// `name: value`, for messages.
  var text: String { "\(name): \(value.text)" }
}
