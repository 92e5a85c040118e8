import AdapterKit
import Foundation

/// The app around the example SDK: it notes what the SDK tells it as events, and answers as scripted.
final class ExampleApp: HostedApp {
  static let description = AdapterDescription(
    adapter: "swift-adapter", version: "1.0", sdk: "example SDK in Swift 1.0",
    capabilities: ["held", "halt", "lifecycle"])

  private let host: AppHost
  private let sdk: ExampleSDK
  private let authority: String
  private var delegates: [String: JSONValue]

  init(host: AppHost, arguments: JSONValue) throws {
    guard let authority = arguments["authority"]?.string,
      let sdk = ExampleSDK(host: host, arguments: arguments)
    else { throw Refusal.missing("authority, location or dataFolder") }
    self.host = host
    self.authority = authority
    self.sdk = sdk
    delegates = arguments["delegates"]?.object ?? [:]
    sdk.app = self
    for identity in arguments["signedIn"]?.array ?? [] {
      // What the app had done before it got the SDK.
      host.later { sdk.signIn(identity.string ?? "", authority) { _ in } }
    }
  }

  func launched() {
    host.event("appStarted")
    sdk.launched()
  }

  var nextInstant: Int64? { sdk.nextInstant }
  func wake() { sdk.doWhatIsDue() }
  func lifecycle(to state: String) { if state != "suspended" { wake() } }

  func call(_ api: String, _ arguments: JSONValue) throws -> CallResult {
    let identity = arguments["identity"]?.string
    switch api {
    case "registerAndEnrollAccount": sdk.register(identity)
    case "loginAndEnrollAccount": sdk.login(identity)
    case "deRegisterAndUnenrollAccount":
      let call = host.pendingCall(api)
      sdk.deregister(identity, wipes: arguments["doWipe"]?.bool ?? false) { call.finish() }
      return .blocks(call)
    case "registeredAccounts": return .returned(.array(sdk.accounts.map(JSONValue.string)))
    case "enrolledAccount": return .returned(.text(sdk.enrolledAccount))
    case "isIdentityManaged":
      return .returned(.bool(ExampleSDK.isSame(sdk.enrolledAccount, identity)))
    case "policyForIdentity": return .returned(sdk.policy(for: identity))
    case "instance": return .returned("IntuneMAMEnrollmentManager")
    case "setDelegate": try setDelegate(arguments)
    default: throw Refusal.unsupported("the API \(api)")
    }
    return .returned(.null)
  }

  func user(kind: String, action: String, identity: String?) throws {
    guard sdk.answer(kind, action == "enter", identity) else {
      throw Refusal(code: "missing", message: "no prompt of kind \(kind) is open")
    }
  }

  func tokens(_ action: String, identity: String) throws {
    if action == "signIn" {
      host.later { [sdk, authority] in sdk.signIn(identity, authority) { _ in } }
    } else {
      sdk.purgeTokens(identity)
    }
  }

  // MARK: - Delegates

  /// The SDK holds the enrollment delegate weakly and the policy delegate strongly.
  private func setDelegate(_ arguments: JSONValue) throws {
    guard let kind = arguments["delegate"]?.string, let value = arguments["value"]?.string else {
      throw Refusal.missing("delegate or value")
    }
    if value == "new" {
      delegates[kind] = true
    } else if value == "none" || kind == "enrollment" {
      delegates[kind] = false
    }
  }

  private func implements(_ kind: String, _ method: String) -> Bool {
    guard let methods = delegates[kind]?.array else { return delegates[kind]?.bool ?? true }
    return methods.contains(.string(method))
  }

  func tell(_ callback: String, _ identity: String?, _ code: Int64, _ text: String) {
    guard implements("enrollment", callback) else { return }
    let hasSucceeded = code < 200
    host.event(
      callback,
      [
        "identity": .text(identity), "statusCode": .int(code), "didSucceed": .bool(hasSucceeded),
        "errorString": .string(text), "error": hasSucceeded ? .null : .string(text),
      ])
  }

  /// Asks a policy delegate; false if it says no or does not implement the method.
  func ask(_ callback: String, _ members: [String: JSONValue] = [:]) -> Bool {
    let answer = host.answers[callback] ?? false
    guard answer != "unimplemented", implements("policy", callback) else { return false }
    var members = members
    members["thread"] = "background"
    members["answered"] = answer
    host.event(callback, members)
    return answer == true
  }
}
