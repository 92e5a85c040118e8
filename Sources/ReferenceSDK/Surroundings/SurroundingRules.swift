import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime

/// Logs on their way to the service, whose answer is still to come.
struct Upload: Sendable {
  let request: String
  /// The call that is told how it ends.
  let call: Int
  let sentAt: VirtualInstant
}

/// What a harness can ask of an SDK's surroundings: test policies, the splash, web views, uploads, the keychain.
struct SurroundingRules: SDKRules {
  let state: SDKState

  /// Performs one of these calls; false if the API is none of them.
  func perform(_ call: APICall) -> Bool {
    switch call.api {
    case .setTestPolicy: setTestPolicy(call)
    case .isSplashShown: returned(call, .bool(isSplashShown))
    case .isLeftToApp: returned(call, .bool(isLeftToApp(call.arguments["url"]?.string ?? "")))
    case .keychainGroups: returned(call, .array(keychainGroups.map(JSON.string)))
    case .sendDiagnosticInformation: upload(call)
    default: return false
    }
    return true
  }

  // MARK: Test policies

  /// A tester sets the test policy of the settings bundle; it takes effect at the next launch (DBG-001, DBG-007).
  private func setTestPolicy(_ call: APICall) {
    let policy = call.arguments["value"]?.object
    // A wipe can be asked for without a policy, too.
    guard policy != nil || call.arguments["doWipe"] == true else {
      if behaviour.diagnostics.testPoliciesCanBeRemoved { saved.testPolicy = nil }
      return returned(call)
    }
    saved.testPolicy = [
      "policy": policy.map(JSON.object) ?? .null, "wipes": asksForTestWipe(call),
      "isCopied": .bool(call.arguments["location"] == "documents"),
    ]
    returned(call)
  }

  /// The test policy that is in force; it wins over that of the service (OQ-77).
  var testPolicy: JSONObject? {
    guard let test = saved.testPolicy, let policy = test["policy"]?.object, applies(test),
      !isOverruled
    else { return nil }
    return whole(policy)
  }

  /// True for a test policy of the settings bundle with `DebugSettingsEnabled` (DBG-001), and for one that was copied to the
  /// documents in the edition of 2016-09 (DBG-004).
  private func applies(_ test: JSON) -> Bool {
    if test["isCopied"] == true {
      return context.edition == .e2016_09 && behaviour.diagnostics.appliesCopiedPolicies
    }
    return context.flag("DebugSettingsEnabled")
      ? behaviour.diagnostics.testPoliciesApply : appliesWithoutSetting(test)
  }

  /// Wipes once, if the test settings ask for it (DBG-011).
  func wipeForTest() {
    guard saved.testPolicy?["wipes"] == true, enrolled != nil,
      context.flag("DebugSettingsEnabled"), behaviour.diagnostics.testWipes, !putsTestWipeOff
    else { return }
    saved.testPolicy = nil
    leaving.leave(reason: .deregister, wipe: true, isTest: true)
  }

  // MARK: Screens

  /// True while the splash of a managed app has to be on the screen (UIX-002, OQ-81, OQ-82).
  private var isSplashShown: Bool {
    guard state.hooksAreActive, !isSplashGone, !hasOddSplashDuration else { return false }
    var duration = behaviour.launch.splashDuration
    if let text = context.settings["SplashDuration"]?.string, let seconds = Double(text),
      (0...86_400).contains(seconds), behaviour.launch.splashFollowsSetting
    {
      duration = VirtualDuration(milliseconds: Int((seconds * 1000).rounded()))
    }
    return now - state.launchedAt < duration + behaviour.launch.splashOvertime
  }

  /// True if a web view of the SDK leaves a link to the app (WEB-006).
  private func isLeftToApp(_ url: String) -> Bool {
    let schemes = (context.settings["WebViewHandledURLSchemes"]?.array ?? []).compactMap {
      $0.string?.asciiLowercased()
    }
    let scheme = PolicyObject.scheme(of: url)
    if isLeftByWhatFollows(url, schemes) { return true }
    guard let place = schemes.firstIndex(of: scheme) else {
      return isLeftByItsBeginning(scheme, schemes)
    }
    return behaviour.policy.leavesSchemesToApp && isLeft(scheme, at: place)
  }

  // MARK: Keychain

  /// The access groups of all items, without the app's prefix, each once and in order (INT-029).
  private var keychainGroups: [String] {
    let prefix = context.appIdentifierPrefix
    return state.keychain.entries.map(\.item.group).distinct.sortedTexts.map {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0
    }
  }

  // MARK: Uploads

  /// `sendDiagnosticInformation:withSessionID:completionHandler:` (DBG-021).
  private func upload(_ call: APICall) {
    returned(call)
    guard behaviour.diagnostics.uploads else { return tell(call.number, true) }
    guard let host = (saved.enrollment?.locations ?? state.lastLocations)?.telemetry else {
      return tell(call.number, false)
    }
    state.requestCount += 1
    let id = "r\(state.requestCount)"
    state.uploads.append(Upload(request: id, call: call.number, sentAt: now))
    act(
      .send(
        SDKRequest(
          id: id, endpoint: .telemetry, url: host + "/telemetry",
          headers: ["Content-Type: application/json"],
          body: .json(["events": [["kind": "log"]]]))))
  }

  /// The service has answered an upload, or whatever request nobody waits for.
  func uploaded(_ outcome: HTTPOutcome, by request: String) {
    guard let index = state.uploads.firstIndex(where: { $0.request == request }) else { return }
    let call = state.uploads.remove(at: index).call
    if case .success = ServiceAnswer(outcome, of: .telemetry) {
      tell(call, true)
    } else {
      tell(call, false)
      if isToldAgain { tell(call, true) }
    }
  }

  /// When an upload is given up; nil if it is waited for without end.
  func deadline(of upload: Upload) -> VirtualInstant? {
    behaviour.requests.timeLimit.map { upload.sentAt + $0 }
  }

  /// Gives up the uploads whose answer is too late: their handlers are called all the same (DBG-021).
  func giveUpLateUploads() {
    while let index = state.uploads.firstIndex(where: {
      deadline(of: $0).map { $0 <= now } ?? false
    }) {
      let upload = state.uploads.remove(at: index)
      act(.cancel(request: upload.request))
      tell(upload.call, false)
    }
  }

  private func tell(_ call: Int, _ didSucceed: Bool) {
    guard let told = told(didSucceed) else { return }
    emit(
      .completion,
      [
        "api": .string(APIName.sendDiagnosticInformation.rawValue), "call": .int(call),
        "result": .bool(told), "thread": "background",
      ])
  }
}
