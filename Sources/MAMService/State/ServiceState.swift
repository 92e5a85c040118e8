internal import ExactText
import JSONText

/// Everything the service remembers, as tables whose changes can be stored or undone.
///
/// All rules share one: what one of them changes, the others see. Whoever owns it stores ``changes`` before an
/// answer goes out, and then calls ``commit()``; if storing fails it calls ``rollback()``, and the request never
/// happened.
final class ServiceState {
  let tenants: Table<Tenant>
  let users: Table<User>
  let groups: Table<Group>
  let apps: Table<AppName>
  let policies: Table<ManagedAppPolicy>
  let enrollments: Table<Enrollment>
  let wipes: Table<WipeCommand>
  let accessTokens: Table<Token>
  let refreshTokens: Table<Token>
  let counters: Table<Counter>
  let accounts: Table<Account>
  let clients: Table<ClientApplication>
  let signIns: Table<PendingSignIn>
  let operations: Table<AppOperation>
  let skus: Table<Sku>
  let licences: Table<LicenceAssignment>
  let profiles: Table<UserProfile>
  let devices: Table<ManagedDevice>
  let mobileAppConfigurations: Table<MobileAppConfiguration>
  let deliveredPolicies: Table<DeliveredPolicy>
  let sessions: Table<Session>

  /// Every table, in the order in which rows are stored.
  private let tables: [StoredTable]

  /// What was worked out from the tables for check-ins; never stored.
  let deliveries = Deliveries()
  /// How many refresh tokens there must be before all of them are looked at again; never stored.
  var nextSweep = 0

  /// The memory of a service that knows nobody.
  ///
  /// This is the one list of tables: one that is not in it cannot be made.
  init() {
    var list = TableList()
    tenants = list.table("tenant")
    users = list.table("user")
    groups = list.table("group")
    apps = list.table("app")
    policies = list.table("policy")
    enrollments = list.table("enrollment")
    wipes = list.table("wipe")
    accessTokens = list.table("accessToken")
    refreshTokens = list.table("refreshToken")
    counters = list.table("counter")
    accounts = list.table("account")
    clients = list.table("client")
    signIns = list.table("signIn")
    operations = list.table("operation")
    skus = list.table("sku")
    licences = list.table("licence")
    profiles = list.table("profile")
    devices = list.table("device")
    mobileAppConfigurations = list.table("mobileAppConfiguration")
    deliveredPolicies = list.table("deliveredPolicy")
    sessions = list.table("session")
    tables = list.tables
  }

  /// The memory of a service that remembers the given rows.
  ///
  /// - Throws: the first row that no table can read.
  convenience init(rows: [RowChange]) throws(UnreadableRow) {
    self.init()
    for row in rows where !load(row) { throw UnreadableRow(row: row) }
  }

  /// A stored row that means nothing to this version.
  struct UnreadableRow: Error {
    let row: RowChange

    /// The row and what is wrong with it, in words.
    var text: String {
      let fault =
        row.hasSafeNumbers ? "is unreadable" : "has a number beyond \(JSON.largestCount)"
      return "\(row.name) \(fault)"
    }
  }

  /// Grows with every change of what decides what a check-in brings.
  var deliveryGeneration: Int {
    policies.generation + groups.generation + users.generation + tenants.generation
      + profiles.generation + devices.generation + mobileAppConfigurations.generation
  }

  /// The next number for a kind of ID: 1, 2, 3, ...
  func next(_ counter: String) -> Int {
    let value = (counters[counter]?.value ?? 0) + 1
    counters[counter] = Counter(value: value)
    return value
  }

  /// What changed since the last commit, table by table.
  var changes: [RowChange] {
    var changes: [RowChange] = []
    for table in tables where table.isTouched { table.appendChanges(to: &changes) }
    return changes
  }

  /// Every row, table by table.
  var allRows: [RowChange] {
    var rows: [RowChange] = []
    for table in tables { table.appendAll(to: &rows) }
    return rows
  }

  /// Counts the changes as stored.
  func commit() {
    for table in tables where table.isTouched { table.commit() }
  }

  /// Undoes every change since the last commit.
  func rollback() {
    for table in tables where table.isTouched { table.rollback() }
  }

  /// Puts in a stored row; false if no table can read it.
  func load(_ row: RowChange) -> Bool {
    guard let value = row.value, row.hasSafeNumbers,
      let table = tables.first(where: { $0.kind == row.kind })
    else { return false }
    return table.load(key: row.key, sequence: row.sequence, value: value)
  }
}
