internal import ExactText
import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime

/// An attempt to enroll whose time is taken.
struct TimedAttempt: Sendable {
  let identity: String
  let began: VirtualInstant
  /// How far the clock of the device was ahead then.
  let clockOffset: VirtualDuration
}

/// What the SDK reports of its use, where a case looks at it (TEL-001 to TEL-007).
///
/// Events wait until the host of telemetry is known: the location service tells it.
struct TelemetryRules: SDKRules {
  let state: SDKState

  /// `telemetryEnabled`: read without `value`, else set.
  func property(_ call: APICall) {
    guard let value = call.arguments["value"]?.bool else {
      if isUnawareOfTheSwitch { return returned(call, true) }
      let isOn = behaviour.telemetry.isOnByDefault && !saved.telemetryIsOff
      if isOn, isDisabled, behaviour.telemetry.propertyShowsSetting { return returned(call, false) }
      return returned(call, .bool(isOn || !behaviour.telemetry.propertyIsReadable))
    }
    if value ? behaviour.telemetry.propertySwitchesOn : behaviour.telemetry.propertySwitchesOff {
      saved.telemetryIsOff = !value
      shareSwitch(isOff: !value)
    }
    if behaviour.telemetry.propertySetterReturns { returned(call) }
  }

  /// True if nothing switches telemetry off; whatever does wins (OQ-68).
  private var isOn: Bool {
    guard context.isJudgedByTelemetry, behaviour.telemetry.isOnByDefault else { return false }
    if isOnAllTheSame { return true }
    return !isDisabled && !saved.telemetryIsOff && !isOffInAnotherApp && !isOffInPreProduction
  }

  /// True if the settings switch telemetry off (TEL-005).
  private var isDisabled: Bool {
    context.flag("MAMTelemetryDisabled") && behaviour.telemetry.settingSwitchesOff
  }

  /// True if what happens is noted (OQ-67).
  var isNoting: Bool {
    isOn || context.isJudgedByTelemetry && behaviour.telemetry.stops == .atSending
  }

  /// The app was launched (TEL-002).
  func noteLaunch() {
    guard isNoting, behaviour.telemetry.tellsLaunches else { return }
    var event: JSONObject = ["kind": "launch"]
    event["management"] = told(
      management: context.management.mdmUser == nil ? "mam" : "mamWithMDM")
    state.telemetry.append(event)
  }

  /// An attempt to enroll has begun.
  ///
  /// - Parameters:
  ///   - identity: for whom it is.
  ///   - trigger: what made it start.
  func noteAttempt(of identity: String, _ trigger: Operation.Trigger?) {
    noteRetry(trigger)
    if isUntold(trigger) { return }
    guard context.isJudgedByTelemetry else { return }
    state.attempts.removeAll { isSame($0.identity, identity) }
    forgetOverlappingAttempts()
    state.attempts.append(
      TimedAttempt(identity: identity, began: now, clockOffset: state.wallClockOffset))
  }

  /// An attempt to enroll has ended (TEL-003).
  ///
  /// - Parameters:
  ///   - identity: for whom it was.
  ///   - isRefused: true if it was not made, because somebody is enrolled already.
  func noteEnrollment(of identity: String?, didSucceed: Bool, isRefused: Bool) {
    if isRefused, noteRefusal() { return }
    guard let attempt = endedAttempt(of: identity) else { return }
    guard isNoting, isTold(didSucceed), !isOfAnotherUser() else { return }
    var event: JSONObject = ["kind": "enrollment"]
    event["didSucceed"] = .bool(didSucceed || !behaviour.telemetry.tellsOutcome)
    if behaviour.telemetry.tellsDuration {
      event["duration"] = .int(
        behaviour.telemetry.measuresDuration ? milliseconds(since: attempt) : 0)
    }
    state.telemetry.append(event)
  }

  /// Takes the attempt of a user off the list: also that of a user as whom somebody else has signed in meanwhile.
  private func endedAttempt(of identity: String?) -> TimedAttempt? {
    let index =
      state.attempts.firstIndex { isSame($0.identity, identity) }
      ?? state.attempts.firstIndex { attempt in
        !underWay.contains { $0.isEnrollment && isSame($0.identity, attempt.identity) }
      }
    return index.map { state.attempts.remove(at: $0) }
  }

  /// The SDK has done something by itself (TEL-004).
  func noteAction() {
    guard isNoting, behaviour.telemetry.tellsActions else { return }
    state.telemetry.append(["kind": "action"])
  }

  /// Sends what was noted, if the host is known; nobody waits for the answer.
  func send() {
    guard !state.telemetry.isEmpty, isOn,
      let host = (saved.enrollment?.locations ?? state.lastLocations)?.telemetry
    else { return }
    let events = isHostGivenUp ? [] : state.telemetry + sentBesides
    state.telemetry = []
    if events.isEmpty { return }
    state.requestCount += 1
    act(
      .send(
        SDKRequest(
          id: "r\(state.requestCount)", endpoint: .telemetry, url: host + "/telemetry",
          headers: ["Content-Type: application/json"],
          body: .json(["events": .array(events.map(JSON.object))]))))
    for event in events { emit(.telemetry, event) }
  }
}
