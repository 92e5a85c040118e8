internal import ExactText

/// One HTTP request as it was read, before anyone has looked what it asks for.
package struct HTTPRequest: Sendable, Equatable {
  /// `GET`, `POST` and so on, as it was written.
  package var method: String
  /// The path as it was sent, with its percent escapes and without the query.
  package var path: String
  /// What follows the first `?`, as it was sent; empty without one.
  package var query: String
  /// The header fields in the order in which they came.
  package var headers: [HeaderField]
  /// The bytes of the body.
  package var body: [UInt8]
  /// `HTTP/1.1` or `HTTP/1.0`.
  package var version = "HTTP/1.1"
  /// Scheme and authority as the client addressed the service, such as `https://localhost:7443`.
  package var origin: String
  /// True if the target has scheme and authority of its own, which count instead of `Host`.
  package private(set) var isAbsolute = false

  /// A request of the given parts; the target is path and query as they stand in the request line, which
  /// may have scheme and authority in front of them (RFC 9112, section 3.2.2).
  package init(
    _ method: String, _ target: String, headers: [HeaderField] = [], body: [UInt8] = [],
    origin: String = "http://localhost"
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    let (own, target) = HTTPRequest.parts(target)
    self.origin = own ?? origin
    isAbsolute = own != nil
    if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
      path = String(target[..<mark])
      query = String(target[target.utf8.index(after: mark)...])
    } else {
      path = target
      query = ""
    }
  }

  /// True for what can stand behind a scheme: a name or address, and a port if you like, without user and
  /// escapes (RFC 3986, section 3.2).
  package static func isAuthority(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~:[]".utf8.contains($0)
        }
      }
  }

  /// Scheme and authority of a target that has them, and what follows.
  private static func parts(_ target: String) -> (origin: String?, rest: String) {
    guard target.utf8.first != UInt8(ascii: "/"),
      let scheme = ["http://", "https://"].first(where: { target.asciiLowercased().hasPrefix($0) })
    else { return (nil, target) }
    let authority = target.utf8.dropFirst(scheme.utf8.count)
    let end =
      authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      ?? authority.endIndex
    let rest = String(Substring(authority[end...]))
    return (scheme + String(Substring(authority[..<end])), rest.hasPrefix("/") ? rest : "/" + rest)
  }

  /// About how many bytes it takes.
  package var size: Int {
    headers.reduce(body.count + path.utf8.count + query.utf8.count + origin.utf8.count) {
      $0 + $1.size
    }
  }

  /// The value of the first header field of that name, which is to be given in lower case.
  package func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// The token of the header `Authorization: Bearer` (RFC 6750, section 2.1).
  package var bearer: String? { header("authorization").flatMap(BearerToken.read) }
}

/// One field of a header (RFC 9110, section 5).
package struct HeaderField: Sendable, Equatable {
  /// True for a token, as the name of a field is one (RFC 9110, section 5.6.2).
  package static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
      }
  }

  /// The name as it was written.
  package var name: String
  /// The value, without white space around it.
  package var value: String

  /// A field of the given parts.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// About how many bytes it takes.
  package var size: Int { name.utf8.count + value.utf8.count + 64 }

  /// True if the field has that name, which is to be given in lower case: names have no letter case.
  package func isNamed(_ lowercaseName: String) -> Bool {
    name.utf8.count == lowercaseName.utf8.count
      && zip(name.utf8, lowercaseName.utf8).allSatisfy { byte, lower in
        byte == lower || (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == lower)
      }
  }
}
