internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// The verbs that change what is around the apps: device and network faults.
extension StepReader {
  /// `{device, managed}` or `{device, wallClock}`.
  func device(_ node: YAMLNode) -> Action? {
    guard
      let members = diagnostics.members(
        node, of: "device", keys: ["device", "managed", "wallClock"]),
      let nameNode = diagnostics.required("device", in: node, of: "device"),
      let device = name(nameNode, for: "device", "device", in: "devices")
    else { return nil }
    var change = DeviceChange()
    for member in members {
      switch member.name {
      case "managed": change.management = diagnostics.managed(member.value, upn: world.upn)
      case "wallClock":
        guard let shift = diagnostics.duration(member.value, for: "wallClock", canBeNegative: true)
        else { return nil }
        change.clockShift = shift
      default: continue
      }
    }
    guard change != DeviceChange() else {
      diagnostics.error(node.location, "'device' needs 'managed' or 'wallClock'")
      return nil
    }
    return .device(name: device, change: change)
  }

  /// A fault rule, with the UPN of its user.
  func fault(_ node: YAMLNode) -> Action? {
    guard let members = diagnostics.members(node, of: "fault", keys: Vocabulary.faultKeys),
      let endpointNode = diagnostics.required("endpoint", in: node, of: "fault"),
      let endpoint = diagnostics.word(
        endpointNode, for: "endpoint", "endpoint", among: Endpoint.ofApps),
      let kindNode = diagnostics.required("kind", in: node, of: "fault"),
      let kind = diagnostics.word(kindNode, for: "kind", "kind of fault", among: FaultKind.ofCases)
    else { return nil }
    var values = FaultValues()
    var (app, user): (String?, String?)
    var (after, times): (Int?, Int?)
    for member in members {
      let value = member.value
      switch member.name {
      case "app": app = self.app(value, for: "app")
      case "user": user = self.user(value, for: "user")
      case "after": after = diagnostics.integer(value, for: "after", in: 0...1_000_000)
      case "times": times = diagnostics.integer(value, for: "times", in: 1...1_000_000)
      case "endpoint", "kind": continue
      default:
        guard kind.caseMembers.contains(member.name) else {
          diagnostics.error(
            member.location, "'\(member.name)' does not go with the kind '\(kind.rawValue)'")
          continue
        }
        values.read(member, diagnostics)
      }
    }
    let required: [FaultKind: String] = [
      .status: "status", .error: "code", .delay: "milliseconds",
    ]
    if let key = required[kind] { _ = diagnostics.required(key, in: node, of: "fault") }
    if kind == .refused, let times = node["times"] {
      diagnostics.error(
        times.location, "'refused' counts no requests, so it has no 'times'",
        suggestion: "end it with 'clearFaults: true'")
    }
    guard let fault = values.fault(kind) else { return nil }
    return .fault(
      FaultOrder(endpoint, fault, app: app, user: user, after: after, times: times))
  }

  /// The UPN of a user who is named.
  func user(_ node: YAMLNode, for key: String) -> String? {
    name(node, for: key, "user", in: "users").flatMap(world.upn)
  }
}

/// The values that a fault takes beside its kind.
private struct FaultValues {
  var status: Int?
  var retryAfterSeconds: Int?
  var text: String?
  var code: ErrorCode?
  var milliseconds: Int?

  mutating func read(_ member: YAMLNode.Member, _ diagnostics: Diagnostics) {
    let (key, value) = (member.name, member.value)
    switch key {
    case "status": status = diagnostics.integer(value, for: key, in: 200...599)
    case "retryAfter": retryAfterSeconds = diagnostics.integer(value, for: key, in: 0...31_536_000)
    case "text": text = diagnostics.text(value, for: key)
    case "code": code = diagnostics.word(value, for: key, "error code", among: ErrorCode.ofCases)
    default:
      // Long delays read better as durations.
      milliseconds =
        value.kind == "a string"
        ? diagnostics.duration(value, for: key)?.milliseconds
        : diagnostics.integer(value, for: key, in: 0...VirtualDuration.longest.milliseconds)
    }
  }

  /// The fault of a kind; nil if a value that it needs is missing.
  func fault(_ kind: FaultKind) -> FaultOrder.Fault? {
    switch kind {
    case .status: status.map { .status($0, retryAfterSeconds: retryAfterSeconds, text: text) }
    case .error: code.map { .error($0) }
    case .delay: milliseconds.map { .delay(milliseconds: $0) }
    case .refused: .refused
    case .reset: .reset
    case .lost: .lost
    case .unanswered: .unanswered
    case .truncated: .truncated
    case .malformed: .malformed
    case .duplicate: .duplicate
    case .contentType, .chunks, .outOfOrder, .dateSkew, .tlsFailure, .certificateExpired, .stub:
      nil
    }
  }
}
