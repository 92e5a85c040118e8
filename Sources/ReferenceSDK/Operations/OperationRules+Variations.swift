import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of operations; by the contract each answers as its first line says.
extension OperationRules {
  /// False: a check-in does not wipe, however many operations there were.
  func wipes(instead operation: Operation) -> Bool {
    operation.kind == .checkIn
      && behaviour.leaving.wipesAtOperation.map { $0 == state.operationCount } ?? false
  }

  /// Notes when a host has failed last, and for whom; the overrides of a sign-in that was refused stay (AUTH-025).
  func noteFailure(_ code: StatusCode, of operation: Operation) {
    memory.lastFailure = (operation.identity, now)
    if code == .authRequired, operation.hasPrompted, saved.overrides != Overrides(),
      !behaviour.tokens.overridesOutlastRefusedSignIns
    {
      saved.overrides = Overrides()
    }
    switch code {
    case .locationServiceFailure, .adalInternalError, .enrollmentEndPointNetworkFailure,
      .policyEndPointNetworkFailure:
      memory.lastOutage = (operation.identity, operation.kind == .checkIn, now)
    default: break
    }
  }

  /// Notes whom the service throttles; nobody looks at it (OQ-87).
  func noteThrottle(_ outcome: HTTPOutcome, _ operation: Operation) {
    if outcome.status == 429, operation.isEnrollment {
      memory.throttled.append((operation.identity, now))
    }
  }

  /// Nil: what a host has answered to one operation is no answer to another (ENR-006, DRG-004).
  func codeSoonAfterFailure(of operation: Operation) -> StatusCode? {
    guard let last = memory.lastOutage, now < last.at + .minutes(5), operation.kind != .signIn,
      !isSame(last.identity, operation.identity)
        || last.isOfCheckIn != (operation.kind == .checkIn),
      !behaviour.requests.failuresAreOfOneOperation
    else { return nil }
    return operation.kind == .checkIn
      ? .policyEndPointNetworkFailure : .enrollmentEndPointNetworkFailure
  }

  /// A name, with every character.
  func sent(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "#")), !behaviour.requests.namesKeepTheirMarks else {
      return name
    }
    return String(name.prefix { $0 != "#" })
  }

  /// True: the service is told of every departure (DRG-004).
  func isTold(to pending: PendingUnenrollment) -> Bool {
    guard behaviour.leaving.tellsTheService else { return false }
    let hasFailed = memory.failedLeavers.contains { isSame($0, pending.identity) }
    if accountIndex(pending.identity) != nil, !behaviour.leaving.unenrollsWhoHasReturned {
      return false
    }
    let isBusy = underWay.contains { $0.kind == .checkIn }
    if leaving.isLeavingTwice(pending.identity, number: pending.number),
      !behaviour.leaving.secondDeparturesAreMade
    {
      return false
    }
    return (!hasFailed || behaviour.leaving.tellsTheServiceAgain)
      && (!isBusy || behaviour.leaving.reportsToTheServiceBesideCheckIns)
  }

  /// The wipe that the service has ordered; nil for a departure that it has not.
  func wipeId(of pending: PendingUnenrollment) -> String? {
    let isNamedWipe =
      pending.reason == .deregister && !behaviour.leaving.deregistrationsAreNoWipes
    return pending.wipeId ?? (isNamedWipe ? "none" : nil)
  }

  /// False: an answer counts, though the device's clock was set after the request was sent (OQ-86).
  func isOutdated(_ request: String, of operation: Operation) -> Bool {
    memory.requestsBeforeClockChange.contains(request)
      && (!behaviour.requests.answersOutlastClockChanges
        || operation.kind == .checkIn && !behaviour.requests.checkInsOutlastClockChanges)
  }

  /// The answer as it is: a status of 410 says that the record is gone, whatever the body says (STA-039).
  func understood(_ answer: ServiceAnswer, _ outcome: HTTPOutcome) -> ServiceAnswer {
    guard case .failure(let status, let words) = answer, status == .policyRecordGone else {
      return answer
    }
    let body: JSONObject?
    switch outcome {
    case .response(410, let bytes): body = (try? JSON(parsing: bytes[...]))?.object
    case .answer(410, let value): body = value.object
    default: return answer
    }
    let error = body?["error"]
    if (error?.string ?? error?["code"]?.string) == "Gone" || behaviour.requests.goneNeedsNoCode {
      return answer
    }
    return .failure(.internalError, words)
  }

  /// The timeout, whenever it is noticed, and whatever the request was for (STA-035).
  func codeOfTimeout(of operation: Operation, due deadline: VirtualInstant) -> StatusCode {
    let isCheckIn = operation.kind == .checkIn
    if deadline < now, !behaviour.requests.lateTimeoutsAreTimeouts {
      return isCheckIn ? .policyEndPointNetworkFailure : .enrollmentEndPointNetworkFailure
    }
    let isLocation = isCheckIn && operation.stage == .locating
    return isLocation && !behaviour.requests.locationsOfCheckInsTimeOut
      ? .locationServiceFailure : .timeout
  }

  /// The code for sign-ins that take too long, whatever the token was for (STA-035).
  func codeOfSignInTimeout(of operation: Operation) -> StatusCode {
    if operation.kind == .checkIn, !behaviour.requests.tokensOfCheckInsTimeOut {
      return .authRequired
    }
    if operation.isUnenrollment, !behaviour.requests.tokensOfUnenrollmentsTimeOut {
      return .authRequired
    }
    if operation.trigger == .retry, !behaviour.requests.tokensOfRetriesTimeOut {
      return .authRequired
    }
    return behaviour.requests.signInTimeout
  }

  /// Remembers that the service has refused an access token.
  func noteRefusedToken(of operation: Operation) {
    memory.refusedOperations.append(operation.number)
  }
}

extension Operation {
  /// Whether it unenrolls a user.
  var isUnenrollment: Bool { if case .unenroll = kind { true } else { false } }
}
