import ExactText
import JSONText
import VirtualTime

@testable import MAMWire

/// Every request has an answer that HTTP can carry, and the state after it can be kept and put back.
///
/// An input is a script. Its parts stand between lines of `====`, and a part is one of
///
///     POST /enroll                     a request: method and target, header fields,
///     Authorization: Bearer at2        an empty line and the body
///
///     {"identity":"ana@contoso.com"}
///
///     COMMAND {"id":1,"do":"attach","instance":"phone/mail"}
///     SIGNED                           from here on, tokens are signed (first part only)
///
/// In targets, header fields and bodies `{{name}}` stands for the text that the latest answer with a member,
/// or the latest redirection with a parameter, of that name had: `{{access_token}}`, `{{code}}`.
enum ServiceTarget {
  private static let maximumParts = 24

  static func run(_ input: [UInt8]) throws(Finding) {
    var parts = split(input)
    let isSigned = parts.first.map { $0.starts(with: "SIGNED".utf8) } ?? false
    if isSigned { parts.removeFirst() }
    let world = FuzzWorld(isSigned: isSigned)
    for part in parts.prefix(maximumParts) {
      if part.starts(with: "COMMAND ".utf8) {
        if let command = try? JSON(parsing: part.dropFirst(8)) { try world.command(command) }
      } else {
        try world.send(request(part, world.known))
      }
    }
    // These cost more than most inputs, and some inputs are enough for them.
    switch input.count % 4 {
    case 0 where !isSigned: try checkSnapshot(world)
    case 1: try world.send(HTTPRequest("GET", "/_mam/journal"))
    case 2: try world.send(HTTPRequest("GET", "/_mam/journal.har"))
    default:
      for question in ["faults", "registrations", "held"] {
        try world.send(HTTPRequest("GET", "/_mam/" + question))
      }
    }
  }

  /// A snapshot that is put back is the snapshot of the service again.
  private static func checkSnapshot(_ world: FuzzWorld) throws(Finding) {
    let snapshot = try world.snapshot()
    try world.send(HTTPRequest("PUT", "/_mam/snapshot", body: snapshot.bytes))
    try Finding.unless(
      try world.snapshot().bytes == snapshot.bytes, "a snapshot that is put back is another one")
  }

  private static func split(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = input.startIndex
    for line in input.split(separator: 0x0A, omittingEmptySubsequences: false)
    where line.elementsEqual("====".utf8) {
      parts.append(input[start..<max(start, line.startIndex - 1)])
      start = min(line.endIndex + 1, input.endIndex)
    }
    parts.append(input[start...])
    return parts
  }

  private static func request(
    _ part: ArraySlice<UInt8>, _ known: [String: String]
  ) -> HTTPRequest {
    var lines = part.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    let first = filled(lines.popFirst() ?? [], known)
    let method = first.prefix { $0 != " " }
    let target = first.dropFirst(method.count + 1)
    var headers: [HeaderField] = []
    while let line = lines.popFirst(), !line.isEmpty {
      let text = filled(line, known)
      let name = text.prefix { $0 != ":" }
      let value = text.dropFirst(name.count + 1)
      headers.append(HeaderField(String(name), value.trimmed()))
    }
    let body = lines.first.map { part[$0.startIndex...] } ?? []
    // What is not a string stays as it is: bodies may be any bytes.
    let bytes =
      body.contains(UInt8(ascii: "{")) && String(validating: body, as: UTF8.self) != nil
      ? Array(filled(body, known).utf8) : Array(body)
    return HTTPRequest(
      String(method), String(target), headers: headers, body: bytes,
      origin: "https://localhost:7443")
  }

  /// The bytes as a string with `{{name}}` replaced by what is known, and without what libmicrohttpd
  /// never lets through.
  private static func filled(_ bytes: ArraySlice<UInt8>, _ known: [String: String]) -> String {
    let text = String(decoding: bytes.filter { $0 != 0x0D && $0 != 0 }, as: UTF8.self)
    guard text.utf8.containsBytes("{{") else { return text }
    var result = text
    for (name, value) in known.sorted(by: { $0.key < $1.key })
    where text.utf8.containsBytes("{{\(name)}}") {
      result = replaced("{{\(name)}}", by: value, in: result)
    }
    return result
  }

  private static func replaced(_ name: String, by value: String, in text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    let wanted = Array(name.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == wanted[0], bytes[index...].starts(with: wanted), result.count < 1 << 20 {
        result += value.utf8
        index += wanted.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
