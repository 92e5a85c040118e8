import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime

/// How an operation goes from request to request.
struct OperationRules: SDKRules {
  let state: SDKState

  /// Starts an operation.
  func begin(
    _ kind: Operation.Kind, identity: String, locations: Locations? = nil,
    enrollmentId: String? = nil
  ) {
    state.operationCount += 1
    var operation = Operation(number: state.operationCount, kind: kind, identity: identity)
    operation.locations = knownLocations(of: identity, locations)
    operation.enrollmentId = enrollmentId
    operation.beganAt = now
    underWay.append(operation)
    if wipes(instead: operation) { return leaving.leave(reason: .deregister, wipe: true) }
    if operation.isEnrollment {
      memory.lastTried = identity
      telemetry.noteAttempt(of: identity, operation.trigger)
      strays.follow(behaviour.strays.onAttempt, of: identity)
      if !behaviour.status.reportsOnlyTheEnd {
        statuses.report(.enrollmentRequest, identity, .newPoliciesReceived)
      }
    }
    if state.hooks.internalError, kind != .signIn {
      if behaviour.status.internalErrorsAreOfOneOperation { state.hooks.internalError = false }
      fail(operation.number, .internalError, error: "an internal error was asked for by the case")
      return
    }
    if let code = codeSoonAfterFailure(of: operation) { return fail(operation.number, code) }
    advance(operation.number)
  }

  /// Takes an operation off the list.
  @discardableResult
  func remove(_ number: Int) -> Operation? {
    guard let index = index(of: number) else { return nil }
    state.openPrompts.removeAll { $0.operation == number }
    return underWay.remove(at: index)
  }

  /// Breaks an operation off; its open request is given up and nothing is reported.
  func cancel(_ number: Int) {
    if let request = remove(number)?.request { act(.cancel(request: request)) }
  }

  /// Sends the next request that the operation needs.
  func advance(_ number: Int) {
    guard let index = index(of: number) else { return }
    let operation = underWay[index]
    if case .signIn = operation.kind {
      tokens.signIn(number)
    } else if operation.locations == nil,
      operation.token != nil || behaviour.requests.order == .locationFirst
    {
      locate(number)
    } else if operation.token == nil {
      tokens.acquire(number)
    } else {
      work(number)
    }
  }

  private func locate(_ number: Int) {
    guard let index = index(of: number) else { return }
    let identity = underWay[index].identity
    send(
      .locate, to: context.location + "/locate", ["identity": .string(sent(identity))], for: number,
      stage: .locating)
  }

  private func work(_ number: Int) {
    guard let index = index(of: number), let locations = underWay[index].locations else { return }
    let operation = underWay[index]
    switch operation.kind {
    case .enroll:
      accounts.releaseHeldCalls(of: operation, at: .onceTheTokenIsThere)
      send(
        .enroll, to: locations.enrollment + "/enroll", enrollment(of: operation.identity),
        for: number, stage: .working)
    case .checkIn:
      send(
        .checkin, to: locations.policy + "/checkin",
        [
          "enrollmentId": operation.enrollmentId.map(JSON.string) ?? .null,
          "policyVersion": behaviour.checkIn.namesPolicyVersion
            ? saved.enrollment?.policyVersion.map(JSON.string) ?? .null : .null,
        ], for: number, stage: .working)
    case .unenroll(let unenrollment, _):
      guard let pending = saved.unenrollments.first(where: { $0.number == unenrollment }) else {
        return
      }
      guard isTold(to: pending), !pending.isOvertaken else {
        return leaving.finish(number, .unenrollmentSuccess)
      }
      send(
        .unenroll, to: locations.enrollment + "/unenroll",
        [
          "enrollmentId": .string(pending.enrollmentId),
          "wipeId": wipeId(of: pending).map(JSON.string) ?? .null,
          "reason": .string(behaviour.leaving.reasonsAreTold ? pending.reason.rawValue : "leave"),
        ], for: number, stage: .working)
    case .signIn: break
    }
  }

  /// The body of an enrollment request (ENR-041).
  private func enrollment(of identity: String) -> JSONObject {
    [
      "identity": .string(sent(identity)), "bundleId": .string(enrolledBundle),
      "deviceTag": .string(context.device), "appVersion": .string(context.appVersion),
      "sdkVersion": .string(
        behaviour.requests.namedRelease == .thatOfTheSDK
          ? context.edition.release : context.appVersion),
      "edition": .string(context.edition.rawValue),
    ]
  }

  /// The bundle ID by which the app is enrolled.
  private var enrolledBundle: String {
    behaviour.requests.enrollsUnder == .thatOfTheApp ? context.bundleId : "com.microsoft.intunemam"
  }

  /// Sends a request in JSON for an operation, with its bearer token if it has one.
  private func send(
    _ endpoint: Endpoint, to url: String, _ body: JSONObject, for number: Int,
    stage: Operation.Stage
  ) {
    guard let index = index(of: number) else { return }
    var headers = ["Content-Type: application/json"]
    if endpoint != .locate, let token = underWay[index].token,
      endpoint != .enroll || behaviour.tokens.enrollsWithToken
    {
      headers.append("Authorization: Bearer \(token)")
    }
    send(endpoint, to: url, headers: headers, body: .json(body), for: number, stage: stage)
  }

