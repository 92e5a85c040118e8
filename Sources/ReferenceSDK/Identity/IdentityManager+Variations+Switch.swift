internal import ExactText
internal import JSONText

/// What other SDKs than the contract's make of who asks for a switch, and of whom the SDK knows.
extension IdentityManager {
  /// In what a switch or a query is made, as far as only other decisions than the contract's depend on it.
  struct Circumstances: Sendable, Equatable {
    /// The thread that has asked for a switch last, and the accounts that were registered then.
    var caller = IdentityManager.mainThread
    var registered: [IdentityName] = []
    /// True while the app is in the background.
    var isInBackground = false
    /// How the last link has ended that needed a switch, until a switch of the app.
    var lastLink = SwitchResult.success
    /// How the last switch of the app has ended, until a link.
    var lastSwitch = SwitchResult.success
    /// The user who was managed first, in this process.
    var firstUser: String?
  }

  /// Notes behind whose link a link waits; nobody looks at it.
  mutating func noteWaiting(_ request: SwitchRequest) {
    guard let first = asked.first?.open, let open = request.open else { return }
    memory.sendersBefore[ExactString(open.url)] = first.sender.map(JSON.string) ?? .null
  }

  /// Nil: a link is that of its own sender, whatever other link it has waited for (IDN-057).
  func senderBefore(_ request: OpenRequest) -> JSON? {
    guard let sender = memory.sendersBefore[ExactString(request.url)],
      !rules.waitingLinksHaveTheirSenders
    else { return nil }
    return sender
  }

  /// Notes who asks for a switch, and which accounts the app has registered: neither matters.
  mutating func noteCaller(_ thread: String, registered: [String]) {
    memory.circumstances.caller = thread
    memory.circumstances.registered = registered.map { IdentityName($0) }
  }

  /// False: a colleague is one, registered or not (IDN-032).
  func isKnownColleague(_ identity: String?) -> Bool {
    guard let identity, memory.circumstances.registered.contains(IdentityName(identity)) else {
      return false
    }
    return !rules.registeredColleaguesAreForbidden
  }

  /// Nil: the main thread decides about a switch, whichever thread asks (IDN-033).
  var callerThatDecides: String? {
    guard memory.circumstances.caller != IdentityManager.mainThread else { return nil }
    return rules.mainThreadDecidesForEveryCaller ? nil : memory.circumstances.caller
  }

  /// The result itself: neither a link nor a switch before it matters (IDN-031, IDN-048).
  mutating func ownResult(of done: IdentitySwitch, _ result: SwitchResult) -> SwitchResult {
    let before: SwitchResult
    switch done.origin {
    case .call:
      before = memory.circumstances.lastLink
      memory.circumstances.lastLink = .success
      memory.circumstances.lastSwitch = result
      if result == .success, before != .success, !rules.linksLeaveNoResult { return before }
    case .open:
      before = memory.circumstances.lastSwitch
      memory.circumstances.lastSwitch = .success
      memory.circumstances.lastLink = result
      if result == .success, before != .success, !rules.switchesLeaveNoResult { return before }
    case .resume: break
    }
    return result
  }

  /// Notes where the app is, which does not matter.
  mutating func noteLifecycle(isInBackground: Bool) {
    memory.circumstances.isInBackground = isInBackground
  }

  /// False: the UI identity decides wherever the app is (IDN-017, IDN-014).
  var isScreenOutOfSight: Bool {
    memory.circumstances.isInBackground && !windows.isEmpty
      && !rules.screensDecideInTheBackground
  }

  /// Notes who is managed, which matters only for the first one.
  mutating func noteFirstUser(_ user: String?) {
    if memory.circumstances.firstUser == nil { memory.circumstances.firstUser = user }
  }

  /// Nothing: a switch whose user leaves ends without a change of its window (IDN-034).
  mutating func emptyWindow(of ended: IdentitySwitch) {
    if ended.origin != .resume, !rules.switchesOfLeaversKeepIdentity {
      windows[ended.window] = slot("")
    }
  }

  /// Nil: managed places are those of the user of now (LOC-002, LOC-017).
  var firstOwnerOfPlaces: String? {
    guard let first = memory.circumstances.firstUser, primary != nil, first != primary else {
      return nil
    }
    return behaviour.locations.placesFollowTheNextUser ? nil : first
  }
}
