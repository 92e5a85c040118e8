import JSONText

/// What an HTTP request of an app asks for.
enum RequestReader {
  /// The operation at a path of a host, and the tenant if the path has one.
  ///
  /// The tenant is the segment before `oauth2`, as in every authority of Microsoft's.
  static func operation(
    path: String, at host: ServiceHost
  ) -> (endpoint: Endpoint, tenant: String?)? {
    switch (host, path) {
    case (.location, "/locate"): return (.locate, nil)
    case (.enrollment, "/enroll"): return (.enroll, nil)
    case (.enrollment, "/unenroll"): return (.unenroll, nil)
    case (.policy, "/checkin"): return (.checkin, nil)
    case (.telemetry, "/telemetry"): return (.telemetry, nil)
    case (.signIn, _):
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0].isEmpty, !parts[1].isEmpty,
        parts[2...] == ["oauth2", "v2.0", "token"]
      else { return nil }
      return (.token, String(parts[1]))
    default: return nil
    }
  }

  /// The body of a request: JSON, or an object of the texts of a form; null if it is neither.
  static func body(_ bytes: [UInt8], of endpoint: Endpoint) -> JSON {
    if endpoint == .token { return .object(form(bytes)) }
    return (try? JSON(parsing: bytes[...])) ?? .null
  }

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1); of a name given twice the
  /// last value counts.
  static func form(_ bytes: [UInt8]) -> JSONObject {
    var object = JSONObject()
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      object[decoded(name)] = .string(decoded(pair.dropFirst(name.count + 1)))
    }
    return object
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = String(decoding: bytes[index...].dropFirst().prefix(2), as: UTF8.self)
        if digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) {
          result.append(byte)
          index += 2
        } else {
          result.append(bytes[index])
        }
      default: result.append(bytes[index])
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
