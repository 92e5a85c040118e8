internal import ExactText

/// What other SDKs than the contract's take for true of users whom a launch unenrolls, or whose record is lost; by the
/// contract each answers as its first line says.
extension AccountRules {
  /// Nil: a user whom a launch unenrolls is not enrolled any more (ENR-022).
  var leaverTakenForEnrolled: String? {
    guard let leaver = resumedLeavers.last, enrolled == nil,
      !behaviour.accounts.resumedLeaversAreNotEnrolled
    else { return nil }
    return leaver
  }

  /// None: a user whom a launch unenrolls is not registered any more (ENR-021, DRG-002).
  var leaversTakenForRegistered: [String] {
    let leavers = resumedLeavers
    if leavers.isEmpty || behaviour.accounts.resumedLeaversAreNotListed { return [] }
    return leavers.filter { accountIndex($0) == nil }
  }

  /// The users whom this process unenrolls because an earlier one could not, and of whom the service has not answered yet.
  private var resumedLeavers: [String] {
    underWay.compactMap { operation in
      guard case .unenroll(let pending, _) = operation.kind,
        memory.resumedUnenrollments.contains(pending)
      else { return nil }
      return operation.identity
    }
  }

  /// Nothing: an account whose record the service has lost is registered all the same (ENR-016, OQ-04).
  func hastenLost(_ identity: String) {
    guard isSame(memory.lostUser, identity), enrolled == nil,
      let index = accountIndex(identity), !behaviour.accounts.lostUsersAreDuplicates
    else { return }
    saved.accounts[index].attemptDue = now
  }
}
