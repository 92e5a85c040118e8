internal import ExactText
import MAMCrypto

/// What a server that listens at an address is called by clients that check its certificate.
enum SecureHost {
  /// The addresses beside those of the loopback interface that a certificate must be for.
  static func addresses(at listened: String) -> [String] {
    switch listened {
    case NetworkAddress.any: NetworkAddress.ofMachine
    // Every certificate is for these.
    case "127.0.0.1", NetworkAddress.loopbackOfIPv6: []
    default: [listened]
    }
  }

  /// The best name or address that leads to the server and that its certificate is for; the address
  /// listened at if there is none.
  static func name(_ certificate: ServerCertificate, at listened: String) -> String {
    let isLocal = listened == NetworkAddress.any || listened == "127.0.0.1"
    let address = isLocal ? "127.0.0.1" : listened
    let known = (isLocal ? ["localhost"] : []) + [address] + addresses(at: listened)
    if let name = known.first(where: certificate.covers) { return name }
    return certificate.names.first { name in
      NetworkAddress.resolve(name).contains { known.contains($0) }
    } ?? address
  }
}
