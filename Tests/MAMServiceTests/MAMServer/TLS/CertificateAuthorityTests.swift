import CGnuTLS
import Foundation
import Glibc
import Testing

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMServer

@Suite struct CertificateAuthorityTests {
  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `the authority is made once and its key is secret`() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.appending(path: "a/b").path)
      let first = try authority.serverCertificate()
      let file = try Data(contentsOf: URL(fileURLWithPath: authority.certificateFile))
      #expect(try authority.serverCertificate() == first)
      #expect(try Data(contentsOf: URL(fileURLWithPath: authority.certificateFile)) == file)
      #expect(mode(authority.folder) == 0o700)
      #expect(mode("\(authority.folder)/ca-key.pem") == 0o600)
      #expect(mode("\(authority.folder)/localhost-key.pem") == 0o600)
      #expect(first.chain.hasSuffix(String(decoding: file, as: UTF8.self)))
    }
  }

  @Test func `a certificate that is gone or of another authority is made again`() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate()
      try FileManager.default.removeItem(atPath: "\(folder.path)/localhost.pem")
      let second = try authority.serverCertificate()
      #expect(second != first)
      for name in ["ca.pem", "ca-key.pem"] {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
      }
      #expect(try authority.serverCertificate() != second)
    }
  }

  @Test func `many services that start together share one authority`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let chains = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (try? CertificateAuthority(folder: folder).serverCertificate().chain) ?? "failed"
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(chains.count == 1)
    #expect(chains.first?.contains("BEGIN CERTIFICATE") == true)
  }

  @Test func `files that cannot be used are named`() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.path)
      _ = try authority.serverCertificate()
      let other = CertificateAuthority(folder: folder.appending(path: "other").path)
      _ = try other.serverCertificate()
      func message(_ certificate: String, _ key: String) -> String {
        do throws(CommandError) {
          _ = try ServerCertificate(certificateFile: certificate, keyFile: key)
          return "none"
        } catch {
          return error.description.replacingOccurrences(of: folder.path, with: "F")
        }
      }
      let certificate = "\(folder.path)/localhost.pem"
      #expect(message(certificate, "\(folder.path)/localhost-key.pem") == "none")
      #expect(
        message(certificate, "\(folder.path)/other/localhost-key.pem")
          == "F/other/localhost-key.pem is not the key of the certificate in F/localhost.pem")
      #expect(
        message("\(folder.path)/localhost-key.pem", certificate)
          == "F/localhost-key.pem: it contains no certificate in PEM format")
      #expect(
        message("\(folder.path)/none.pem", certificate) == "F/none.pem: No such file or directory")
      try Data("broken".utf8).write(to: folder.appending(path: "ca.pem"))
      try FileManager.default.removeItem(atPath: certificate)
      let error = #expect(throws: CommandError.self) { try authority.serverCertificate() }
      #expect(
        error?.description.hasSuffix("is not a certificate; remove it, and a new one is created")
          == true
      )
    }
  }

  /// Makes an authority in a folder that lasts so many days more.
  private func makeAuthority(_ folder: URL, days: Int) throws {
    let key = mam_key_generate()!
    let now = time(nil)
    let certificate = mam_certificate_make(
      key, "old", MAM_CERTIFICATE_AUTHORITY, nil, now - 90 * 86_400, now + days * 86_400, nil, key)!
    defer {
      gnutls_x509_crt_deinit(certificate)
      gnutls_x509_privkey_deinit(key)
    }
    try PEMFile.write(X509.pem(key: key), to: "\(folder.path)/ca-key.pem", isSecret: true)
    try PEMFile.write(
      X509.pem(certificate: certificate), to: "\(folder.path)/ca.pem", isSecret: false)
  }

  @Test(arguments: [(-1, true), (3, true), (90, false)])
  func `an authority that has ended is made again`(_ days: Int, _ isMadeAgain: Bool) throws {
    try withFolder { folder in
      try makeAuthority(folder, days: days)
      let authority = CertificateAuthority(folder: folder.path)
      let old = try PEMFile.read(authority.certificateFile)
      let server = try authority.serverCertificate()
      let new = try PEMFile.read(authority.certificateFile)
      #expect((new != old) == isMadeAgain)
      #expect(server.chain.hasSuffix(new))
    }
  }

  /// The first certificate of a string.
  private func read(_ text: String) throws -> gnutls_x509_crt_t {
    try #require(X509.certificate(text))
  }

  @Test func `the authority may sign for this machine alone and lasts 90 days`() throws {
    try withFolder { folder in
      var authority = CertificateAuthority(folder: folder.path, addresses: ["192.0.2.7"])
      authority.names = ["mam.example"]
      let server = try authority.serverCertificate()
      let own = try read(try PEMFile.read(authority.certificateFile))
      let leaf = try read(server.chain)
      defer {
        gnutls_x509_crt_deinit(own)
        gnutls_x509_crt_deinit(leaf)
      }
      for name in ["localhost", "mam.example", "a.mam.example"] {
        #expect(X509.permits(own, name: name), "\(name)")
      }
      for name in [
        "example", "login.microsoftonline.com", "evil.example", "localhost.evil.example",
      ] {
        #expect(!X509.permits(own, name: name), "\(name)")
      }
      for (address, isPermitted) in [
        ("127.0.0.1", true), ("127.255.0.1", true), ("192.0.2.7", true), ("192.0.2.8", false),
        ("128.0.0.1", false), ("0.0.0.0", false),
      ] { #expect(X509.permits(own, address: address) == isPermitted, "\(address)") }
      let span = gnutls_x509_crt_get_expiration_time(own) - gnutls_x509_crt_get_activation_time(own)
      #expect(span == 90 * 86_400)
      #expect(
        gnutls_x509_crt_get_expiration_time(leaf) <= gnutls_x509_crt_get_expiration_time(own))
      #expect(server.covers("mam.example") && server.covers("192.0.2.7"))
      #expect(!server.covers("evil.example"))
    }
  }

  @Test func `an authority of an earlier version is made again with a note`() throws {
    try withFolder { folder in
      let key = mam_key_generate()!
      let certificate = try read(
        CertificateAuthorityTests.unlimited(
          key, CertificateAuthority.name, try #require(CertificateAuthorityTests.template())))
      defer {
        gnutls_x509_crt_deinit(certificate)
        gnutls_x509_privkey_deinit(key)
      }
      try PEMFile.write(X509.pem(key: key), to: "\(folder.path)/ca-key.pem", isSecret: true)
      try PEMFile.write(
        X509.pem(certificate: certificate), to: "\(folder.path)/ca.pem", isSecret: false)
      let authority = CertificateAuthority(folder: folder.path)
      var notes: [String] = []
      _ = try authority.serverCertificate { notes.append($0) }
      #expect(notes.count == 1)
      #expect(notes.first?.contains("may sign for any name") == true)
      #expect(notes.first?.contains("it was replaced by a new one") == true)
      _ = try authority.serverCertificate { notes.append($0) }
      #expect(notes.count == 1, "the new one stays")
    }
  }

  private static func template() -> gnutls_x509_crt_t? {
    var certificate: gnutls_x509_crt_t?
    return gnutls_x509_crt_init(&certificate) >= 0 ? certificate : nil
  }

  /// A certificate as earlier versions made them: without name constraints, for ten years.
  private static func unlimited(
    _ key: gnutls_x509_privkey_t, _ name: String, _ certificate: gnutls_x509_crt_t
  ) -> String {
    defer { gnutls_x509_crt_deinit(certificate) }
    let now = time(nil)
    gnutls_x509_crt_set_version(certificate, 3)
    gnutls_x509_crt_set_key(certificate, key)
    gnutls_x509_crt_set_serial(certificate, [1, 2, 3], 3)
    gnutls_x509_crt_set_activation_time(certificate, now - 3600)
    gnutls_x509_crt_set_expiration_time(certificate, now + 3653 * 86_400)
    gnutls_x509_crt_set_dn_by_oid(
      certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, UInt32(name.utf8.count))
    gnutls_x509_crt_set_basic_constraints(certificate, 1, 0)
    gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0)
    return X509.pem(certificate: certificate)
  }

  @Test func `names that are asked for later have it made again`() throws {
    try withFolder { folder in
      var authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate()
      authority.names = ["mam.example"]
      var notes: [String] = []
      #expect(try authority.serverCertificate { notes.append($0) } != first)
      #expect(notes.first?.contains("may not sign for the names and addresses") == true)
    }
  }

  @Test func `an authority that a service uses is not replaced`() throws {
    try withFolder { folder in
      var authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate(AuthorityUse(folder.path))
      let other = AuthorityUse(folder.path)
      #expect(try authority.serverCertificate(other) == first, "a second service uses it too")
      let trusted = try Data(contentsOf: URL(fileURLWithPath: authority.certificateFile))
      authority.names = ["mam.example"]
      let error = #expect(throws: CommandError.self) { _ = try authority.serverCertificate() }
      #expect(error?.description.contains("while another service uses it; end that") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: authority.certificateFile)) == trusted)
      withExtendedLifetime(other) {}
    }
  }

  @Test func `without its key an authority signs nothing`() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate()
      let makeExpired = try authority.expiredCertificate()
      try FileManager.default.removeItem(atPath: "\(folder.path)/ca-key.pem")
      #expect(try authority.serverCertificate() == first, "what is signed stays good")
      let error = #expect(throws: CommandError.self) { _ = try authority.expiredCertificate() }
      #expect(error?.description.contains("ca-key.pem, the key of") == true)
      #expect(error?.description.contains("is missing; remove") == true)
      #expect(try makeExpired().covers("localhost"), "a service that runs has the key")
    }
  }

  @Test func `keys that others could read are hidden again`() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate()
      let keys = ["ca-key.pem", "localhost-key.pem"].map { "\(folder.path)/\($0)" }
      for key in keys { chmod(key, 0o666) }
      #expect(try authority.serverCertificate() == first)
      for key in keys { #expect(mode(key) == 0o600) }
    }
  }
}
