import CGnuTLS
internal import ExactText
import Glibc

/// The service's own certificate authority: a folder with its certificate, its key, and what it signed.
///
/// It is made when the folder has none, and then kept, so that a client need be told only once whom to
/// trust. Its certificates are for this machine's names and addresses alone, and follow the machine's
/// clock, because TLS libraries do.
struct CertificateAuthority {
  /// How long the authority lasts, in days: ten years.
  static let authorityDays = 3653
  /// How long a server's certificate lasts, in days: what clients of Apple's accept at most.
  static let serverDays = 397
  /// A certificate that lasts shorter than this is made anew, in days.
  static let marginDays = 30

  let folder: String
  /// The IPv4 addresses that servers have beside those of the loopback interface.
  var addresses: [String] = []

  /// The file that a client is told to trust.
  var certificateFile: String { "\(folder)/ca.pem" }
  private var keyFile: String { "\(folder)/ca-key.pem" }
  private var serverFile: String { "\(folder)/localhost.pem" }
  private var serverKeyFile: String { "\(folder)/localhost-key.pem" }

  /// The folder that is used unless another is named: XDG's place for data of programs.
  static var defaultFolder: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return variable("XDG_DATA_HOME").map { "\($0)/mamconform" }
      ?? variable("HOME").map { "\($0)/.local/share/mamconform" }
  }

  /// The certificate of a server of this machine, made if there is none for its addresses that lasts long
  /// enough.
  ///
  /// Several services may do this at the same time in the same folder: one of them makes what is missing.
  func serverCertificate() throws(CommandError) -> ServerCertificate {
    try makeFolder()
    let lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw CommandError("cannot lock \(folder): \(String(cString: strerror(errno)))")
    }
    defer { close(lock) }
    for file in [keyFile, serverKeyFile] { PEMFile.hide(file) }
    if let kept = kept() { return kept }
    let (authority, authorityKey) = try loadOrMake()
    defer {
      gnutls_x509_crt_deinit(authority)
      gnutls_x509_privkey_deinit(authorityKey)
    }
    let now = time(nil)
    let made = try certificate(
      from: now - 3600, until: now + CertificateAuthority.serverDays * 86_400,
      authority, authorityKey)
    try PEMFile.write(made.key, to: serverKeyFile, isSecret: true)
    try PEMFile.write(made.chain, to: serverFile, isSecret: false)
    return made
  }

  /// What makes a certificate of the authority that ended a day ago: for the fault of that name.
  ///
  /// - Throws: why nobody can sign one, such as a key that is gone.
  func expiredCertificate() throws(CommandError) -> () throws(CommandError) -> ServerCertificate {
    let (authority, authorityKey) = try load()
    let files = (X509.pem(certificate: authority), X509.pem(key: authorityKey))
    gnutls_x509_crt_deinit(authority)
    gnutls_x509_privkey_deinit(authorityKey)
    return { () throws(CommandError) in
      guard let authority = X509.certificate(files.0), let authorityKey = X509.key(files.1) else {
        throw CommandError("cannot read the certificate authority")
      }
      defer {
        gnutls_x509_crt_deinit(authority)
        gnutls_x509_privkey_deinit(authorityKey)
      }
      let now = time(nil)
      return try certificate(
        from: now - 30 * 86_400, until: now - 86_400, authority, authorityKey)
    }
  }

  /// The server's certificate of an earlier start, if it is still good.
  private func kept() -> ServerCertificate? {
    guard let chain = try? PEMFile.read(serverFile), let key = try? PEMFile.read(serverKeyFile),
      let authorityText = try? PEMFile.read(certificateFile),
      let certificate = X509.certificate(chain)
    else { return nil }
    defer { gnutls_x509_crt_deinit(certificate) }
    guard let parsed = X509.key(key), let authority = X509.certificate(authorityText) else {
      return nil
    }
    defer {
      gnutls_x509_privkey_deinit(parsed)
      gnutls_x509_crt_deinit(authority)
    }
    guard X509.keyID(certificate: certificate) == X509.keyID(key: parsed),
      gnutls_x509_crt_check_issuer(certificate, authority) != 0,
      CertificateAuthority.lasts(certificate), CertificateAuthority.lasts(authority),
      addresses.allSatisfy({ X509.covers(certificate, $0) })
    else { return nil }
    return ServerCertificate(chain: chain, key: key)
  }

  private static func lasts(_ certificate: gnutls_x509_crt_t) -> Bool {
    gnutls_x509_crt_get_expiration_time(certificate) > time(nil) + marginDays * 86_400
  }

  private func makeFolder() throws(CommandError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += path.isEmpty && part.isEmpty ? "/" : (path.isEmpty || path == "/" ? "" : "/") + part
      if !path.isEmpty, path != "/" { mkdir(path, 0o700) }
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError(
        "cannot make the folder \(folder) for the certificate authority: "
          + "\(String(cString: strerror(errno))); name another with --authority-folder")
    }
  }

  private func load() throws(CommandError) -> (gnutls_x509_crt_t, gnutls_x509_privkey_t) {
    guard let certificate = X509.certificate(try PEMFile.read(certificateFile)) else {
      throw CommandError("\(certificateFile) is no certificate; remove it to have another made")
    }
    guard access(keyFile, F_OK) == 0 else {
      gnutls_x509_crt_deinit(certificate)
      throw CommandError(
        "\(keyFile), the key of \(certificateFile), is gone; remove the certificate too to have others "
          + "made")
    }
    guard let key = X509.key(try PEMFile.read(keyFile)),
      X509.keyID(key: key) == X509.keyID(certificate: certificate)
    else {
      gnutls_x509_crt_deinit(certificate)
      throw CommandError(
        "\(keyFile) is not the key of \(certificateFile); remove both to have others made")
    }
    return (certificate, key)
  }

  private func loadOrMake() throws(CommandError) -> (gnutls_x509_crt_t, gnutls_x509_privkey_t) {
    if access(certificateFile, F_OK) == 0, try !hasEnded() { return try load() }
    let now = time(nil)
    guard let key = mam_key_generate(),
      let certificate = mam_certificate_make(
        key, "mamconform test authority, of this machine only", MAM_CERTIFICATE_AUTHORITY, nil, 0,
        now - 3600, now + CertificateAuthority.authorityDays * 86_400, nil, key)
    else { throw CommandError("cannot make a certificate authority") }
    // The certificate last: where it is, its key is too.
    try PEMFile.write(X509.pem(key: key), to: keyFile, isSecret: true)
    try PEMFile.write(X509.pem(certificate: certificate), to: certificateFile, isSecret: false)
    return (certificate, key)
  }

  /// True if the authority is too old to sign anything that lasts; nobody trusts it then, and another is
  /// made in its place.
  private func hasEnded() throws(CommandError) -> Bool {
    guard let certificate = X509.certificate(try PEMFile.read(certificateFile)) else {
      return false
    }
    defer { gnutls_x509_crt_deinit(certificate) }
    return !CertificateAuthority.lasts(certificate)
  }

  private func certificate(
    from: Int, until: Int, _ authority: gnutls_x509_crt_t, _ authorityKey: gnutls_x509_privkey_t
  ) throws(CommandError) -> ServerCertificate {
    let places = addresses.flatMap { NetworkAddress.bytes($0) ?? [] }
    guard let key = mam_key_generate() else { throw CommandError("cannot make a key") }
    defer { gnutls_x509_privkey_deinit(key) }
    guard
      let certificate = mam_certificate_make(
        key, "localhost", MAM_CERTIFICATE_SERVER, places, places.count / 4, from, until, authority,
        authorityKey)
    else { throw CommandError("cannot make a certificate") }
    defer { gnutls_x509_crt_deinit(certificate) }
    return ServerCertificate(
      chain: X509.pem(certificate: certificate) + X509.pem(certificate: authority),
      key: X509.pem(key: key))
  }
}
