internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of their surroundings; by the contract each answers as its first line says.
extension SurroundingRules {
  // MARK: Test policies

  /// False: a test policy needs `DebugSettingsEnabled`, also one that was in force before.
  func appliesWithoutSetting(_ test: JSON) -> Bool {
    test["hasApplied"] == true && !behaviour.diagnostics.testPoliciesEndWithTheSetting
      || !behaviour.diagnostics.testPoliciesNeedTheSetting
  }

  /// False: a test policy needs no service, and wins over what the service sends later.
  var isOverruled: Bool {
    if state.requestCount == 0, !behaviour.diagnostics.testPoliciesNeedNoService { return true }
    if enrolled?.policy == nil, !behaviour.diagnostics.testPoliciesNeedNoOther { return true }
    if saved.testPolicy?["policy"]?.object?.members.isEmpty == true,
      !behaviour.diagnostics.emptyTestPoliciesApply
    {
      return true
    }
    return memory.hasChangedPolicy && !behaviour.diagnostics.testPoliciesOutlastLaterOnes
  }

  /// What the call says: a test wipe that is switched off again is not made (DBG-011).
  func asksForTestWipe(_ call: APICall) -> JSON {
    if saved.testPolicy?["wipes"] == true, !behaviour.diagnostics.testWipesCanBeTakenBack {
      return true
    }
    return call.arguments["doWipe"] ?? false
  }

  /// False: a launch makes the test wipe wherever the app is (DBG-011).
  var putsTestWipeOff: Bool {
    context.lifecycle == .background && !behaviour.diagnostics.backgroundLaunchesMakeTestWipes
  }

  /// The policy with all its settings, those that limit places as well.
  func whole(_ policy: JSONObject) -> JSONObject {
    guard let isLimited = policy["saveAsBlocked"] else { return policy }
    var policy = policy
    if !behaviour.locations.testPoliciesLimitTheCameraRoll {
      let listed = policy["allowedDataStorageLocations"]?.array ?? []
      policy["allowedDataStorageLocations"] = .array(listed + ["photoLibrary"])
    }
    let listsNone = policy["allowedDataStorageLocations"]?.array?.isEmpty ?? true
    let isFree =
      isLimited == true && listsNone && !behaviour.diagnostics.testPoliciesNeedNoList
    if !isFree, behaviour.diagnostics.testPoliciesLimitPlaces { return policy }
    policy["saveAsBlocked"] = nil
    return policy
  }

  /// Notes at a launch that the test policy is in force; nobody looks at it.
  func noteTestPolicy() {
    guard context.flag("DebugSettingsEnabled"), var test = saved.testPolicy?.object else { return }
    test["hasApplied"] = true
    saved.testPolicy = .object(test)
  }

  // MARK: Screens

  /// False: the splash goes on after the app has been in the background, and after its user has left.
  var isSplashGone: Bool {
    memory.hasLeftForeground && !behaviour.launch.splashOutlastsBackground
      || enrolled == nil && !behaviour.launch.splashOutlastsDepartures
  }

  /// False: a text that is no duration leaves the splash as it is without one.
  var hasOddSplashDuration: Bool {
    guard let text = context.settings["SplashDuration"]?.string else { return false }
    let isDuration = Double(text).map { $0 >= 0 } ?? false
    return !isDuration && !behaviour.launch.oddSplashDurationsCountForNothing
  }

  /// False: what follows the scheme does not make a link the app's (WEB-006).
  func isLeftByWhatFollows(_ url: String, _ schemes: [String]) -> Bool {
    guard url.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 else { return false }
    let text = url.asciiLowercased()
    return schemes.contains { text.contains($0 + ":") }
      && !behaviour.policy.webSchemesComeFirst
  }

  /// False: a scheme is the app's only if it is one of the setting as a whole.
  func isLeftByItsBeginning(_ scheme: String, _ schemes: [String]) -> Bool {
    schemes.contains { scheme.hasPrefix($0) } && !behaviour.policy.webSchemesAreWhole
  }

  /// True: every scheme of the setting is left to the app, not only the first, and also one of the web.
  func isLeft(_ scheme: String, at place: Int) -> Bool {
    if scheme == "http" || scheme == "https", !behaviour.policy.leavesWebSchemesToApp {
      return false
    }
    if place > 4, !behaviour.policy.leavesLongListsToApp { return false }
    if context.isExtension, !behaviour.policy.leavesSchemesToExtensions { return false }
    return place == 0 || behaviour.policy.leavesEverySchemeToApp
  }

  // MARK: Uploads

  /// False: the handler of an upload that was refused is called once (DBG-021).
  var isToldAgain: Bool { !behaviour.diagnostics.refusedUploadsEndOnce }

  /// Nothing: the handler of an upload is called whoever leaves meanwhile (DBG-021).
  func dropUploads() {
    if !state.uploads.isEmpty, !behaviour.diagnostics.uploadsOutlastDepartures {
      state.uploads = []
    }
  }

  /// What the handler of an upload is told: how it has ended.
  func told(_ didSucceed: Bool) -> Bool? {
    switch behaviour.diagnostics.uploadIsTold {
    case .asItIs: didSucceed
    case .success: true
    case .nothing: nil
    }
  }
}
