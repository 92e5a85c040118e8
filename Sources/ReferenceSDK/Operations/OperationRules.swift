import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
import VirtualTime

/// How an operation goes from request to request.
extension ManagementSDK {
  /// Starts an operation.
  mutating func begin(
    _ kind: Operation.Kind, identity: String, locations: Locations? = nil,
    enrollmentId: String? = nil
  ) {
    operationCount += 1
    var operation = Operation(number: operationCount, kind: kind, identity: identity)
    operation.locations = knownLocations(of: identity, locations)
    operation.enrollmentId = enrollmentId
    operations.append(operation)
    if operation.isEnrollment, !behaviour.status.reportsOnlyTheEnd {
      report(.enrollmentRequest, identity, .newPoliciesReceived)
    }
    if hooks.internalError, kind != .signIn {
      hooks.internalError = false
      fail(operation.number, .internalError, error: "an internal error was asked for by the case")
      return
    }
    advance(operation.number)
  }

  /// The place of an operation that is still under way.
  func index(of number: Int) -> Int? { operations.firstIndex { $0.number == number } }

  /// Takes an operation off the list.
  @discardableResult
  mutating func remove(_ number: Int) -> Operation? {
    guard let index = index(of: number) else { return nil }
    prompts.removeAll { $0.operation == number }
    return operations.remove(at: index)
  }

  /// Breaks an operation off; its open request is given up and nothing is reported.
  mutating func cancel(_ number: Int) {
    if let request = remove(number)?.request { act(.cancel(request: request)) }
  }

  /// Sends the next request that the operation needs.
  mutating func advance(_ number: Int) {
    guard let index = index(of: number) else { return }
    let operation = operations[index]
    if case .signIn = operation.kind {
      signIn(number)
    } else if operation.locations == nil,
      operation.token != nil || behaviour.requests.order == .locationFirst
    {
      locate(number)
    } else if operation.token == nil {
      acquireToken(number)
    } else {
      work(number)
    }
  }

  private mutating func locate(_ number: Int) {
    guard let index = index(of: number) else { return }
    let identity = operations[index].identity
    send(
      .locate, to: context.location + "/locate", ["identity": .string(identity)], for: number,
      stage: .locating)
  }

  private mutating func work(_ number: Int) {
    guard let index = index(of: number), let locations = operations[index].locations else { return }
    let operation = operations[index]
    switch operation.kind {
    case .enroll:
      send(
        .enroll, to: locations.enrollment + "/enroll",
        [
          "identity": .string(operation.identity), "bundleId": .string(context.bundleId),
          "deviceTag": .string(context.device), "appVersion": .string(context.appVersion),
          "sdkVersion": .string(context.edition.release),
          "edition": .string(context.edition.rawValue),
        ], for: number, stage: .working)
    case .checkIn:
      send(
        .checkin, to: locations.policy + "/checkin",
        [
          "enrollmentId": operation.enrollmentId.map(JSON.string) ?? .null,
          "policyVersion": saved.enrollment?.policyVersion.map(JSON.string) ?? .null,
        ], for: number, stage: .working)
    case .unenroll(let leaving, _):
      guard let record = saved.leavings.first(where: { $0.number == leaving }) else { return }
      guard behaviour.leaving.tellsTheService else {
        return finishUnenroll(number, .unenrollmentSuccess)
      }
      send(
        .unenroll, to: locations.enrollment + "/unenroll",
        [
          "enrollmentId": .string(record.enrollmentId),
          "wipeId": record.wipeId.map(JSON.string) ?? .null, "reason": .string(record.reason),
        ], for: number, stage: .working)
    case .signIn: break
    }
  }

  /// Sends a request in JSON for an operation, with its bearer token if it has one.
  private mutating func send(
    _ endpoint: Endpoint, to url: String, _ body: JSONObject, for number: Int,
    stage: Operation.Stage
  ) {
    guard let index = index(of: number) else { return }
    var headers = ["Content-Type: application/json"]
    if endpoint != .locate, let token = operations[index].token,
      endpoint != .enroll || behaviour.tokens.enrollsWithToken
    {
      headers.append("Authorization: Bearer \(token)")
    }
    send(endpoint, to: url, headers: headers, body: .json(body), for: number, stage: stage)
  }

