import CGnuTLS
import Foundation
import Glibc
import Testing

@testable import MAMService

@Suite struct CertificateAuthorityTests {
  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func theAuthorityIsMadeOnceAndItsKeyIsSecret() throws {
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

  @Test func aCertificateThatIsGoneOrOfAnotherAuthorityIsMadeAnew() throws {
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

  @Test func manyServicesThatStartTogetherShareOneAuthority() async throws {
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

  @Test func filesThatCannotBeUsedAreNamed() throws {
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
          == "F/localhost-key.pem: there is no certificate in PEM form in it")
      #expect(
        message("\(folder.path)/none.pem", certificate) == "F/none.pem: No such file or directory")
      try Data("broken".utf8).write(to: folder.appending(path: "ca.pem"))
      try FileManager.default.removeItem(atPath: certificate)
      let error = #expect(throws: CommandError.self) { try authority.serverCertificate() }
      #expect(
        error?.description.hasSuffix("is no certificate; remove it to have another made") == true)
    }
  }

  /// Makes an authority in a folder that lasts so many days more.
  private func makeAuthority(_ folder: URL, days: Int) throws {
    let key = mam_key_generate()!
    let now = time(nil)
    let certificate = mam_certificate_make(
      key, "old", MAM_CERTIFICATE_AUTHORITY, nil, 0, now - 90 * 86_400, now + days * 86_400, nil,
      key)!
    defer {
      gnutls_x509_crt_deinit(certificate)
      gnutls_x509_privkey_deinit(key)
    }
    try PEMFile.write(X509.pem(key: key), to: "\(folder.path)/ca-key.pem", isSecret: true)
    try PEMFile.write(
      X509.pem(certificate: certificate), to: "\(folder.path)/ca.pem", isSecret: false)
  }

  @Test(arguments: [(-1, true), (3, true), (90, false)])
  func anAuthorityThatHasEndedIsMadeAnew(_ days: Int, _ isMadeAnew: Bool) throws {
    try withFolder { folder in
      try makeAuthority(folder, days: days)
      let authority = CertificateAuthority(folder: folder.path)
      let old = try PEMFile.read(authority.certificateFile)
      let server = try authority.serverCertificate()
      let new = try PEMFile.read(authority.certificateFile)
      #expect((new != old) == isMadeAnew)
      #expect(server.chain.hasSuffix(new))
    }
  }

  @Test func withoutItsKeyAnAuthoritySignsNothing() throws {
    try withFolder { folder in
      let authority = CertificateAuthority(folder: folder.path)
      let first = try authority.serverCertificate()
      let makeExpired = try authority.expiredCertificate()
      try FileManager.default.removeItem(atPath: "\(folder.path)/ca-key.pem")
      #expect(try authority.serverCertificate() == first, "what is signed stays good")
      let error = #expect(throws: CommandError.self) { _ = try authority.expiredCertificate() }
      #expect(error?.description.contains("ca-key.pem, the key of") == true)
      #expect(error?.description.contains("is gone; remove") == true)
      #expect(try makeExpired().covers("localhost"), "a service that runs has the key")
    }
  }

  @Test func keysThatOthersCouldReadAreHiddenAgain() throws {
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