  /// Sends a request for an operation and puts its timeout on the clock.
  func send(
    _ endpoint: Endpoint, to url: String, headers: [String], body: RequestBody, for number: Int,
    stage: Operation.Stage
  ) {
    guard let index = index(of: number) else { return }
    state.requestCount += 1
    let id = "r\(state.requestCount)"
    underWay[index].stage = stage
    underWay[index].request = id
    underWay[index].sentAt = now
    act(
      .send(SDKRequest(id: id, endpoint: endpoint, url: url, headers: headers, body: body)))
  }

  // MARK: Responses

  /// Goes on with the operation whose request has ended; a late response is nobody's.
  func received(_ outcome: HTTPOutcome, for request: String) {
    guard let index = underWay.firstIndex(where: { $0.request == request }) else {
      telemetry.noteAnswer(outcome, to: request)
      return surroundings.uploaded(outcome, by: request)
    }
    underWay[index].request = nil
    underWay[index].sentAt = nil
    let operation = underWay[index]
    let number = operation.number
    if checkIns.isOrphaned(operation),
      operation.stage == .working || behaviour.leaving.unsentCheckInsEnd
    {
      return checkIns.finishOrphan(operation, outcome)
    }
    noteThrottle(outcome, operation)
    if isOutdated(request, of: operation) { return fail(number, .timeout) }
    switch operation.stage {
    case .locating: located(answer(of: .locate, outcome), for: number)
    case .acquiringToken, .signingIn: tokens.received(outcome, for: number)
    case .working:
      switch operation.kind {
      case .enroll: enrollments.received(answer(of: .enroll, outcome), for: number)
      case .checkIn: checkIns.received(answer(of: .checkin, outcome), for: number)
      case .unenroll: leaving.received(answer(of: .unenroll, outcome), for: number)
      case .signIn: break
      }
    case .starting, .prompting: break
    }
  }

  /// The location service has answered (ENR-041).
  private func located(_ answer: ServiceAnswer, for number: Int) {
    guard let index = index(of: number) else { return }
    switch answer {
    case .success(let body):
      guard let locations = Locations(.object(body)) else { return fail(number, .parsingFailure) }
      underWay[index].locations = locations
      learn(locations, of: underWay[index].identity)
      accounts.releaseHeldCalls(of: underWay[index], at: .onceLocated)
      advance(number)
    case .failure(let code, let message): fail(number, code, error: message)
    }
  }

  /// What the service says to a request.
  private func answer(of endpoint: Endpoint, _ outcome: HTTPOutcome) -> ServiceAnswer {
    understood(
      ServiceAnswer(outcome, of: endpoint, unnamed: behaviour.requests.unnamedCode), outcome)
  }

  /// When the open request of an operation is given up (STA-035); nil without one.
  func deadline(of operation: Operation) -> VirtualInstant? {
    guard let sentAt = operation.sentAt else { return nil }
    return behaviour.requests.timeLimit.map { sentAt + $0 }
  }

  /// Ends an operation without success.
  func fail(_ number: Int, _ code: StatusCode, error: String? = nil) {
    guard let index = index(of: number) else { return }
    let operation = underWay[index]
    noteFailure(code, of: operation)
    if code == .authRequired, operation.token != nil {
      noteRefusedToken(of: operation)
      tokens.forgetAccessToken(of: operation)
    }
    switch operation.kind {
    case .enroll(let trigger): enrollments.fail(operation, trigger, code, error)
    case .checkIn where code == .authRequired && compliance.mayAsk(for: operation):
      prompts.askForCredentials(number)
    case .checkIn: checkIns.fail(number, code, error)
    case .unenroll: leaving.finish(number, code, error: error)
    case .signIn:
      remove(number)
      act(.refused(.failed, "the sign-in failed: \(code.text)"))
    }
  }

  /// Gives up the requests whose time is over (STA-035).
  func giveUpLateRequests() {
    for operation in underWay {
      guard let deadline = deadline(of: operation), deadline <= now else { continue }
      guard let index = index(of: operation.number), let request = operation.request else {
        continue
      }
      underWay[index].request = nil
      underWay[index].sentAt = nil
      act(.cancel(request: request))
      if checkIns.isOrphaned(operation) {
        checkIns.finishOrphan(operation, .unreachable)
      } else {
        let isSignIn = operation.stage == .acquiringToken || operation.stage == .signingIn
        if isSignIn, tokens.goOnWithoutToken(operation.number) { continue }
        fail(
          operation.number,
          isSignIn
            ? codeOfSignInTimeout(of: operation) : codeOfTimeout(of: operation, due: deadline))
      }
    }
    surroundings.giveUpLateUploads()
  }

  /// The IDs of the requests that have no response yet, in the order in which they were sent.
  var openRequests: [String] {
    (underWay.compactMap(\.request) + state.uploads.map(\.request))
      .sorted { number(in: $0) < number(in: $1) }
  }

  /// The number in a request's ID; 0 without one.
  private func number(in request: String) -> Int { Int(request.dropFirst()) ?? 0 }
}
