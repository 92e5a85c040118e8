internal import ExactText
import JSONText

/// Everything the service remembers, as tables whose changes can be stored or undone.
struct ServiceState: Sendable {
  var tenants = Table<Tenant>("tenant")
  var users = Table<User>("user")
  var groups = Table<Group>("group")
  var apps = Table<AppName>("app")
  var policies = Table<ManagedAppPolicy>("policy")
  var enrollments = Table<Enrollment>("enrollment")
  var wipes = Table<WipeCommand>("wipe")
  var accessTokens = Table<Token>("accessToken")
  var refreshTokens = Table<Token>("refreshToken")
  var counters = Table<Counter>("counter")
  var accounts = Table<Account>("account")
  var clients = Table<ClientApplication>("client")
  var signIns = Table<PendingSignIn>("signIn")
  var operations = Table<AppOperation>("operation")
  var skus = Table<Sku>("sku")
  var licences = Table<LicenceAssignment>("licence")
  var profiles = Table<UserProfile>("profile")
  var devices = Table<ManagedDevice>("device")
  var mobileAppConfigurations = Table<MobileAppConfiguration>("mobileAppConfiguration")
  var deliveredPolicies = Table<DeliveredPolicy>("deliveredPolicy")
  var sessions = Table<Session>("session")

  /// What was worked out from the tables for check-ins; never stored.
  var deliveries = Deliveries()

  /// Grows with every change of what decides what a check-in brings.
  var deliveryGeneration: Int {
    policies.generation + groups.generation + users.generation + tenants.generation
      + profiles.generation + devices.generation + mobileAppConfigurations.generation
  }

  /// The next number for a kind of ID: 1, 2, 3, ...
  mutating func next(_ counter: String) -> Int {
    let value = (counters[counter]?.value ?? 0) + 1
    counters[counter] = Counter(value: value)
    return value
  }

  /// What changed since the last commit, without a copy of the tables.
  mutating func takeChanges() -> [RowChange] { changes }

  /// What changed since the last commit, table by table.
  var changes: [RowChange] {
    var changes: [RowChange] = []
    tenants.appendChanges(to: &changes)
    users.appendChanges(to: &changes)
    groups.appendChanges(to: &changes)
    apps.appendChanges(to: &changes)
    policies.appendChanges(to: &changes)
    enrollments.appendChanges(to: &changes)
    wipes.appendChanges(to: &changes)
    accessTokens.appendChanges(to: &changes)
    refreshTokens.appendChanges(to: &changes)
    counters.appendChanges(to: &changes)
    accounts.appendChanges(to: &changes)
    clients.appendChanges(to: &changes)
    signIns.appendChanges(to: &changes)
    operations.appendChanges(to: &changes)
    skus.appendChanges(to: &changes)
    licences.appendChanges(to: &changes)
    profiles.appendChanges(to: &changes)
    devices.appendChanges(to: &changes)
    mobileAppConfigurations.appendChanges(to: &changes)
    deliveredPolicies.appendChanges(to: &changes)
    sessions.appendChanges(to: &changes)
    return changes
  }

  /// Every row, table by table.
  var allRows: [RowChange] {
    var rows: [RowChange] = []
    tenants.appendAll(to: &rows)
    users.appendAll(to: &rows)
    groups.appendAll(to: &rows)
    apps.appendAll(to: &rows)
    policies.appendAll(to: &rows)
    enrollments.appendAll(to: &rows)
    wipes.appendAll(to: &rows)
    accessTokens.appendAll(to: &rows)
    refreshTokens.appendAll(to: &rows)
    counters.appendAll(to: &rows)
    accounts.appendAll(to: &rows)
    clients.appendAll(to: &rows)
    signIns.appendAll(to: &rows)
    operations.appendAll(to: &rows)
    skus.appendAll(to: &rows)
    licences.appendAll(to: &rows)
    profiles.appendAll(to: &rows)
    devices.appendAll(to: &rows)
    mobileAppConfigurations.appendAll(to: &rows)
    deliveredPolicies.appendAll(to: &rows)
    sessions.appendAll(to: &rows)
    return rows
  }

  /// Counts the changes as stored.
  mutating func commit() {
    tenants.commit()
    users.commit()
    groups.commit()
    apps.commit()
    policies.commit()
    enrollments.commit()
    wipes.commit()
    accessTokens.commit()
    refreshTokens.commit()
    counters.commit()
    accounts.commit()
    clients.commit()
    signIns.commit()
    operations.commit()
    skus.commit()
    licences.commit()
    profiles.commit()
    devices.commit()
    mobileAppConfigurations.commit()
    deliveredPolicies.commit()
    sessions.commit()
  }

  /// Undoes every change since the last commit.
  mutating func rollback() {
    tenants.rollback()
    users.rollback()
    groups.rollback()
    apps.rollback()
    policies.rollback()
    enrollments.rollback()
    wipes.rollback()
    accessTokens.rollback()
    refreshTokens.rollback()
    counters.rollback()
    accounts.rollback()
    clients.rollback()
    signIns.rollback()
    operations.rollback()
    skus.rollback()
    licences.rollback()
    profiles.rollback()
    devices.rollback()
    mobileAppConfigurations.rollback()
    deliveredPolicies.rollback()
    sessions.rollback()
  }

  /// Puts in a stored row; false if no table can read it.
  mutating func load(_ row: RowChange) -> Bool {
    guard let value = row.value, row.hasSafeNumbers else { return false }
    let (key, sequence) = (row.key, row.sequence)
    switch row.kind {
    case tenants.kind: return tenants.load(key: key, sequence: sequence, value: value)
    case users.kind: return users.load(key: key, sequence: sequence, value: value)
    case groups.kind: return groups.load(key: key, sequence: sequence, value: value)
    case apps.kind: return apps.load(key: key, sequence: sequence, value: value)
    case policies.kind: return policies.load(key: key, sequence: sequence, value: value)
    case enrollments.kind: return enrollments.load(key: key, sequence: sequence, value: value)
    case wipes.kind: return wipes.load(key: key, sequence: sequence, value: value)
    case accessTokens.kind: return accessTokens.load(key: key, sequence: sequence, value: value)
    case refreshTokens.kind: return refreshTokens.load(key: key, sequence: sequence, value: value)
    case counters.kind: return counters.load(key: key, sequence: sequence, value: value)
    case accounts.kind: return accounts.load(key: key, sequence: sequence, value: value)
    case clients.kind: return clients.load(key: key, sequence: sequence, value: value)
    case signIns.kind: return signIns.load(key: key, sequence: sequence, value: value)
    case operations.kind: return operations.load(key: key, sequence: sequence, value: value)
    case skus.kind: return skus.load(key: key, sequence: sequence, value: value)
    case licences.kind: return licences.load(key: key, sequence: sequence, value: value)
    case profiles.kind: return profiles.load(key: key, sequence: sequence, value: value)
    case devices.kind: return devices.load(key: key, sequence: sequence, value: value)
    case mobileAppConfigurations.kind:
      return mobileAppConfigurations.load(key: key, sequence: sequence, value: value)
    case deliveredPolicies.kind:
      return deliveredPolicies.load(key: key, sequence: sequence, value: value)
    case sessions.kind: return sessions.load(key: key, sequence: sequence, value: value)
    default: return false
    }
  }
}
