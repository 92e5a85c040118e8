internal import ExactText
import Glibc
import JSONText
import MAMCrypto
import MAMWire

/// By which names and addresses clients may call the service.
///
/// A browser lets a page talk to the host that the page came from. Whoever owns a name can let it lead to
/// this machine after the page has been loaded (DNS rebinding), and the page would be taken for one of the
/// service. The header `Host` still has the strange name, so that such requests can be refused.
struct HostGuard {
  /// Names in lower case and addresses as ``ServedHost`` writes them.
  private let names: Set<ExactString>
  /// True if every address of the loopback interface leads here.
  private let isLoopback: Bool
  /// What HTTPS is shown with; nil for none.
  private let certificate: ServerCertificate?
  /// The value of `Host` that was looked at last and is right.
  private var latest: String?

  /// - Parameters:
  ///   - address: the IPv4 address that the service listens at.
  ///   - names: what the operator allows besides, names and addresses.
  init(address: String, names: [String], certificate: ServerCertificate?) {
    let isAny = address == NetworkAddress.any
    isLoopback = isAny || address.hasPrefix("127.") || address == "::1"
    let own = (isAny ? NetworkAddress.ofMachine : [address]) + names
    self.names =
      (own.compactMap { ServedHost($0)?.text } + (isLoopback ? ["localhost"] : []))
      .distinct
    self.certificate = certificate
  }

  /// Why a request is refused; nil if it calls the service by one of its names.
  ///
  /// A request without `Host`, which only HTTP/1.0 allows, is none of a browser.
  mutating func refusal(of request: HTTPRequest) -> ServiceResponse? {
    if let refusal = RequestFraming.refusal(of: request) { return refusal }
    guard let given = request.header("host") else { return target(of: request, host: nil) }
    if latest == given { return target(of: request, host: given) }
    guard allows(given) else { return HostGuard.misdirected }
    latest = given
    return target(of: request, host: given)
  }

  /// Looks at the authority of a target that has one, which counts instead of `Host` (RFC 9112,
  /// section 3.2.2).
  private func target(of request: HTTPRequest, host: String?) -> ServiceResponse? {
    guard request.isAbsolute else { return nil }
    let authority = request.origin.utf8.dropFirst(request.origin.hasPrefix("https://") ? 8 : 7)
    return allows(String(Substring(authority))) ? nil : HostGuard.misdirected
  }

  private func allows(_ authority: String) -> Bool {
    guard let host = ServedHost(authority: authority) else { return false }
    if names.contains(host.text) { return true }
    if isLoopback, host.isLoopbackAddress { return true }
    return certificate?.covers(host.name) ?? false
  }

  private static let misdirected = ServiceResponse(
    status: 421,
    .json([
      "error": [
        "code": "MisdirectedRequest",
        "message": .string(
          "the name in \"Host\" is not one of this service: use localhost, its address or a name "
            + "of its certificate, or start it with --allow-host NAME"),
      ]
    ]))
}

/// A name or an address by which a service is called, written in one way.
struct ServedHost: Equatable {
  /// Without brackets, in lower case.
  let name: String
  /// An address of IPv6 in brackets.
  var text: String { name.contains(":") ? "[\(name)]" : name }

  /// Reads a name or an address; one of IPv6 may stand in brackets. Nil if it is neither.
  init?(_ text: String) {
    self.init(authority: text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text)
  }

  /// Reads what `Host` says: a name or an address, and a port if you like (RFC 9110, section 7.2).
  init?(authority: String) {
    guard let host = HTTPRequest.hostName(ofAuthority: authority) else { return nil }
    var name = host.asciiLowercased()
    if name.hasPrefix("[") {
      guard let written = ServedHost.written(String(name.dropFirst().dropLast())) else {
        return nil
      }
      name = written
    } else if name.hasSuffix(".") {
      // The same name, said to be whole (RFC 1034, section 3.1).
      name.removeLast()
    }
    guard !name.isEmpty else { return nil }
    self.name = name
  }

  /// True for `127.0.0.0/8` and `::1`.
  var isLoopbackAddress: Bool {
    name == "::1" || NetworkAddress.bytes(name)?.first == 127
  }

  /// An address of IPv6 in the form of RFC 5952; nil if it is none.
  private static func written(_ text: String) -> String? {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &bytes, socklen_t(bytes.count)) != nil else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
