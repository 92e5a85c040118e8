import CMicroHTTPD
internal import ExactText
import Glibc
import JSONText
import MAMEngine
import MAMWire
import VirtualTime

extension HTTPServer {
  /// Sends a reply as its form demands.
  func send(_ reply: Reply, on connection: HTTPConnection) -> MHD_Result {
    let mediaType = write(reply)
    switch reply.form {
    case .malformed where reply.isHeadAlone:
      write(Array(Reply.malformedHead.utf8), on: connection)
      return .NO
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
    case .none: return reply.mediaType
    case .json(let body):
      policyTexts.write(body, to: &scratch)
      return reply.mediaType ?? "application/json"
    case .text(let text, let mediaType):
      scratch.append(contentsOf: text.utf8)
      return reply.mediaType ?? mediaType
    }
  }

  /// Writes a head that promises the whole body, and half of the body, or half the head if there is none;
  /// the caller ends the connection.
  private func sendHalf(_ reply: Reply, _ mediaType: String?, on connection: HTTPConnection) {
    let status = reply.response.status
    let reason = String(cString: MHD_get_reason_phrase_for(UInt32(status)))
    var head = "HTTP/1.1 \(status) \(reason)\r\n"
    if let mediaType { head += "Content-Type: \(mediaType)\r\n" }
    forEachField(of: reply, connection) { head += "\($0): \($1)\r\n" }
    if reply.isHeadAlone {
      write(Array(head.utf8.prefix(head.utf8.count / 2)), on: connection)
    } else {
      head += "Content-Length: \(scratch.count)\r\n\r\n"
      write(Array(head.utf8) + scratch.prefix(scratch.count / 2), on: connection)
    }
  }

  private func write(_ bytes: [UInt8], on connection: HTTPConnection) {
    mam_mhd_write(connection.handle, bytes, bytes.count)
  }

  private func queue(
    _ reply: Reply, _ response: OpaquePointer?, _ mediaType: String?, _ connection: HTTPConnection
  ) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    if let mediaType { MHD_add_response_header(response, "Content-Type", mediaType) }
    forEachField(of: reply, connection) { MHD_add_response_header(response, $0, $1) }
    // A connection that outlived the host because its request was held must not bring another one.
    if !connection.listener.isListening { MHD_add_response_header(response, "Connection", "close") }
    return MHD_queue_response(connection.handle, UInt32(reply.response.status), response)
  }

  /// Gives out the header fields of a response but those of its body, without making a list of them.
  private func forEachField(
    of reply: Reply, _ connection: HTTPConnection, _ body: (_ name: String, _ value: String) -> Void
  ) {
    var hasClient = false
    for field in reply.response.headers {
      hasClient = hasClient || field.isNamed("client-request-id")
      body(field.name, field.value)
    }
    // The heads of a request and of its response share 16 KiB: one that does not fit would end the connection unanswered.
    if !hasClient, let client = connection.client, client.utf8.count <= 4096 {
      body("client-request-id", client)
    }
    if let seconds = reply.response.retryAfterSeconds { body("Retry-After", String(seconds)) }
    if let clock = clock.own {
      body("Date", date(reply.released ?? clock.now, ahead: reply.dateSkewMilliseconds))
    }
    if let fault = reply.fault { body("x-mamconform-fault", fault) }
  }

  private func date(_ now: VirtualInstant, ahead skew: Int) -> String {
    let second = (now.milliseconds + skew).flooringDivision(by: 1000)
    if latestDate?.second != second {
      latestDate = (second, HTTPDate.text(secondsSinceEpoch: second))
    }
    return latestDate!.text
  }
}
