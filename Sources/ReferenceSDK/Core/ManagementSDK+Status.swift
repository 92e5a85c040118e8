import Contract
internal import ExactText
import JSONText

extension ManagementSDK {
  /// The three kinds of status callback (STA-001).
  enum StatusKind: String { case enrollmentRequest, policyRequest, unenrollRequest }

  /// Calls the enrollment delegate with a status object, if it is there and implements the method.
  mutating func report(
    _ kind: StatusKind, _ identity: String?, _ code: StatusCode, error: String? = nil
  ) {
    let code = distorted(code.code(in: context.edition), kind)
    if isNeverTold(kind) { return }
    let isHeldBack = reads(.queuedForDelegate) && context.delegates.enrollment == .none
    let hasNoText = reads(.nilErrorString) && context.edition >= .e2020_01
    let hasNoError = code.didSucceed || (reads(.nilErrorObject) && code != .internalError)
    var fields: JSONObject = [
      "identity": identity.map(JSON.string) ?? .null,
      "statusCode": .int(code.rawValue),
      "didSucceed": .bool(code.didSucceed),
      "errorString": hasNoText ? .null : .string(code.text),
      "error": hasNoError ? .null : .string(error ?? code.name),
    ]
    distort(&fields, kind, code)
    if isHeldBack { return unrepeatedReports.append(SDKEvent(kind.rawValue, fields)) }
    guard context.delegates.enrollment.contains(kind.rawValue) else { return }
    emit(kind.rawValue, fields)
    if isToldTwice(kind) { emit(kind.rawValue, fields) }
    if kind == .enrollmentRequest { releaseRegistration(of: identity) }
  }

  /// Posts `IntuneMAMPolicyDidChangeNotification` (POL-004).
  mutating func postPolicyDidChange() {
    for _ in 0..<behaviour.policy.notificationCount {
      post("IntuneMAMPolicyDidChangeNotification", of: "IntuneMAMPolicyManager")
    }
  }

  /// Posts `IntuneMAMAppConfigDidChangeNotification` (CFG-019), which came with 2017-11 (CNF-26).
  mutating func postConfigurationDidChange() {
    guard context.edition >= .e2017_11 else { return }
    post("IntuneMAMAppConfigDidChangeNotification", of: "IntuneMAMAppConfigManager")
  }

  private mutating func post(_ name: String, of object: String) {
    emit(
      "notification",
      [
        "name": .string(name),
        "object": behaviour.policy.notificationHasObject ? .string(object) : .null,
        "userInfo": behaviour.policy.notificationOmitsUserInfo ? nil : ["policy": "changed"],
      ])
  }
}
