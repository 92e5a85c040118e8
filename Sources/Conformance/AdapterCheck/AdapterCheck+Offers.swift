internal import ExactText
internal import JSONText
internal import StepProtocol

/// What an adapter does not offer. That is no fault: checks that need it are not made, and reported as not offered.
extension AdapterCheck {
  /// The APIs that the step protocol describes, which cases call, with arguments that every adapter understands.
  private static let calls: [(api: APIName, arguments: JSONObject)] = [
    (.registeredAccounts, [:]), (.enrolledAccount, [:]), (.mdmEnrolledAccount, [:]),
    (.primaryUser, [:]), (.isManagementEnabled, [:]), (.mamPolicySource, [:]), (.policy, [:]),
    (.policyForIdentity, ["identity": "ana@contoso.com"]), (.policyForWindow, ["window": "main"]),
    (.isIdentityManaged, ["identity": "ana@contoso.com"]),
    (.isIdentity, ["identity": "ana@contoso.com", "other": "Ana@contoso.com"]),
    (.getUIPolicyIdentity, [:]), (.setUIPolicyIdentity, ["identity": ""]),
    (.getProcessIdentity, [:]), (.setProcessIdentity, ["identity": ""]),
    (.getCurrentThreadIdentity, [:]), (.setCurrentThreadIdentity, ["identity": ""]),
    (.getIdentityForCurrentActivity, [:]), (.aadAuthorityUriOverride, [:]),
    (.aadClientIdOverride, [:]), (.aadRedirectUriOverride, [:]),
    (.aadAuthorityUrisForIdentity, ["identity": "ana@contoso.com"]),
    (.appConfigForIdentity, ["identity": "ana@contoso.com"]), (.instance, [:]),
    (.protectionInfo, ["path": "none.txt"]), (.isURLAllowed, ["url": "https://contoso.com"]),
    (.isUniversalLinkAllowed, ["url": "https://contoso.com"]),
    (.isDocumentPickerAllowed, ["mode": "import"]),
    (.isSaveToAllowedForLocation, ["location": "OneDriveForBusiness", "account": nil]),
    (.isOpenFromAllowedForLocation, ["location": "OneDriveForBusiness", "account": nil]),
    (.remediationInProgressForIdentity, ["identity": "ana@contoso.com"]),
    (.setDelegate, ["delegate": "policy", "value": "new"]),
  ]
  /// The operations that an adapter may do without.
  private static let operations: [(name: StepOperation, arguments: JSONObject)] = [
    (.lifecycle, ["to": "background"]), (.lifecycle, ["to": "foreground"]),
    (.answers, ["restartApplication": false]), (.file, ["do": "exists", "path": "none.txt"]),
    (.tokens, ["do": "purge", "identity": "ana@contoso.com"]),
    (.user, ["kind": "pin", "action": "cancel"]), (.device, ["managed": [:]]),
  ]

  @Sendable static func notOffered(_ ground: AdapterProbe.Ground) throws(CheckEnd) -> String {
    let probe = try ground.start("not-offered")
    defer { probe.kill() }
    let hello = try probe.hello().result
    try probe.launch(afterHello: true)
    let offered = (hello["capabilities"]?.array ?? []).compactMap(\.string)
    let capabilities = Capability.allCases.map(\.rawValue).filter { !offered.contains($0) }
    var missing: [String] = []
    for (name, arguments) in operations {
      let reply = try probe.send(name.rawValue, arguments)
      if reply.failure?.code == .unsupported, missing.last != name.rawValue {
        missing.append(name.rawValue)
      }
    }
    var apis: [String] = []
    for (api, arguments) in calls {
      let reply = try probe.call(api.rawValue, arguments)
      if reply.failure?.code == .unsupported { apis.append(api.rawValue) }
    }
    let parts = [("capabilities", capabilities), ("operations", missing), ("APIs", apis)]
      .filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.joined(separator: ", "))" }
    return parts.isEmpty
      ? "everything that cases ask for is offered" : "not offered: \(parts.joined(separator: "; "))"
  }
}
