import JSONText
import VirtualTime

/// What the journal remembers of one request.
struct JournalEntry: Sendable {
  /// What became of the request; its number is the entry's.
  var record: RequestRecord
  /// The request as it came; nil if it did not come over HTTP.
  let http: HTTPRequest?
  let deviceTag: String?
  let tenant: String?
  /// The ID of the fault rule that it met.
  let rule: String?
  /// When it came, on the service's clock.
  let time: VirtualInstant
  /// The response; nil if there has been none so far.
  var reply: Reply?
  /// When the response left, on the service's clock.
  var answered: VirtualInstant?

  /// What a selector can know of it.
  var subject: RequestSubject {
    RequestSubject(
      endpoint: record.endpoint, instance: record.instance,
      users: [record.facts.identity, record.facts.subject].compactMap { $0.map(userKey) },
      bundleId: record.facts.detail["bundleId"]?.string, deviceTag: deviceTag, tenant: tenant,
      method: http?.method ?? "POST", path: http?.path ?? "", time: time)
  }

  /// About how many bytes it takes: enough to keep the journal within bounds.
  var size: Int {
    var size = 1024
    if let http {
      size += http.body.count + http.path.utf8.count + http.query.utf8.count
      for field in http.headers { size += field.name.utf8.count + field.value.utf8.count + 32 }
    }
    return size
  }
}
