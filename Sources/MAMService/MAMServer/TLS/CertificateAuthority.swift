import CGnuTLS
internal import ExactText
import Glibc
import MAMCrypto
import MAMDirectory
import SystemFiles

/// The service's own certificate authority: a folder with its certificate, its key, and what it signed.
///
/// It is made when the folder has none, and then kept as long as it is good, so that a client need not be
/// told at every start whom to trust. Whoever gets its key can do little with it: it may sign for this
/// machine's names and addresses alone, and lasts 90 days. Certificates follow the machine's clock, because
/// TLS libraries do.
struct CertificateAuthority {
  /// How long the authority and a server's certificate last, in days.
  static let days = 90
  /// A certificate that lasts shorter than this is made again, in days.
  static let marginDays = 15
  /// What the authority is called; another one in the folder is somebody else's.
  static let name = "mamconform test authority, of this machine only"

  let folder: String
  /// The IPv4 addresses that servers have beside those of the loopback interface.
  var addresses: [String] = []
  /// The DNS names that servers have beside `localhost`.
  var names: [String] = []

  /// The file that a client is told to trust.
  var certificateFile: String { "\(folder)/ca.pem" }
  private var keyFile: String { "\(folder)/ca-key.pem" }
  private var serverFile: String { "\(folder)/localhost.pem" }
  private var serverKeyFile: String { "\(folder)/localhost-key.pem" }

  /// The folder that is used unless another is named: XDG's place for data of programs.
  static var defaultFolder: String? {
    func variable(_ name: String) -> String? {
      EnvironmentVariable.value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return variable("XDG_DATA_HOME").map { "\($0)/mamconform" }
      ?? variable("HOME").map { "\($0)/.local/share/mamconform" }
  }

  /// The certificate of a server of this machine, made if there is none for its addresses that lasts long
  /// enough.
  ///
  /// Several services may do this at the same time in the same folder: one of them makes what is missing.
  ///
  /// - Parameters:
  ///   - use: begins once there is an authority; nil to use it for a moment only.
  ///   - note: is called when an authority replaces another, which clients have to trust again.
  /// - Throws: also if it would have to be replaced while a service uses it.
  func serverCertificate(
    _ use: AuthorityUse? = nil, note: (String) -> Void = { _ in }
  ) throws(CommandError) -> ServerCertificate {
    try makeFolder()
    let lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw CommandError("cannot lock \(folder): \(SystemError.last)")
    }
    defer { close(lock) }
    for file in [keyFile, serverKeyFile] { PEMFile.hide(file) }
    if let kept = kept() {
      try use?.begin()
      return kept
    }
    let (authority, authorityKey) = try loadOrMake(note)
    defer {
      gnutls_x509_crt_deinit(authority)
      gnutls_x509_privkey_deinit(authorityKey)
    }
    let now = time(nil)
    let made = try certificate(
      from: now - CertificateAuthority.slackSeconds,
      until: min(
        CertificateAuthority.end(from: now), gnutls_x509_crt_get_expiration_time(authority)),
      authority, authorityKey)
    try PEMFile.write(made.key, to: serverKeyFile, isSecret: true)
    try PEMFile.write(made.chain, to: serverFile, isSecret: false)
    try use?.begin()
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
      CertificateAuthority.lasts(certificate), fault(of: authority) == nil,
      (addresses + names).allSatisfy({ X509.covers(certificate, $0) })
    else { return nil }
    return ServerCertificate(chain: chain, key: key)
  }

  private static func lasts(_ certificate: gnutls_x509_crt_t) -> Bool {
    gnutls_x509_crt_get_expiration_time(certificate) > time(nil) + marginDays * 86_400
  }

  /// Clocks of clients may be behind by so much.
  private static let slackSeconds = 3600

  /// The end of what is made now and begins a little earlier.
  private static func end(from now: Int) -> Int { now - slackSeconds + days * 86_400 }

  private func makeFolder() throws(CommandError) {
    do throws(SystemError) {
      try Folder.make(folder, mode: 0o700)
      guard Path.isFolder(folder) else { throw SystemError(ENOTDIR) }
    } catch {
      throw CommandError(
        "cannot create the folder \(folder) for the certificate authority: "
          + "\(error); give another with --authority-folder")
    }
  }

