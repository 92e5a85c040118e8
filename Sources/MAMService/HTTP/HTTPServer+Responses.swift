import CMicroHTTPD
import Glibc
import JSONText
import VirtualTime

extension HTTPServer {
  /// Sends a reply as its form demands.
  func send(_ reply: Reply, on connection: HTTPConnection) -> MHD_Result {
    let mediaType = write(reply)
    switch reply.form {
    case .whole, .malformed:
      let response = scratch.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
      return queue(reply, response, mediaType, connection)
    case .chunks(let bytes, let milliseconds):
      guard let clock = clock.own else { return .NO }
      let body = TricklingBody(
        scratch, pieceLength: bytes, pause: VirtualDuration(milliseconds: milliseconds),
        connection, self, clock)
      return queue(reply, body.response(), mediaType, connection)
    case .truncated:
      sendHalf(reply, mediaType, on: connection)
      return .NO
    }
  }

  /// Puts the bytes of a body into the scratch space and returns its media type; nil for none.
  private func write(_ reply: Reply) -> String? {
    scratch.removeAll(keepingCapacity: true)
    guard reply.form != .malformed else {
      scratch.append(contentsOf: Reply.malformedBody.utf8)
      return reply.mediaType ?? "application/json"
    }
    switch reply.response.content {
    case .none: return nil
    case .json(let body):
      body.write(to: &scratch)
      return reply.mediaType ?? "application/json"
    case .text(let text, let mediaType):
      scratch.append(contentsOf: text.utf8)
      return reply.mediaType ?? mediaType
    }
  }

  /// Writes a head that promises the whole body, and half of the body; the caller ends the connection.
  private func sendHalf(_ reply: Reply, _ mediaType: String?, on connection: HTTPConnection) {
    var head = "HTTP/1.1 \(reply.response.status) Truncated\r\n"
    if let mediaType { head += "Content-Type: \(mediaType)\r\n" }
    for field in fields(of: reply, connection) { head += "\(field.name): \(field.value)\r\n" }
    head += "Content-Length: \(scratch.count)\r\n\r\n"
    let bytes = Array(head.utf8) + scratch.prefix(scratch.count / 2)
    mam_mhd_write(connection.handle, bytes, bytes.count)
  }

  private func queue(
    _ reply: Reply, _ response: OpaquePointer?, _ mediaType: String?, _ connection: HTTPConnection
  ) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    if let mediaType { MHD_add_response_header(response, "Content-Type", mediaType) }
    for field in fields(of: reply, connection) {
      MHD_add_response_header(response, field.name, field.value)
    }
    return MHD_queue_response(connection.handle, UInt32(reply.response.status), response)
  }

  /// The header fields of a response but those of its body.
  private func fields(of reply: Reply, _ connection: HTTPConnection) -> [HeaderField] {
    var fields = reply.response.headers
    if let client = connection.client, connection.repeatsClient(fields) {
      fields.append(HeaderField("client-request-id", client))
    }
    if let seconds = reply.response.retryAfterSeconds {
      fields.append(HeaderField("Retry-After", String(seconds)))
    }
    if let clock = clock.own {
      fields.append(HeaderField("Date", date(clock.now, ahead: reply.dateSkewMilliseconds)))
    }
    if let fault = reply.fault { fields.append(HeaderField("x-mamconform-fault", fault)) }
    return fields
  }

  private func date(_ now: VirtualInstant, ahead skew: Int) -> String {
    let second = (now.milliseconds + skew).flooringDivision(by: 1000)
    if latestDate?.second != second {
      latestDate = (second, HTTPDate.text(secondsSinceEpoch: second))
    }
    return latestDate!.text
  }
}

extension HTTPConnection {
  /// True unless the answer tells the ID of the request already.
  fileprivate func repeatsClient(_ fields: [HeaderField]) -> Bool {
    !fields.contains { $0.isNamed("client-request-id") }
  }
}
