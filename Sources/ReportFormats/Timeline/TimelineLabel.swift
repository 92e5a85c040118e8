internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting
internal import ServiceProtocol
internal import VirtualTime
internal import Wording

/// What is written beside a row of a ``Timeline``: the name and the two or three values that people look for.
enum TimelineLabel {
  /// The longest value, in characters.
  private static let longest = 60

  static func text(_ record: Record, _ exchange: Exchange?) -> String {
    let identity = record.fields["identity"]?.string.map { " \($0)" } ?? ""
    switch record.kind {
    case .message: return message(record, identity)
    case .event: return event(record, identity)
    case .result: return "\(record.name) returned \(short(record.fields["value"]?.text ?? ""))"
    case .request: return "\(record.name)\(identity) → \(answer(record, exchange))"
    case .delivered: return "\(record.name): the answer comes"
    case .discarded: return "\(record.name): the answer comes too late"
    case .life: return life(record)
    case .admin, .device, .network: return change(record)
    case .fault:
      return record.name == "cleared"
        ? "faults end" : "fault \(members(record.fields, without: ["kind"], record.name))"
    case .finding: return "\(record.name) \(members(record.fields, without: [], ""))"
    }
  }

  /// A text that is cut if it is long.
  static func short(_ text: String) -> String {
    let harmless = Excerpt.harmless(text)
    return harmless.count <= longest ? harmless : "\(harmless.prefix(longest - 1))…"
  }

  private static func message(_ record: Record, _ identity: String) -> String {
    switch record.name {
    case "wake": return "deadline"
    case "launch": return "launch \(record.fields["state"]?.string ?? "")"
    case "hello": return "hello"
    default:
      return "\(record.name) \(members(record.fields, without: ["api"], ""))"
    }
  }

  private static func event(_ record: Record, _ identity: String) -> String {
    if let code = record.fields["statusCode"]?.int { return "\(record.name) \(code)\(identity)" }
    return "\(record.name) \(members(record.fields, without: ["userInfo", "object", "thread"], ""))"
  }

  private static func answer(_ record: Record, _ exchange: Exchange?) -> String {
    let status = record.fields["status"]?.int.map(String.init) ?? ""
    let what = (record.fields["code"] ?? record.fields["result"])?.string ?? ""
    let response = [status, what].filter { !$0.isEmpty }.joined(separator: " ")
    guard let exchange else { return response }
    switch exchange.fate {
    case .answered: return response
    case .delivered, .discarded:
      return "\(response), held for \(VirtualDuration(milliseconds: exchange.milliseconds))"
    case .unanswered:
      return record.fields["hold"]?.string == "kill" ? "held for a kill" : "no answer"
    case .reset, .truncated, .malformed, .refused:
      return [response, exchange.fate.rawValue].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  private static func life(_ record: Record) -> String {
    let place = record.fields["at"]?.string.map { " at \($0)" } ?? ""
    switch LifeChange(rawValue: record.name) {
    case .serviceKilled: return "service killed"
    case .serviceStarted: return "service started"
    case .serviceRestarted: return "service restarted"
    case .killArmed: return "to be killed\(place)"
    default: return "\(record.name)\(place)"
    }
  }

  private static func change(_ record: Record) -> String {
    if let shift = record.fields["wallClock"]?.int {
      let sign = shift < 0 ? "" : "+"
      return "clock of \(record.name) \(sign)\(VirtualDuration(milliseconds: shift))"
    }
    if record.kind == .network { return "\(record.fields["device"]?.string ?? "") \(record.name)" }
    // An order has its own name as the name of what it changes.
    let object = record.fields[record.name]?.string ?? ""
    return
      "\(record.kind.rawValue) \(record.name) \(members(record.fields, without: [record.name], object))"
  }

  /// `name value` of the members, in short.
  private static func members(
    _ object: JSONObject, without hidden: [String], _ head: String
  ) -> String {
    let words = object.members.filter { !hidden.contains($0.name) && !$0.value.isNull }.map {
      "\($0.name) \($0.value.string ?? $0.value.text)"
    }
    return short(([head].filter { !$0.isEmpty } + words).joined(separator: ", "))
  }
}
