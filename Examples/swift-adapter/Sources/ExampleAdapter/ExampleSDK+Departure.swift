import AdapterKit

extension ExampleSDK {
  /// Writes down that the enrolled user leaves; from here on a kill delays it but cannot prevent it.
  func beginDeparture(_ reason: String, wipes: Bool, wipeID: String?) {
    guard let enrollment = state.enrollment else { return }
    state.departure = SavedState.Departure(
      identity: enrollment.identity, id: enrollment.id, hosts: enrollment.hosts, reason: reason,
      wipes: wipes, wipeID: wipeID)
    state.accounts.removeAll { Self.isSame($0.identity, enrollment.identity) }
    save()
  }

  /// Drops the policy and unenrolls.
  ///
  /// - Parameter token: an access token, or what came of asking for one; nil to ask.
  func depart(_ token: Result<String, Failed>?) {
    guard let departure = state.departure else { return }
    if state.enrollment != nil {
      // The files of the user are the app's: this SDK has none of its own, so it can only ask.
      if departure.wipes {
        _ = app?.ask("wipeDataForAccount", ["identity": .string(departure.identity)])
      }
      let hadPolicy = state.enrollment?.policy != nil
      dropEnrollment()
      save()
      if hadPolicy { postPolicyChange() }
    }
    func end(_ code: Int64) {
      state.departure = nil
      save()
      let fails = host.answers["failToClear"]?.bool == true
      report("unenrollRequest", departure.identity, fails ? 215 : code)
    }
    func go(on token: Result<String, Failed>) {
      guard case .success(let token) = token else { return end(token.code) }
      unenroll(departure.hosts, departure.id, token, departure.reason, departure.wipeID, then: end)
    }
    if let token { return go(on: token) }
    accessToken(departure.identity, departure.hosts, then: go)
  }

  /// - Parameter then: given 104, or the code of what went wrong.
  func unenroll(
    _ hosts: SavedState.Hosts, _ id: String, _ token: String, _ reason: String,
    _ wipeID: String?, then: @escaping (Int64) -> Void
  ) {
    ask(
      "\(hosts.enrollment)/unenroll",
      ["enrollmentId": .string(id), "wipeId": .text(wipeID), "reason": .string(reason)],
      token: token, or: 205, needs: []
    ) { then($0.code == 0 ? 104 : $0.code) }
  }
}
