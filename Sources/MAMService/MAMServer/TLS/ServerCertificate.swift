import CGnuTLS
internal import ExactText
import MAMCrypto
import MAMDirectory

/// What a server shows and proves: its certificate with those of its authorities, and its key.
struct ServerCertificate: Sendable, Equatable {
  /// PEM (RFC 7468): the server's certificate first.
  var chain: String
  /// PEM: the private key.
  var key: String

  /// The certificate and key of two files that somebody else has made.
  ///
  /// - Throws: what is wrong with a file, or that the two do not belong together.
  init(certificateFile: String, keyFile: String) throws(CommandError) {
    chain = try PEMFile.read(certificateFile)
    key = try PEMFile.read(keyFile)
    guard let certificate = X509.certificate(chain) else {
      throw CommandError("\(certificateFile): it contains no certificate in PEM format")
    }
    defer { gnutls_x509_crt_deinit(certificate) }
    guard let parsed = X509.key(key) else {
      throw CommandError("\(keyFile): it contains no unencrypted private key in PEM format")
    }
    defer { gnutls_x509_privkey_deinit(parsed) }
    guard X509.keyID(certificate: certificate) == X509.keyID(key: parsed) else {
      throw CommandError("\(keyFile) is not the key of the certificate in \(certificateFile)")
    }
  }

  init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }

  /// True if a client that knows the server by the name, or by the address, is satisfied.
  func covers(_ name: String) -> Bool {
    guard let certificate = X509.certificate(chain) else { return false }
    defer { gnutls_x509_crt_deinit(certificate) }
    return X509.covers(certificate, name)
  }

  /// The names that it is for, without those that stand for many.
  var names: [String] {
    guard let certificate = X509.certificate(chain) else { return [] }
    defer { gnutls_x509_crt_deinit(certificate) }
    return X509.names(certificate)
  }
}