  /// Sends a request for an operation and puts its timeout on the clock.
  mutating func send(
    _ endpoint: Endpoint, to url: String, headers: [String], body: RequestBody, for number: Int,
    stage: Operation.Stage
  ) {
    guard let index = index(of: number) else { return }
    requestCount += 1
    let id = "r\(requestCount)"
    operations[index].stage = stage
    operations[index].request = id
    operations[index].sentAt = now
    act(
      .send(SDKRequest(id: id, endpoint: endpoint, url: url, headers: headers, body: body)))
  }

  // MARK: Responses

  /// Goes on with the operation whose request has ended; a late response is nobody's.
  mutating func received(_ outcome: HTTPOutcome, for request: String) {
    guard let index = operations.firstIndex(where: { $0.request == request }) else { return }
    operations[index].request = nil
    operations[index].sentAt = nil
    let operation = operations[index]
    let number = operation.number
    guard !isOrphaned(operation) else { return finishOrphan(operation, outcome) }
    switch operation.stage {
    case .locating:
      switch answer(of: .locate, outcome) {
      case .success(let body):
        guard let locations = Locations(.object(body)) else { return fail(number, .parsingFailure) }
        operations[index].locations = locations
        learn(locations, of: operation.identity)
        advance(number)
      case .failure(let code, let message): fail(number, code, error: message)
      }
    case .acquiringToken, .signingIn: receivedToken(outcome, for: number)
    case .working:
      switch operation.kind {
      case .enroll: receivedEnrollment(answer(of: .enroll, outcome), for: number)
      case .checkIn: receivedCheckIn(answer(of: .checkin, outcome), for: number)
      case .unenroll: receivedUnenroll(answer(of: .unenroll, outcome), for: number)
      case .signIn: break
      }
    case .starting, .prompting: break
    }
  }

  /// What the service says to a request.
  private func answer(of endpoint: Endpoint, _ outcome: HTTPOutcome) -> ServiceAnswer {
    ServiceAnswer(outcome, of: endpoint, unnamed: behaviour.requests.unnamedCode)
  }

  /// When the open request of an operation is given up (STA-035); nil without one.
  func deadline(of operation: Operation) -> VirtualInstant? {
    guard let sentAt = operation.sentAt else { return nil }
    return behaviour.requests.timeLimit.map { sentAt + $0 }
  }

  /// Ends an operation without success.
  mutating func fail(_ number: Int, _ code: StatusCode, error: String? = nil) {
    guard let index = index(of: number) else { return }
    let operation = operations[index]
    if code == .authRequired, operation.token != nil { forgetAccessToken(of: operation) }
    switch operation.kind {
    case .enroll(let trigger): failEnrollment(operation, trigger, code, error)
    case .checkIn: failCheckIn(number, code, error)
    case .unenroll: finishUnenroll(number, code, error: error)
    case .signIn:
      remove(number)
      act(.refused(code: "failed", message: "the sign-in failed: \(code.text)"))
    }
  }

  /// Gives up the requests whose time is over (STA-035).
  mutating func giveUpLateRequests() {
    for operation in operations {
      guard let deadline = deadline(of: operation), deadline <= now else { continue }
      guard let index = index(of: operation.number), let request = operation.request else {
        continue
      }
      operations[index].request = nil
      operations[index].sentAt = nil
      act(.cancel(request: request))
      if isOrphaned(operation) {
        finishOrphan(operation, .unreachable)
      } else {
        let isSignIn = operation.stage == .acquiringToken || operation.stage == .signingIn
        fail(operation.number, isSignIn ? behaviour.requests.signInTimeout : .timeout)
      }
    }
  }

  /// The device is managed otherwise than before.
  mutating func changeDevice(_ management: DeviceManagement) {
    context.management = management
    if let user = management.mdmUser, management.configuredUPN != nil { lastManagedUser = user }
    moveRetries(\.retryOnDeviceChange)
  }

  /// Starts what has fallen due.
  mutating func runDueWork() {
    tellDueEvents()
    startStrayCheckIn()
    if runsTimers {
      if let due = checkInInstant, due <= now { startCheckIn() }
      startDueEnrollment()
      repeatDueUnenrolls()
    }
    evaluateStart()
  }
}
