internal import ExactText
package import JSONText
package import MAMDirectory
import MAMWire
package import VirtualTime

/// Which entries of the journal are meant: what the request was, and what became of it.
package struct JournalQuestion: Sendable {
  private var selector = RequestSelector()
  /// The statuses that are meant; nil for all, and for no response.
  private var statuses: ClosedRange<Int>?
  private var outcome: JournalEntry.Outcome?
  private var code: String?
  /// The ID of a fault rule, or `*` for any.
  private var fault: String?
  /// The number of the last request that came too early to be meant; 0 if none did.
  package var behind = 0
  /// The question as it was asked, for messages.
  package private(set) var text = "any request"

  /// The names of the members in JSON.
  static let names = RequestSelector.names + ["status", "outcome", "code", "fault"]
  /// Those that a query can have, in which everything is a string.
  package static let namesInQuery = names.filter { !ContentSelector.names.contains($0) }

  /// The tenant whose requests are meant; nil for all.
  package var tenant: String? { selector.tenant }
  /// The first instant that is meant; nil for no bound.
  package var from: VirtualInstant? { selector.from }
  /// The first instant that is not meant any more; nil for no bound.
  package var until: VirtualInstant? { selector.until }

  /// Reads a question; null stands for every entry.
  ///
  /// - Parameter core: knows how requests call the users, apps and tenants of the question.
  package init(json: JSON, _ core: ServiceCore) throws(CommandError) {
    if json.isNull { return }
    guard let object = json.object else { throw CommandError("\"match\" must be an object") }
    for member in object.members where !JournalQuestion.names.contains(member.name) {
      throw CommandError(
        "requests cannot be matched by \"\(member.name)\", only by "
          + JournalQuestion.names.joined(separator: ", "))
    }
    if !object.isEmpty { self.text = json.text }
    func text(_ name: String) throws(CommandError) -> String? {
      guard let value = object[name], !value.isNull else { return nil }
      guard let text = value.string else { throw CommandError("\"\(name)\" must be a string") }
      return text
    }
    selector = try core.resolved(try RequestSelector(json: object))
    if let name = try text("outcome") {
      outcome = JournalEntry.Outcome(rawValue: name)
      guard outcome != nil else {
        let hint = CommandError.choice(name, JournalEntry.Outcome.allCases.map(\.rawValue))
        throw CommandError("there is no outcome \"\(name)\"\(hint)")
      }
    }
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
    if let outcome, outcome != entry.outcome { misfits.append("outcome") }
    if let code, code != entry.record.code { misfits.append("code") }
    if let fault, fault == "*" ? entry.rule == nil : fault != entry.rule {
      misfits.append("fault")
    }
    return misfits
  }

  /// True if the entry is meant.
  package func matches(_ entry: JournalEntry) -> Bool {
    entry.record.request > behind && misfits(entry).isEmpty
  }

  /// The same question about what comes in a window and in its own, if it has one.
  ///
  /// - Throws: an error if nothing can come in both.
  package func within(
    _ from: VirtualInstant?, _ until: VirtualInstant?
  ) throws(CommandError) -> JournalQuestion {
    var question = self
    try question.selector.narrow(from, until)
    return question
  }

  /// The entries that fit best without fitting, the best first and of several the latest: what to
  /// show to somebody who has expected another.
  package func nearest(in entries: [JournalEntry], _ limit: Int = 5) -> [NearMiss] {
    let misses = entries.map { NearMiss(entry: $0, misfits: misfits($0)) }
      .filter { !$0.misfits.isEmpty }
      .sorted {
        ($0.misfits.count, -$0.entry.record.request) < ($1.misfits.count, -$1.entry.record.request)
      }
    return Array(misses.prefix(limit))
  }
}

/// A request that is nearly the one that was expected.
package struct NearMiss {
  let entry: JournalEntry
  /// The members of the question that do not fit.
  let misfits: [String]

  /// The miss as the control API shows it.
  package func json(_ redaction: Redaction) -> JSON {
    [
      "differs": .array(misfits.map(JSON.string)),
      "entry": entry.json(redaction, isWhole: false),
    ]
  }

  /// The miss in words: `request 3 (enroll by ana@contoso.com) differs in status`.
  package func text(_ redaction: Redaction) -> String {
    let shown = entry.json(redaction, isWhole: false)
    let identity = (shown["identity"]?.string ?? shown["subject"]?.string).map { " by \($0)" }
    return "request \(entry.record.request) (\(entry.record.endpoint?.rawValue ?? "no operation")"
      + "\(identity ?? "")) differs in \(misfits.joined(separator: ", "))"
  }
}
