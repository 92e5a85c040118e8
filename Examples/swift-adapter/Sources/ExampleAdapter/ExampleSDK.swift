import AdapterKit
import Foundation

/// A small MAM SDK: enrollment, retries, policy refresh and deregistration. It reads no clock: the time is that of its
/// host. What takes time goes on in closures.
final class ExampleSDK {
  static let retryInterval: Int64 = 24 * 3_600_000
  static let checkInInterval: Int64 = 8 * 3_600_000

  weak var app: ExampleApp?
  let host: AppHost
  let settings: Settings
  var state: SavedState
  private let path: String
  /// Attempts to enroll that wait for the one that is under way.
  var waiting: [() -> Void] = []
  var isEnrolling = false
  var isCheckingIn = false
  /// The policy's hooks take effect when the app starts with policy.
  var hasHooks: Bool
  private var questions: [(kind: String, answer: (Bool, String?) -> Void)] = []

  /// What the SDK needs of the launch.
  struct Settings {
    var location: String, edition: String, client: String
    /// The user by whom the device is managed.
    var managedUser: String?
    /// What `enroll` says of the app.
    var app: [String: JSONValue]
  }

  /// Nil if an argument of the launch is missing.
  init?(host: AppHost, arguments: JSONValue) {
    guard let location = arguments["location"]?.string, let edition = arguments["edition"]?.string,
      let folder = arguments["dataFolder"]?.string
    else { return nil }
    self.host = host
    settings = Settings(
      location: location, edition: edition,
      client: arguments["settings"]?["ADALClientId"]?.string ?? "swift-adapter",
      managedUser: arguments["managed"]?["mdmUser"]?.string,
      app: [
        "bundleId": arguments["bundleId"] ?? .null, "deviceTag": arguments["device"] ?? .null,
        "appVersion": arguments["appVersion"] ?? .null, "sdkVersion": "1.0",
        "edition": .string(edition),
      ])
    path = "\(folder)/swift-sdk-state.json"
    state = SavedState(at: path)
    hasHooks = state.enrollment?.policy != nil
  }

  func save() { state.save(at: path) }

  // MARK: - The app's calls

  var accounts: [String] { state.accounts.map(\.identity) }
  var enrolledAccount: String? { state.enrollment?.identity }

  func register(_ identity: String?) {
    guard let identity, !identity.isEmpty else { return report("enrollmentRequest", identity, 207) }
    if account(identity) != nil {
      host.event(
        "log",
        [
          "level": "warning",
          "message": "The account is already registered; the call is ignored.",
        ])
      return
    }
    // The retry is due from now on, so that an attempt that a kill cuts short is made again in time.
    state.accounts.append(.init(identity: identity, retryAt: host.now + Self.retryInterval))
    save()
    enqueue(identity, isRetry: false)
  }

  func login(_ identity: String?) {
    host.later { [self] in
      // The user by whom the device is managed is not asked for a name.
      if let user = identity ?? settings.managedUser {
        return enroll(Attempt(user, isLogin: true)) {}
      }
      ask("prompt", "userName", ["identity": .null]) { [self] hasEntered, name in
        guard hasEntered else { return report("enrollmentRequest", name, 219) }
        enroll(Attempt(name, isLogin: true)) {}
      }
    }
  }

  /// - Parameter returned: called once the token for the unenrollment is there, for which the call blocks.
  func deregister(_ identity: String?, wipes: Bool, returned: @escaping () -> Void) {
    guard let identity, !identity.isEmpty else {
      report("unenrollRequest", identity, 207)
      return returned()
    }
    state.accounts.removeAll { Self.isSame($0.identity, identity) }
    save()
    guard state.departure == nil, let enrollment = state.enrollment,
      Self.isSame(enrollment.identity, identity)
    else {
      report("unenrollRequest", identity, notEnrolledCode)
      return returned()
    }
    beginDeparture("deregister", wipes: wipes, wipeID: nil)
    host.later { [self] in
      accessToken(enrollment.identity, enrollment.hosts) { [self] token in
        host.later { [self] in depart(token) }
        returned()
      }
    }
  }

  // MARK: - The app's life

  func launched() {
    if state.departure != nil { host.later { [self] in depart(nil) } } else { doWhatIsDue() }
  }

  /// The earliest instant at which the SDK wants to run again; nil for none.
  var nextInstant: Int64? {
    if state.departure != nil { return nil }
    if let enrollment = state.enrollment { return isCheckingIn ? nil : enrollment.checkInAt }
    return state.accounts.map(\.retryAt).min()
  }

  func doWhatIsDue() {
    guard let next = nextInstant, next <= host.now else { return }
    if state.enrollment != nil { return host.later { [self] in checkIn() } }
    for index in state.accounts.indices where state.accounts[index].retryAt <= host.now {
      state.accounts[index].retryAt = host.now + Self.retryInterval
      enqueue(state.accounts[index].identity, isRetry: true)
    }
    save()
  }

  // MARK: - What the app and the person are told

  /// Asks the person: a prompt, or a dialog.
  func ask(
    _ event: String, _ kind: String, _ members: [String: JSONValue] = [:],
    then answer: @escaping (Bool, String?) -> Void
  ) {
    questions.append((event == "prompt" ? kind : "dialog", answer))
    host.event(event, members.merging(["kind": .string(kind)]) { $1 })
  }

  /// The person answers the oldest question of a kind; false if there is none.
  func answer(_ kind: String, _ hasEntered: Bool, _ identity: String?) -> Bool {
    guard let index = questions.firstIndex(where: { $0.kind == kind }) else { return false }
    let question = questions.remove(at: index)
    host.later { question.answer(hasEntered, identity) }
    return true
  }

  func report(_ callback: String, _ identity: String?, _ code: Int64) {
    // Codes that later editions of the contract added are internal errors before.
    let first: [Int64: String] = [220: "2016-12", 221: "2016-12", 222: "2020-01", 225: "2020-01"]
    let shown = settings.edition < (first[code] ?? "") ? 201 : code
    app?.tell(callback, identity, shown, StatusText.of(shown))
  }

  func postPolicyChange() {
    host.event(
      "notification",
      [
        "name": "IntuneMAMPolicyDidChangeNotification", "object": "IntuneMAMPolicyManager",
        "userInfo": .null,
      ])
  }

  // MARK: - Small things

  /// Identities are compared without regard to letter case, and otherwise by their bytes.
  static func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    return Array(folded(one).utf8) == Array(folded(other).utf8)
  }
  static func folded(_ identity: String) -> String { identity.uppercased() }

  func account(_ identity: String?) -> Int? {
    state.accounts.firstIndex { Self.isSame($0.identity, identity) }
  }

  var notEnrolledCode: Int64 { state.enrollment != nil && state.departure == nil ? 214 : 213 }

  /// Nobody is enrolled any more: the accounts that are left wait for a whole interval.
  func dropEnrollment() {
    state.enrollment = nil
    for index in state.accounts.indices {
      state.accounts[index].retryAt = host.now + Self.retryInterval
    }
  }
}
