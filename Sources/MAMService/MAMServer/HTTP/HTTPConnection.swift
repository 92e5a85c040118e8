import CMicroHTTPD
internal import ExactText
import MAMEngine
import MAMWire

/// One connection of a client, and the request that is on it.
final class HTTPConnection {
  /// How far the request is.
  enum State {
    /// Its parts are arriving.
    case reading
    /// It waits for the engine, suspended.
    case held
    /// The control API thinks about it, or waits for something to happen.
    case waiting
    /// The reply is there and is to be sent.
    case released(Reply)
    /// The engine has dropped it: the connection is to be closed.
    case dropped
  }

  /// The longest request body that is read, in bytes: 1 MiB.
  static let maximumBodyLength = 1 << 20
  /// The longest body for the control API, which takes whole snapshots, in bytes: 64 MiB.
  static let maximumControlBodyLength = 64 << 20

  /// How much of a longer body is read and thrown away before the connection is closed: 8 MiB.
  static let maximumDiscardedLength = 8 << 20

  let listener: Listener
  /// libmicrohttpd's connection; valid as long as this object is known to the server.
  let handle: OpaquePointer
  let socket: Int32
  var state = State.reading
  private(set) var body: [UInt8] = []
  private(set) var isBodyTooLong = false
  /// True if there was no room for the body, because others' take all there is.
  private(set) var isBodyCrowdedOut = false
  /// The longest body that this request may have, in bytes.
  private(set) var bodyLimit = HTTPConnection.maximumBodyLength
  /// How much of a body that is too long has been thrown away, in bytes.
  private var discarded = 0
  /// True if so much has been thrown away that nobody can want an answer.
  var isBodyEndless: Bool { discarded > HTTPConnection.maximumDiscardedLength }
  /// Who has made the connection, if nobody of the coordinator's run has.
  var foreigner: PeerCheck.Foreigner?
  /// How many requests came on the connection, this one included.
  private(set) var requests = 0
  /// How often libmicrohttpd has asked for what is to be done on the connection.
  var steps = 0
  /// The target of the request as it was sent.
  var target = ""
  /// The header of the latest request that was read whole.
  private var fields: [HeaderField] = []
  /// The latest value of the header `Authorization`, and the token in it.
  private var authorization: (value: String, bearer: String?)?
  /// The latest value of the header `Host`, and the origin that it makes.
  private var origin: (host: String, text: String)?
  /// The `client-request-id` of the request while it is held.
  var client: String?

  /// The longest body whose room is kept for the next one, in bytes.
  private static let keptCapacity = 64 << 10
  private let budget: BodyBudget

  init(_ handle: OpaquePointer, on listener: Listener, _ budget: BodyBudget) {
    self.handle = handle
    self.listener = listener
    self.budget = budget
    socket = mam_mhd_socket(handle)
  }

  deinit { budget.give(body.count) }

  /// True if the request is for the control API.
  var isForControl: Bool { listener.site == .everything && ControlAPI.serves(target) }

  /// Makes ready for a new request with a body of at most so many bytes.
  func begin(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
    requests += 1
    state = .reading
    forgetBody()
    isBodyTooLong = false
    isBodyCrowdedOut = false
    discarded = 0
    client = nil
  }

  /// Adds a piece of the body; what is too long is read to its end and thrown away, so that the
  /// client is there to read the answer.
  func append(_ bytes: UnsafeRawBufferPointer) {
    if body.count + bytes.count > bodyLimit { isBodyTooLong = true }
    if !isBodyTooLong, !isBodyCrowdedOut, !budget.take(bytes.count) { isBodyCrowdedOut = true }
    guard isBodyTooLong || isBodyCrowdedOut else { return body.append(contentsOf: bytes) }
    discarded += bytes.count
    forgetBody()
  }

  private func forgetBody() {
    budget.give(body.count)
    body.removeAll(keepingCapacity: body.capacity <= HTTPConnection.keptCapacity)
  }

  /// The request in a form that outlives the connection.
  func request(_ method: String, _ version: String) -> HTTPRequest {
    var reader = HeaderReader(knowing: fields)
    withUnsafeMutablePointer(to: &reader) { reader in
      _ = MHD_get_connection_values_n(
        handle, .HEADER_KIND,
        { reader, _, name, nameCount, value, valueCount in
          reader!.assumingMemoryBound(to: HeaderReader.self).pointee.take(
            UnsafeBufferPointer(start: name, count: nameCount),
            UnsafeBufferPointer(start: value, count: valueCount))
          return .YES
        }, reader)
    }
    fields = reader.finished()
    let host = fields.first { $0.isNamed("host") }?.value ?? ""
    if origin?.host != host {
      let isUsable = HTTPRequest.isAuthority(host)
      let authority = isUsable ? "\(listener.scheme)://\(host)" : listener.addressURL
      origin = (host, authority)
    }
    var request = HTTPRequest(method, target, headers: fields, body: body, origin: origin!.text)
    request.version = version
    return request
  }

  /// A header of the request.
  func header(_ name: StaticString) -> String? { value(name).map { String(bytes: $0) } }

  /// The bytes of a header of the request, as long as that is on the connection.
  private func value(_ name: StaticString) -> UnsafeBufferPointer<CChar>? {
    var (value, count): (UnsafePointer<CChar>?, Int) = (nil, 0)
    let isFound = name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount)
    {
      MHD_lookup_connection_value_n(
        handle, .HEADER_KIND, $0, name.utf8CodeUnitCount, &value, &count)
    }
    return isFound == .YES ? UnsafeBufferPointer(start: value, count: count) : nil
  }

  /// The token of the header `Authorization: Bearer` (RFC 6750, section 2.1).
  var bearer: String? {
    guard let value = value("Authorization") else { return nil }
    // Tokens are long, and a client has the same one for hours.
    if let authorization, authorization.value.hasBytes(value) { return authorization.bearer }
    let text = String(bytes: value)
    authorization = (text, BearerToken.read(text))
    return authorization!.bearer
  }
}
