internal import ExactText
internal import StepProtocol

/// What other SDKs than the contract's make of operations; by the contract each answers as its first line says.
extension OperationRules {
  /// If false, a check-in does not wipe, however many operations there were.
  func wipes(instead operation: Operation) -> Bool {
    operation.kind == .checkIn
      && behaviour.leaving.wipesAtOperation.map { $0 == state.operationCount } ?? false
  }

  /// A name, with every character.
  func sent(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "#")), !behaviour.requests.namesKeepTheirMarks else {
      return name
    }
    return String(name.prefix { $0 != "#" })
  }

  /// If true, the service is told of every departure (DRG-004).
  func isTold(to pending: PendingUnenrollment) -> Bool {
    guard behaviour.leaving.tellsTheService else { return false }
    let hasFailed = memory.failedLeavers.contains { isSame($0, pending.identity) }
    let isBusy = underWay.contains { $0.kind == .checkIn }
    return (!hasFailed || behaviour.leaving.tellsTheServiceAgain)
      && (!isBusy || behaviour.leaving.reportsToTheServiceBesideCheckIns)
  }

  /// The wipe that the service has ordered; nil for a departure that it has not.
  func wipeId(of pending: PendingUnenrollment) -> String? {
    let isNamedWipe =
      pending.reason == .deregister && !behaviour.leaving.deregistrationsAreNoWipes
    return pending.wipeId ?? (isNamedWipe ? "none" : nil)
  }

  /// If false, an answer counts, though the device's clock was set after the request was sent (OQ-86).
  func isOutdated(_ request: String, of operation: Operation) -> Bool {
    memory.requestsBeforeClockChange.contains(request)
      && (!behaviour.requests.answersOutlastClockChanges
        || operation.kind == .checkIn && !behaviour.requests.checkInsOutlastClockChanges)
  }
}

extension Operation {
  /// Whether it unenrolls a user.
  var isUnenrollment: Bool { if case .unenroll = kind { true } else { false } }
}
