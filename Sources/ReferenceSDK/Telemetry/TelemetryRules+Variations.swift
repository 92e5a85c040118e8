internal import ExactText
import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// What other SDKs than the contract's make of telemetry; by the contract each answers as its first line says.
extension TelemetryRules {
  // MARK: The switch

  /// False: an extension reads telemetry as off once its app has switched it off.
  var isUnawareOfTheSwitch: Bool {
    context.isExtension && saved.telemetryIsOff && !behaviour.telemetry.extensionsKnowTheSwitch
  }

  /// False: telemetry that is off stays off after retries.
  var isOnAllTheSame: Bool {
    memory.hasRetried && !behaviour.telemetry.retriesObeyTheSwitch
      || memory.hasBegunWithTelemetry && !behaviour.telemetry.attemptsObeyLaterSwitches
      || state.isIn(behaviour.lapses.telemetrySwitch)
  }

  /// Remembers that an attempt is a retry, and whether telemetry is on when it begins.
  func noteRetry(_ trigger: Operation.Trigger?) {
    if trigger == .retry { memory.hasRetried = true }
    memory.hasBegunWithTelemetry = !saved.telemetryIsOff
  }

  /// False: the switch of another app of the device does not matter.
  var isOffInAnotherApp: Bool {
    !behaviour.telemetry.switchIsOfOneApp && state.keychain[sharedSwitch]?["isOff"] == true
  }

  /// Nothing: the switch is that of one app.
  func shareSwitch(isOff: Bool) {
    if behaviour.telemetry.switchIsOfOneApp { return }
    let value: JSON = ["isOff": .bool(isOff)]
    state.keychain[sharedSwitch] = value
    act(.keychain(sharedSwitch, value))
  }

  /// False: the pre-production backend takes the place of the other one (TEL-006).
  var isOffInPreProduction: Bool {
    context.flag("MAMTelemetryUsePPE") && behaviour.telemetry.preProduction == .nowhere
  }

  /// None: each event is sent to one backend (TEL-006).
  var sentBesides: [JSONObject] {
    context.flag("MAMTelemetryUsePPE") && behaviour.telemetry.preProduction == .besideProduction
      ? state.telemetry : []
  }

  // MARK: The host

  /// Nothing: nobody waits for the answer of the host.
  func noteAnswer(_ outcome: HTTPOutcome, to request: String) {
    guard context.isJudgedByTelemetry, !state.uploads.contains(where: { $0.request == request })
    else { return }
    if case .failure = ServiceAnswer(outcome, of: .telemetry) { memory.telemetryHasFailed = true }
  }

  /// False: a host that has failed is sent the next events all the same (TEL-001).
  var isHostGivenUp: Bool {
    memory.telemetryHasFailed && !behaviour.telemetry.outlastsFailures
  }

  private var sharedSwitch: KeychainItem {
    KeychainItem(group: accounts.managementGroup, account: "telemetry")
  }

  // MARK: Events

  /// The management that a launch is told with, as it is.
  func told(management: JSON) -> JSON? {
    switch behaviour.telemetry.management {
    case .asItIs: management
    case .withoutDevice: "mam"
    case .none: nil
    }
  }

  /// Nothing: each of several attempts that overlap is reported (TEL-003).
  func forgetOverlappingAttempts() {
    if !state.attempts.isEmpty, !behaviour.telemetry.tellsOverlappingAttempts {
      state.attempts = []
    }
  }

  /// How long an attempt has taken, by elapsed time.
  func milliseconds(since attempt: TimedAttempt) -> Int {
    let elapsed = (now - attempt.began).milliseconds
    let jump = state.wallClockOffset.milliseconds - attempt.clockOffset.milliseconds
    return jump == 0 || behaviour.telemetry.durationsAreElapsedTime ? elapsed : elapsed + jump
  }

  /// False: an attempt of a remediation is told like any other.
  func isUntold(_ trigger: Operation.Trigger?) -> Bool {
    guard case .compliance = trigger else { return false }
    return !behaviour.telemetry.tellsRemediations
  }

  /// False: an attempt that is refused because somebody is enrolled is not reported as a success.
  func noteRefusal() -> Bool {
    guard isNoting, !behaviour.telemetry.refusalsAreNoSuccesses else { return false }
    state.telemetry.append(["kind": "enrollment", "didSucceed": true, "duration": 0])
    return true
  }

  /// False: the attempt of a second user is told like that of the first.
  func isOfAnotherUser() -> Bool {
    guard let first = memory.firstToldUser else {
      memory.firstToldUser = memory.lastTried
      return false
    }
    return !isSame(first, memory.lastTried) && !behaviour.telemetry.tellsEveryUser
  }

  /// True: enrollments are told whether they succeed or not.
  func isTold(_ didSucceed: Bool) -> Bool {
    switch behaviour.telemetry.enrollments {
    case .all: true
    case .successes: didSucceed
    case .none: false
    }
  }
}