  private func load() throws(CommandError) -> (gnutls_x509_crt_t, gnutls_x509_privkey_t) {
    guard let certificate = X509.certificate(try PEMFile.read(certificateFile)) else {
      throw CommandError(
        "\(certificateFile) is not a certificate; remove it, and a new one is created")
    }
    guard Path.exists(keyFile) else {
      gnutls_x509_crt_deinit(certificate)
      throw CommandError(
        "\(keyFile), the key of \(certificateFile), is missing; remove the certificate too, and new ones are "
          + "made")
    }
    guard let key = X509.key(try PEMFile.read(keyFile)),
      X509.keyID(key: key) == X509.keyID(certificate: certificate)
    else {
      gnutls_x509_crt_deinit(certificate)
      throw CommandError(
        "\(keyFile) is not the key of \(certificateFile); remove both, and new ones are created")
    }
    return (certificate, key)
  }

  private func loadOrMake(
    _ note: (String) -> Void
  ) throws(CommandError) -> (gnutls_x509_crt_t, gnutls_x509_privkey_t) {
    var fault: String?
    if Path.exists(certificateFile) {
      fault = try faultOfKept()
      guard let fault else { return try load() }
      guard !AuthorityUse.isBegun(folder) else {
        throw CommandError(
          "the certificate authority in \(folder) \(fault), and it cannot be replaced while another "
            + "service uses it; end that service, or give another folder with --authority-folder")
      }
    }
    let now = time(nil)
    guard let key = mam_key_generate() else {
      throw CommandError("cannot create a certificate authority")
    }
    let made = withNames { names in
      mam_certificate_make(
        key, CertificateAuthority.name, MAM_CERTIFICATE_AUTHORITY, &names,
        now - CertificateAuthority.slackSeconds, CertificateAuthority.end(from: now), nil, key)
    }
    guard let certificate = made else {
      gnutls_x509_privkey_deinit(key)
      throw CommandError("cannot create a certificate authority")
    }
    // The certificate last: where it is, its key is too.
    try PEMFile.write(X509.pem(key: key), to: keyFile, isSecret: true)
    try PEMFile.write(X509.pem(certificate: certificate), to: certificateFile, isSecret: false)
    if let fault {
      note(
        "the certificate authority in \(folder) \(fault): it was replaced by a new one, which "
          + "clients must be configured to trust (\(certificateFile))")
    }
    return (certificate, key)
  }

  /// Why the authority in the folder cannot go on; nil if it can.
  private func faultOfKept() throws(CommandError) -> String? {
    guard let certificate = X509.certificate(try PEMFile.read(certificateFile)) else { return nil }
    defer { gnutls_x509_crt_deinit(certificate) }
    return fault(of: certificate)
  }

  /// Why an authority cannot go on, in words; nil if it can.
  private func fault(of authority: gnutls_x509_crt_t) -> String? {
    guard CertificateAuthority.lasts(authority) else { return "has expired or is about to expire" }
    // One that somebody has made themselves is theirs to limit.
    guard X509.commonName(authority) == CertificateAuthority.name else { return nil }
    guard !X509.permits(authority, name: "mamconform.invalid"),
      X509.permits(authority, name: "localhost"), X509.permits(authority, address: "127.0.0.1")
    else { return "may sign for any name, because it was created by an earlier version" }
    guard names.allSatisfy({ X509.permits(authority, name: $0) }),
      addresses.allSatisfy({ X509.permits(authority, address: $0) })
    else { return "may not sign for the names and addresses of this start" }
    return nil
  }

  private func certificate(
    from: Int, until: Int, _ authority: gnutls_x509_crt_t, _ authorityKey: gnutls_x509_privkey_t
  ) throws(CommandError) -> ServerCertificate {
    guard let key = mam_key_generate() else { throw CommandError("cannot create a key") }
    defer { gnutls_x509_privkey_deinit(key) }
    let made = withNames { names in
      mam_certificate_make(
        key, "localhost", MAM_CERTIFICATE_SERVER, &names, from, until, authority, authorityKey)
    }
    guard let certificate = made else { throw CommandError("cannot create a certificate") }
    defer { gnutls_x509_crt_deinit(certificate) }
    return ServerCertificate(
      chain: X509.pem(certificate: certificate) + X509.pem(certificate: authority),
      key: X509.pem(key: key))
  }

  /// Names and addresses as the library takes them.
  private func withNames<Result>(_ body: (inout mam_certificate_names) -> Result) -> Result {
    let places = addresses.flatMap { NetworkAddress.bytes($0) ?? [] }
    let texts: [CChar] = names.flatMap { name -> [CChar] in
      name.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return places.withUnsafeBufferPointer { places in
      texts.withUnsafeBufferPointer { texts in
        var list = mam_certificate_names(
          addresses: places.baseAddress, address_count: places.count / 4, names: texts.baseAddress,
          name_count: names.count)
        return body(&list)
      }
    }
  }
}
