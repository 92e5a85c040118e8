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
    var code = code.code(in: context.edition)
    if defect == .status200For225, code == .licensedNotTargeted { code = .accountNotLicensed }
    if defect == .noUnenrollCallback, kind == .unenrollRequest { return }
    let isHeldBack = reads(.queuedForDelegate) && context.delegates.enrollment == .none
    guard isHeldBack || context.delegates.enrollment.contains(kind.rawValue) else { return }
    let hasNoText = reads(.nilErrorString) && context.edition >= .e2020_01
    let hasNoError = code.didSucceed || (reads(.nilErrorObject) && code != .internalError)
    let fields: JSONObject = [
      "identity": identity.map(JSON.string) ?? .null,
      "statusCode": .int(code.rawValue),
      "didSucceed": .bool(code.didSucceed || defect == .wrongDidSucceed),
      "errorString": hasNoText ? .null : .string(code.text),
      "error": hasNoError ? .null : .string(error ?? code.name),
    ]
    if isHeldBack {
      unrepeatedReports.append(SDKEvent(kind.rawValue, fields))
    } else {
      emit(kind.rawValue, fields)
    }
  }

  /// Posts `IntuneMAMPolicyDidChangeNotification` (POL-004).
  mutating func postPolicyDidChange() {
    post("IntuneMAMPolicyDidChangeNotification", of: "IntuneMAMPolicyManager")
  }

  /// Posts `IntuneMAMAppConfigDidChangeNotification` (CFG-019), which came with 2017-11 (CNF-26).
  mutating func postConfigurationDidChange() {
    guard context.edition >= .e2017_11 else { return }
    post("IntuneMAMAppConfigDidChangeNotification", of: "IntuneMAMAppConfigManager")
  }

  private mutating func post(_ name: String, of object: String) {
    emit(
      "notification", ["name": .string(name), "object": .string(object), "userInfo": nil])
  }
}
