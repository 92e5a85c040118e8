import AdapterKit
import Foundation

/// What a check-in has brought.
struct PolicyNews {
  var identity: String
  var enrollment: String
  var code: Int64
  var token: String?
  var hasChanged = false
  /// The service asks to enroll again.
  var enrollsAgain = false
}

extension ExampleSDK {
  func checkIn() {
    guard let enrollment = state.enrollment else { return }
    isCheckingIn = true
    accessToken(enrollment.identity, enrollment.hosts) { [self] token in
      guard case .success(let token) = token else {
        isCheckingIn = false
        return finish(enter(.failure(Failed(code: token.code)), enrollment, nil))
      }
      requestPolicy(enrollment, token) { [self] news in
        isCheckingIn = false
        finish(news)
      }
    }
  }

  /// Asks for policy and puts the answer into force; what the app is told comes later.
  func requestPolicy(
    _ enrollment: SavedState.Enrollment, _ token: String, then: @escaping (PolicyNews) -> Void
  ) {
    let known = state.enrollment?.id == enrollment.id ? state.enrollment?.policyVersion : nil
    ask(
      "\(enrollment.hosts.policy)/checkin",
      ["enrollmentId": .string(enrollment.id), "policyVersion": .text(known)], token: token,
      or: 212, needs: ["result"]
    ) { [self] answer in then(enter(answer, enrollment, token)) }
  }

  private func enter(
    _ answer: Result<JSONValue, Failed>, _ enrollment: SavedState.Enrollment, _ token: String?
  ) -> PolicyNews {
    var news = PolicyNews(
      identity: enrollment.identity, enrollment: enrollment.id, code: answer.code, token: token)
    let value = (try? answer.get()) ?? .null
    let codes: [String: Int64] = ["policy": 100, "unchanged": 101, "wipe": 102, "none": 103]
    if news.code == 0, let result = value["result"]?.string {
      news.enrollsAgain = result == "reenroll"
      news.code = codes[result] ?? (news.enrollsAgain ? 0 : 206)
      if news.code == 100, value["policy"]?.object == nil { news.code = 206 }
    } else if news.code == 0 {
      news.code = 206
    }
    guard state.enrollment?.id == enrollment.id, state.departure == nil else {
      if !news.enrollsAgain { news.code = notEnrolledCode }
      return news
    }
    state.enrollment?.checkInAt = host.now + Self.checkInInterval
    let before = state.enrollment?.policy
    switch news.code {
    case 100:
      let policy = value["policy"].map { String(decoding: $0.data, as: UTF8.self) }
      news.hasChanged = policy != before
      state.enrollment?.policy = policy
      state.enrollment?.policyVersion = value["version"]?.string
    case 102: beginDeparture("wipe", wipes: true, wipeID: value["wipeId"]?.string)
    case 103:
      state.enrollment?.policy = nil
      state.enrollment?.policyVersion = nil
      news.hasChanged = before != nil
    case 220:
      // The enrollment is gone at the service; the account stays registered.
      dropEnrollment()
      news.hasChanged = before != nil
    default: break
    }
    save()
    return news
  }

  /// Tells the app what a check-in has brought.
  func finish(_ news: PolicyNews) {
    if news.enrollsAgain {
      guard state.enrollment != nil, state.departure == nil else {
        return report("enrollmentRequest", news.identity, 221)
      }
      return host.later { [self] in
        enroll(Attempt(news.identity, replaces: news.enrollment)) {}
      }
    }
    report("policyRequest", news.identity, news.code)
    if news.hasChanged { postPolicyChange() }
    if news.code == 102 {
      host.later { [self] in depart(news.token.map { .success($0) }) }
    } else if state.enrollment?.policy != nil, !hasHooks {
      hasHooks = true
      host.later { [self] in restart() }
    }
  }

  /// The first policy takes effect after a restart: by the app, or by the SDK if the app leaves it to it.
  private func restart() {
    if app?.ask("restartApplication") == true { return }
    ask("dialog", "restart") { [self] _, _ in host.event("exitRequested") }
  }

  /// The policy object for an identity: what the edition knows, made from the policy of the check-in.
  func policy(for identity: String?) -> JSONValue {
    let text = Self.isSame(enrolledAccount, identity) ? state.enrollment?.policy : nil
    let policy = text.flatMap { JSONValue(Data($0.utf8)) } ?? [:]
    let sharing = policy["allowedOutboundDataTransferDestinations"]?.string ?? "allApps"
    let encryption = policy["appDataEncryptionType"]?.string ?? "useDeviceSettings"
    var members: [String: JSONValue] = [
      "managed": .bool(text != nil), "isPINRequired": policy["pinRequired"] ?? false,
      "isManagedBrowserRequired": policy["managedBrowserToOpenLinksRequired"] ?? false,
      "isContactSyncAllowed": .bool(policy["contactSyncBlocked"]?.bool != true),
      "isSpotlightIndexingAllowed": .bool(sharing == "allApps"),
      "isAppSharingAllowed": .bool(sharing != "none"),
    ]
    if settings.edition >= "2020-06" {
      members["isFileEncryptionRequired"] = .bool(encryption != "useDeviceSettings")
    }
    return .object(members)
  }
}
