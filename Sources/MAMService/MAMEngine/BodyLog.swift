internal import ExactText
internal import JSONText
internal import MAMRules
internal import MAMWire

/// The bodies of the last requests and of their responses, for a debugger.
///
/// A service keeps none of them unless it is told to (`bodies` with `keep`), so that a run costs nothing and no record has
/// more in it. Bounded: the last 256 requests, and of each body at most 16 KiB; of a longer one only the size is kept.
final class BodyLog {
  /// The most requests of which bodies are kept.
  static let mostRequests = 256
  /// The most bytes of a body that is kept, as ``JSON/size`` counts them.
  static let mostBytes = 16_384

  private struct Entry {
    let request: Int
    let body: JSON
    var status: Int?
    var response: JSON?
    /// Goes up with each change of any entry.
    var change: Int
  }

  private var entries: [Entry] = []
  private var changeCount = 0

  /// Keeps the body of a request, and that of its response if there is one already.
  ///
  /// - Parameter http: the request as it came, for a body that could not be read as what it should be.
  func add(_ number: Int, _ request: ServiceRequest?, _ http: HTTPRequest?, _ reply: Reply?) {
    changeCount += 1
    var body = JSON.null
    if let request, !request.body.isNull {
      body = BodyLog.bounded(request.body)
    } else if let bytes = (http ?? request?.http)?.body, !bytes.isEmpty {
      body = BodyLog.text(of: bytes)
    }
    entries.append(Entry(request: number, body: body, change: changeCount))
    if let reply { answer(number, reply) }
    if entries.count > BodyLog.mostRequests {
      entries.removeFirst(entries.count - BodyLog.mostRequests)
    }
  }

  /// Keeps the body of the response to a request; no effect if that is not kept any more.
  func answer(_ number: Int, _ reply: Reply) {
    guard let index = entries.lastIndex(where: { $0.request == number }) else { return }
    changeCount += 1
    entries[index].status = reply.response.status
    entries[index].response =
      switch reply.response.content {
      case .none: .null
      case .json(let body): BodyLog.bounded(body)
      case .text(let text, _): BodyLog.bounded(.string(text))
      }
    entries[index].change = changeCount
  }

  /// Forgets every body.
  func removeAll() { entries = [] }

  /// The answer to the command: the requests that have changed after a change, in order.
  func json(after change: Int) -> JSON {
    let changed = entries.filter { $0.change > change }.map { entry -> JSON in
      [
        "request": .int(entry.request), "body": entry.body,
        "status": entry.status.map(JSON.int) ?? .null, "response": entry.response ?? .null,
      ]
    }
    return ["change": .int(changeCount), "bodies": .array(changed)]
  }

  /// A body, or its size if it is too large.
  private static func bounded(_ body: JSON) -> JSON {
    let size = body.size
    return size <= mostBytes ? body : .string("a body of about \(size) bytes")
  }

  /// A body that is not what its operation takes: as text if it is one.
  private static func text(of bytes: [UInt8]) -> JSON {
    guard bytes.count <= mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return .string("a body of \(bytes.count) bytes")
    }
    return .string(text)
  }
}
