import CMicroHTTPD
import CProcess
internal import ExactText
import Glibc
import MAMDirectory
import MAMWire

/// IPv4 addresses, as text and as a certificate has them, and the loopback address of IPv6.
enum NetworkAddress {
  /// Every address of this machine.
  static let any = "0.0.0.0"
  /// The loopback address of IPv6.
  static let loopbackOfIPv6 = "::1"
  /// True if programs of this machine can talk to each other by IPv6.
  static var hasLoopbackOfIPv6: Bool {
    var port: UInt16 = 0
    let descriptor = mam_bind_port(loopbackOfIPv6, &port, 1, 0)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// The four bytes of an address; nil if the text is none.
  static func bytes(_ text: String) -> [UInt8]? {
    var address = in_addr()
    guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
    return withUnsafeBytes(of: &address) { Array($0) }
  }

  /// The addresses that this machine has in its networks, without those of the loopback interface.
  static var ofMachine: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var addresses: [String] = []
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry else { break }
      if let text = text(entry.pointee.ifa_addr), !text.hasPrefix("127."),
        !addresses.contains(text)
      {
        addresses.append(text)
      }
    }
    return addresses
  }

  /// The addresses of a name, as any client of this machine would find them.
  static func resolve(_ name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_family = AF_INET
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
      guard let entry else { break }
      if let text = text(entry.pointee.ai_addr) { addresses.append(text) }
    }
    return addresses
  }

  private static func text(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
    guard let address, address.pointee.sa_family == sa_family_t(AF_INET) else { return nil }
    var bytes = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      var place = $0.pointee.sin_addr
      _ = inet_ntop(AF_INET, &place, &bytes, socklen_t(bytes.count))
    }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
