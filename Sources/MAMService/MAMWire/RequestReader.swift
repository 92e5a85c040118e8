internal import ExactText
package import JSONText

/// What an HTTP request asks for.
package enum RequestReader {
  /// The operation at a path, and the tenant if the path has one; nil if there is none.
  ///
  /// - Parameter host: the host that was asked; nil for a port that serves everything.
  package static func operation(
    path: String, at host: ServiceHost?
  ) -> (endpoint: Endpoint, tenant: String?)? {
    let operation: (endpoint: Endpoint, tenant: String?)?
    switch path {
    case "/checkin": operation = (.checkin, nil)
    case "/locate": operation = (.locate, nil)
    case "/enroll": operation = (.enroll, nil)
    case "/unenroll": operation = (.unenroll, nil)
    case "/telemetry": operation = (.telemetry, nil)
    default:
      operation = isGraph(path) ? (.graph, nil) : SignInPath.operation(path)
    }
    guard let operation, host == nil || operation.endpoint.host == host else { return nil }
    return operation
  }

  private static func isGraph(_ path: String) -> Bool {
    let version = path.dropFirst().prefix { $0 != "/" }
    return ["v1.0", "beta"].contains(version.asciiLowercased())
  }

  /// The body of a request: JSON, or an object of the strings of a form; null if it is neither.
  package static func body(_ bytes: [UInt8], of endpoint: Endpoint) -> JSON {
    if endpoint.host == .signIn { return .object(form(bytes)) }
    guard endpoint == .graph else { return (try? JSON(parsing: bytes[...])) ?? .null }
    return bytes.isEmpty ? .null : (try? JSON(parsing: withoutMark(bytes))) ?? "not JSON"
  }

  /// The bytes behind a byte order mark, which a reader may pass over (RFC 8259, section 8.1).
  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// Why a body is not JSON, in words; nil if it is, or if there is none.
  package static func fault(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return nil }
    do throws(JSONError) {
      _ = try JSON(parsing: withoutMark(bytes))
      return nil
    } catch {
      return error.description
    }
  }

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1); of a name given twice the
  /// last value counts.
  package static func form(_ bytes: [UInt8]) -> JSONObject {
    JSONObject(
      bytes.split(separator: UInt8(ascii: "&")).map { pair in
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        return (decoded(name), .string(decoded(pair.dropFirst(name.count + 1))))
      })
  }

  /// The names that a form has more than once, each once, in the order in which they are repeated.
  package static func repeatedNames(_ bytes: [UInt8]) -> [String] {
    var known: Set<ExactString> = []
    var noted: Set<ExactString> = []
    var repeated: [String] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let name = ExactString(decoded(pair.prefix { $0 != UInt8(ascii: "=") }))
      guard !known.insert(name).inserted, noted.insert(name).inserted else { continue }
      repeated.append(name.text)
    }
    return repeated
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    PercentEncoding.decoded(String(decoding: bytes, as: UTF8.self)[...], isQuery: true)
  }
}
