internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import VirtualTime

/// What the journal remembers of one request.
///
/// An object, because the journal moves it about and it has many parts.
package final class JournalEntry {
  /// What became of a request; the raw value is the `outcome` of the control API.
  package enum Outcome: String, Sendable, CaseIterable {
    /// The response was sent.
    case answered
    /// The request still waits for its response.
    case held
    /// The connection of a request that waited was closed.
    case dropped
    /// There was a response that nobody was sent: of the first delivery of a request that came twice.
    case discarded
    /// The connection was reset.
    case reset
    /// Half the response was sent.
    case truncated
    /// A response was sent that is not JSON.
    case malformed
  }

  /// The request and its answer; its number is the entry's.
  package private(set) var record: RequestRecord
  /// The request as it came; nil if it did not come over HTTP.
  let http: HTTPRequest?
  var deviceTag: String? { record.facts.device }
  /// The name of the tenant.
  var tenant: String? { record.facts.tenant }
  /// The ID of the fault rule that it met.
  let rule: String?
  /// When it came, on the service's clock.
  let time: VirtualInstant
  /// The response; nil if there has been none so far.
  private(set) var reply: Reply?
  /// When the response left, on the service's clock.
  private(set) var answered: VirtualInstant?
  package private(set) var outcome: Outcome

  /// What the values of an entry take by themselves, in bytes.
  private static let ownSize = 1536

  /// An entry for a request that has been dealt with.
  ///
  /// - Parameters:
  ///   - reply: the response; nil if there is none so far.
  ///   - isSent: false if nobody is sent the response.
  init(
    _ record: RequestRecord, http: HTTPRequest?, rule: String? = nil, _ reply: Reply?,
    isSent: Bool = true, now: VirtualInstant
  ) {
    self.record = record
    self.http = http
    self.rule = rule
    time = now
    self.reply = reply
    answered = reply == nil || !isSent ? nil : now
    outcome =
      switch record.outcome {
      // Only a service with a coordinator knows idle apps, and that has no journal.
      case .answered, .idle: isSent ? .answered : .discarded
      case .held: .held
      case .reset: .reset
      case .truncated: .truncated
      case .malformed: .malformed
      }
  }

  /// Takes the response of a request that was held.
  func answer(_ reply: Reply, now: VirtualInstant) {
    self.reply = reply
    answered = now
    record.status = reply.response.status
    record.code = reply.response.code
    // A request that was held before it took effect has its facts only now.
    if !reply.response.facts.isEmpty { record.facts = reply.response.facts }
    outcome =
      switch reply.form {
      case .whole, .chunks: .answered
      case .truncated: .truncated
      case .malformed: .malformed
      }
  }

  /// The connection of a request that was held has been closed.
  func drop() { outcome = .dropped }

  /// What a selector can know of it.
  var subject: RequestSubject {
    RequestSubject(
      endpoint: record.endpoint, instance: record.instance,
      users: [record.facts.identity, record.facts.subject].compactMap { $0.map(userKey) },
      bundleId: record.facts.detail["bundleId"]?.string, deviceTag: deviceTag, tenant: tenant,
      method: http?.method ?? "POST", path: http?.path ?? "",
      content: http.map(RequestContent.init), time: time)
  }

  /// About how many bytes it takes beside what ``shared`` takes: enough to keep the journal within bounds.
  var size: Int {
    var size = JournalEntry.ownSize + (http?.size ?? 0) + JSON.weight(text: record.instance)
    size += JSON.object(record.facts.detail).weight
    for text in [record.facts.identity, record.facts.device] {
      if let text { size += JSON.weight(text: text) }
    }
    if case .text(let text, _) = reply?.response.content { size += text.utf8.count }
    for field in reply?.response.headers ?? [] { size += field.size }
    return size
  }

  /// What it may share with other entries; null for nothing.
  var shared: JSON { reply?.response.body ?? .null }
}

extension RequestFacts {
  fileprivate var isEmpty: Bool { identity == nil && subject == nil && detail.isEmpty }
}
