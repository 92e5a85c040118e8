internal import ExactText
import JSONText
import MAMDirectory
import MAMGraph
import MAMRules
import MAMWire
import VirtualTime

/// Faults of the parts of a batch: the real service throttles each of them by itself, and the batch succeeds.
///
/// Only errors hit a part. What hits a connection hits the batch, whose connection it is; and so does
/// the error of a rule with a `path` that names `$batch`.
extension ServiceEngine {
  /// The error with which a fault replaces a part's answer; nil if it meets none. Every rule up to the one
  /// that it meets counts the part.
  ///
  /// - Parameter milliseconds: grows to how long the answer is held back; nil for no time.
  func orderedAnswer(
    to part: GraphRequest, _ now: VirtualInstant, _ milliseconds: inout Int?
  ) -> GraphResponse? {
    guard !faults.isEmpty else { return nil }
    let subject = subject(of: part, now)
    guard
      let index = faults.indices.first(where: {
        faults[$0].isOfParts && faults[$0].meets(subject)
      }), case .answer(let answer) = faults[index].drawn(randomSeed)
    else { return nil }
    if case .fixed(let span) = answer.delay { milliseconds = max(span, milliseconds ?? 0) }
    let refusal = answer.refusal(at: .graph, isAlone: true)
    var response = ServiceResponse(
      status: refusal.status,
      .json(
        GraphError(refusal.status, refusal.code, refusal.message).response(
          now, requestID: part.id,
          clientRequestID: part.headers.first { $0.isNamed("client-request-id") }?.value
        ).body ?? .null))
    let mediaType = answer.complete(&response)
    if let mediaType { response.headers.append(HeaderField("Content-Type", mediaType)) }
    if let seconds = response.retryAfterSeconds {
      response.headers.append(HeaderField("Retry-After", String(seconds)))
    }
    response.headers.append(HeaderField("x-mamconform-fault", faults[index].id))
    let body: JSON? = response.content.isEmpty ? nil : response.body
    return GraphResponse(response.status, body, headers: response.headers)
  }

  /// What rules can know of a part.
  private func subject(of part: GraphRequest, _ now: VirtualInstant) -> RequestSubject {
    var request = ServiceRequest(.graph, body: part.body)
    request.http = HTTPRequest(
      part.method, part.path, headers: part.headers,
      body: part.body.isNull ? [] : Array(part.body.text.utf8), origin: part.origin)
    if case .bearer(let text?) = part.caller { request.token = core.state.issuedToken(text) }
    let facts = core.facts(of: request)
    return RequestSubject(request, facts, instance: facts.instance, now)
  }
}

extension FaultRule {
  /// True for a rule that is about the parts of a batch, and not about the batch.
  var isOfParts: Bool {
    guard case .answer = fault, selector.endpoint == nil || selector.endpoint == .graph else {
      return false
    }
    return !(selector.path?.contains("$batch") ?? false)
  }
}

extension RequestSubject {
  /// What can be known of a request.
  init(
    _ request: ServiceRequest, _ facts: RequestFacts, instance: String, _ time: VirtualInstant
  ) {
    self.init(endpoint: request.endpoint, instance: instance, time: time)
    users = (facts.identity ?? facts.subject).map { [userKey($0)] } ?? []
    bundleId = facts.detail["bundleId"]?.string
    deviceTag = facts.device
    tenant = facts.tenant
    if let http = request.http {
      method = http.method
      path = http.path
      content = RequestContent(http)
    }
  }
}
