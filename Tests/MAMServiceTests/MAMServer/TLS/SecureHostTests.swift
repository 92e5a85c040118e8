import CGnuTLS
import Foundation
import Glibc
import Testing

@testable import MAMCrypto
@testable import MAMServer

@Suite struct SecureHostTests {
  /// A certificate of the service's authority for an address that is listened at.
  private func certificate(at address: String, _ folder: URL) throws -> ServerCertificate {
    try CertificateAuthority(
      folder: folder.path, addresses: SecureHost.addresses(at: address)
    ).serverCertificate()
  }

  @Test(arguments: [
    ("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("127.0.0.2", "127.0.0.2"),
  ])
  func `the name leads to the address and is in the certificate`(_ address: String, _ name: String)
    throws
  {
    try withFolder { folder in
      let certificate = try certificate(at: address, folder)
      #expect(SecureHost.name(certificate, at: address) == name)
      #expect(certificate.covers(name))
      for address in SecureHost.addresses(at: address) { #expect(certificate.covers(address)) }
    }
  }

  @Test func `a kept certificate that is not for the address is made again by the same authority`()
    throws
  {
    try withFolder { folder in
      let first = try certificate(at: "127.0.0.1", folder)
      #expect(!first.covers("127.0.0.2"))
      let authority = try PEMFile.read("\(folder.path)/ca.pem")
      let second = try certificate(at: "127.0.0.2", folder)
      #expect(second.covers("127.0.0.2") && second.covers("localhost"))
      #expect(try PEMFile.read("\(folder.path)/ca.pem") == authority)
      #expect(try certificate(at: "127.0.0.1", folder) == second, "it is for more than it must be")
    }
  }

  @Test func `a certificate for nothing here leaves the address`() throws {
    try withFolder { folder in
      let local = try certificate(at: "127.0.0.2", folder)
      #expect(local.names == ["localhost"])
      #expect(SecureHost.name(local, at: "127.0.0.3") == "127.0.0.3")
      #expect(NetworkAddress.resolve("localhost") == ["127.0.0.1"])
      #expect(NetworkAddress.bytes("10.1.2.255") == [10, 1, 2, 255])
      #expect(NetworkAddress.bytes("10.1.2") == nil)
    }
  }
}
