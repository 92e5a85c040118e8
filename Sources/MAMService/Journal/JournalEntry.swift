import JSONText
import VirtualTime

/// What the journal remembers of one request.
///
/// An object, because the journal moves it about and it has many parts.
final class JournalEntry {
  /// What became of the request; its number is the entry's.
  var record: RequestRecord
  /// The request as it came; nil if it did not come over HTTP.
  let http: HTTPRequest?
  var deviceTag: String? { record.facts.device }
  var tenant: String? { record.facts.tenant }
  /// The ID of the fault rule that it met.
  let rule: String?
  /// When it came, on the service's clock.
  let time: VirtualInstant
  /// The response; nil if there has been none so far.
  var reply: Reply?
  /// When the response left, on the service's clock.
  var answered: VirtualInstant?

  /// About how many bytes it takes: enough to keep the journal within bounds.
  let size: Int

  init(
    _ record: RequestRecord, http: HTTPRequest?, rule: String?, time: VirtualInstant,
    reply: Reply?
  ) {
    self.record = record
    self.http = http
    self.rule = rule
    self.time = time
    self.reply = reply
    answered = reply == nil ? nil : time
    size = 1536 + (http?.size ?? 0)
  }

  /// What a selector can know of it.
  var subject: RequestSubject {
    RequestSubject(
      endpoint: record.endpoint, instance: record.instance,
      users: [record.facts.identity, record.facts.subject].compactMap { $0.map(userKey) },
      bundleId: record.facts.detail["bundleId"]?.string, deviceTag: deviceTag, tenant: tenant,
      method: http?.method ?? "POST", path: http?.path ?? "", time: time)
  }
}
