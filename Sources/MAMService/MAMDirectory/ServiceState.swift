internal import ExactText
import JSONText

/// Everything the service remembers, as tables whose changes can be stored or undone.
///
/// All rules share one: what one of them changes, the others see. Whoever owns it stores ``changes`` before an
/// answer goes out, and then calls ``commit()``; if storing fails it calls ``rollback()``, and the request never
/// happened.
package final class ServiceState {
  package let tenants: Table<Tenant>
  package let users: Table<User>
  package let groups: Table<Group>
  package let apps: Table<AppName>
  package let policies: Table<ManagedAppPolicy>
  package let enrollments: Table<Enrollment>
  package let wipes: Table<WipeCommand>
  package let accessTokens: Table<Token>
  package let refreshTokens: Table<Token>
  package let counters: Table<Counter>
  package let accounts: Table<Account>
  package let clients: Table<ClientApplication>
  package let signIns: Table<PendingSignIn>
  package let operations: Table<AppOperation>
  package let skus: Table<Sku>
  package let licences: Table<LicenceAssignment>
  package let profiles: Table<UserProfile>
  package let devices: Table<ManagedDevice>
  package let mobileAppConfigurations: Table<MobileAppConfiguration>
  package let deliveredPolicies: Table<DeliveredPolicy>
  package let sessions: Table<Session>

  /// Every table, in the order in which rows are stored.
  private let tables: [StoredTable]

  /// What was worked out from the tables for check-ins; never stored.
  package let deliveries = Deliveries()
  /// How many refresh tokens there must be before all of them are looked at again; never stored.
  package var nextSweep = 0

  /// The memory of a service that knows nobody.
  ///
  /// This is the one list of tables: one that is not in it cannot be made.
  package init() {
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
  package convenience init(rows: [RowChange]) throws(UnreadableRow) {
    self.init()
    for row in rows where !load(row) { throw UnreadableRow(row: row) }
  }

  /// The memory of a service that remembers the same rows as another one, all of them stored.
  package convenience init(copying other: ServiceState) {
    self.init()
    // As long as each other: every state has the same tables.
    for (table, original) in zip(tables, other.tables) { table.copy(original) }
  }

  /// True if nothing was ever put in.
  package var isNew: Bool { tables.allSatisfy(\.isNew) }

  /// A stored row that means nothing to this version.
  package struct UnreadableRow: Error {
    let row: RowChange

    /// The row and what is wrong with it, in words.
    package var text: String {
      let fault =
        row.hasSafeNumbers ? "is unreadable" : "has a number beyond \(JSON.largestCount)"
      return "\(row.name) \(fault)"
    }
  }

  /// Grows with every change of what decides what a check-in brings.
  package var deliveryGeneration: Int {
    policies.generation + groups.generation + users.generation + tenants.generation
      + profiles.generation + devices.generation + mobileAppConfigurations.generation
  }

  /// The next number for a kind of ID: 1, 2, 3, ...
  package func next(_ counter: String) -> Int {
    let value = (counters[counter]?.value ?? 0) + 1
    counters[counter] = Counter(value: value)
    return value
  }

  /// What changed since the last commit, table by table.
  package var changes: [RowChange] {
    var changes: [RowChange] = []
    for table in tables where table.isTouched { table.appendChanges(to: &changes) }
    return changes
  }

  /// Every row, table by table.
  package var allRows: [RowChange] {
    var rows: [RowChange] = []
    for table in tables { table.appendAll(to: &rows) }
    return rows
  }

  /// Counts the changes as stored.
  package func commit() {
    for table in tables where table.isTouched { table.commit() }
  }

  /// Undoes every change since the last commit.
  package func rollback() {
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
