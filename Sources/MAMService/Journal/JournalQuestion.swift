import JSONText
import VirtualTime

/// Which entries of the journal are meant: what the request was, and what became of it.
struct JournalQuestion: Sendable {
  private var selector = RequestSelector()
  /// The statuses that are meant; nil for all, and for no response.
  private var statuses: ClosedRange<Int>?
  private var outcome: String?
  private var code: String?
  /// The ID of a fault rule, or `*` for any.
  private var fault: String?

  /// The names of the members in JSON.
  static let names = RequestSelector.names + ["status", "outcome", "code", "fault"]

  /// Reads a question; null stands for every entry.
  init(json: JSON) throws(CommandError) {
    if json.isNull { return }
    guard let object = json.object else { throw CommandError("\"match\" must be an object") }
    for member in object.members where !JournalQuestion.names.contains(member.name) {
      throw CommandError(
        "\"match\" has no member \"\(member.name)\": one of "
          + JournalQuestion.names.joined(separator: ", "))
    }
    func text(_ name: String) throws(CommandError) -> String? {
      guard let value = object[name], !value.isNull else { return nil }
      guard let text = value.string else { throw CommandError("\"\(name)\" must be a text") }
      return text
    }
    selector = try RequestSelector(json: object)
    outcome = try text("outcome")
    code = try text("code")
    fault = try text("fault")
    statuses = try JournalQuestion.statuses(object["status"])
  }

  /// A status, or a class such as `4xx`, or a range such as `400-499`.
  private static func statuses(_ value: JSON?) throws(CommandError) -> ClosedRange<Int>? {
    switch value {
    case nil, .null: return nil
    case .int(let status): return status...status
    case .string(let text):
      if let status = Int(text) { return status...status }
      if text.hasSuffix("xx"), let first = Int(text.dropLast(2)), 1...5 ~= first {
        return first * 100...first * 100 + 99
      }
      let ends = text.split(separator: "-").compactMap { Int($0) }
      if ends.count == 2, ends[0] <= ends[1] { return ends[0]...ends[1] }
    default: break
    }
    throw CommandError("\"status\" must be a status such as 503, 5xx or 500-599")
  }

  /// The names of the members that do not fit an entry; empty if it is meant.
  func misfits(_ entry: JournalEntry) -> [String] {
    var misfits = selector.misfits(entry.subject)
    if let statuses, !(entry.record.status.map(statuses.contains) ?? false) {
      misfits.append("status")
    }
    if let outcome, outcome != entry.record.outcome.rawValue { misfits.append("outcome") }
    if let code, code != entry.record.code { misfits.append("code") }
    if let fault, fault == "*" ? entry.rule == nil : fault != entry.rule {
      misfits.append("fault")
    }
    return misfits
  }

  /// True if the entry is meant.
  func matches(_ entry: JournalEntry) -> Bool { misfits(entry).isEmpty }

  /// The entries that fit best without fitting, the best first and of several the latest: what to
  /// show to somebody who has expected another.
  func nearest(in entries: [JournalEntry], _ limit: Int = 5) -> JSON {
    let candidates = entries.map { (entry: $0, misfits: misfits($0)) }
      .filter { !$0.misfits.isEmpty }
      .sorted {
        ($0.misfits.count, -$0.entry.record.request) < ($1.misfits.count, -$1.entry.record.request)
      }
    return .array(
      candidates.prefix(limit).map { candidate in
        var line = candidate.entry.json
        line["http"] = nil
        line["response"] = nil
        line["method"] = JSON(candidate.entry.http?.method)
        line["path"] = JSON(candidate.entry.http?.path)
        return ["differs": .array(candidate.misfits.map(JSON.string)), "entry": .object(line)]
      })
  }
}
