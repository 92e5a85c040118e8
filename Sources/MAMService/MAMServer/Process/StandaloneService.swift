internal import ExactText
import Glibc
import JSONText
import MAMCrypto
import MAMDirectory
import MAMEngine
import MAMWire
import ServiceProtocol
import SystemFiles

/// The service that runs alone: its ports, its certificate, and the line that tells where it is.
struct StandaloneService {
  private let server: HTTPServer
  private let options: ServiceOptions
  /// The file that a client is told to trust; nil without HTTPS, or with somebody else's certificate.
  private var authorityFile: String?
  /// The ports that serve everything, the one without TLS first.
  private var mainListeners: [Listener] = []
  /// Why no expired certificate can be shown; nil if one can.
  private var expiryFault: String?

  init(_ server: HTTPServer, _ options: ServiceOptions) {
    self.server = server
    self.options = options
    server.address = options.address
    server.administratorToken = options.administratorToken
  }

  /// Finds or makes the certificate of HTTPS, and learns by which names the service may be called.
  mutating func prepareTLS() throws(CommandError) {
    guard options.securePort != nil else { return guardHosts(nil) }
    let certificate: ServerCertificate
    if let certificateFile = options.certificatePath, let keyFile = options.keyPath {
      certificate = try ServerCertificate(certificateFile: certificateFile, keyFile: keyFile)
      expiryFault =
        "an expired certificate cannot be signed: start the service without --certificate"
    } else {
      certificate = try certificateOfAuthority()
    }
    try server.serveTLS(certificate)
    server.secureName = SecureHost.name(certificate, at: options.address)
    guardHosts(certificate)
  }

  private func guardHosts(_ certificate: ServerCertificate?) {
    server.hostGuard = HostGuard(
      address: options.address, names: options.allowedHosts, certificate: certificate)
  }

  /// The certificate that the service's own authority has signed.
  private mutating func certificateOfAuthority() throws(CommandError) -> ServerCertificate {
    guard let folder = options.authorityFolder ?? CertificateAuthority.defaultFolder else {
      throw CommandError(
        "there is no home folder for the certificate authority: give --authority-folder, "
          + "--certificate and --key, or --no-https")
    }
    let asked = options.allowedHosts
    var authority = CertificateAuthority(
      folder: folder,
      addresses: SecureHost.addresses(at: options.address)
        + asked.filter { NetworkAddress.bytes($0) != nil })
    authority.names = asked.filter { NetworkAddress.bytes($0) == nil && !$0.contains(":") }
    let use = AuthorityUse(folder)
    let certificate = try authority.serverCertificate(use, note: ServiceProcess.note)
    server.authorityUse = use
    authorityFile = PEMFile.absolute(authority.certificateFile)
    do throws(CommandError) {
      server.makeExpired = try authority.expiredCertificate()
    } catch {
      expiryFault = "an expired certificate cannot be signed: \(error.description)"
    }
    return certificate
  }

  /// Gives the service its journal and its control API.
  ///
  /// - Throws: an error if there is no secret to be had for the URL of the control API.
  func prepareControl(
    seed: JSONObject?, _ readSeed: SeedFile.TextReader?
  ) throws(CommandError) {
    guard let clock = server.clock.own else { return }
    let store = server.engine.store
    server.engine.core.signer = TokenSigner(
      load: { try? store?.kept(TokenSigner.keyName) },
      // A key that cannot be kept still signs; after a restart, tokens of before are unknown then.
      save: { try? store?.keep(.init(name: TokenSigner.keyName, value: $0)) })
    let journal = Journal(capacity: options.journalEntries)
    server.engine.journal = journal
    server.engine.ownClock = clock
    if options.securePort == nil {
      let reason = "the service does not use HTTPS: start it without --no-https"
      server.engine.impossibleFaults = [.tlsFailure: reason, .certificateExpired: reason]
    } else if let expiryFault {
      server.engine.impossibleFaults = [.certificateExpired: expiryFault]
    }
    server.engine.randomSeed = options.randomSeed
    let secret: String
    if let token = options.controlToken {
      secret = token
    } else {
      secret = try StandaloneService.drawnSecret()
    }
    server.access = ControlAccess(
      secret: secret, administratorToken: options.administratorToken)
    let control = ControlAPI(
      server.engine, clock: clock, wallClock: server.wallClock, journal: journal,
      start: options.start, seed: seed, access: server.access)
    control.readSeed = readSeed
    server.control = control.answer
  }

  /// 192 bits that nobody can guess, as a segment of a path.
  private static func drawnSecret() throws(CommandError) -> String {
    guard let bytes = RandomBytes.ofSystem.bytes(24) else {
      throw CommandError("the machine provides no random bytes for the secret of the control API")
    }
    return Base64URL.text(bytes)
  }

  /// Opens every port.
  mutating func open() throws(CommandError) {
    mainListeners.append(try server.listen(.everything, port: options.port))
    server.shared = try server.openHosts(ports: ports(from: options.port)) { .shared($0) }
    guard let port = options.securePort else { return }
    mainListeners.append(try server.listen(.everything, port: port, isSecure: true))
    server.sharedSecure = try server.openHosts(ports: ports(from: port), isSecure: true) {
      .shared($0)
    }
  }

  /// Tells where the ports are.
  func tellPlaces() throws(CommandError) {
    guard let main = mainListeners.first, let hosts = server.shared else { return }
    var urls: JSONObject = ["http": .string(main.url)]
    if let secure = mainListeners.dropFirst().first { urls.append("https", .string(secure.url)) }
    urls.append("ca", string: authorityFile)
    urls.append("control", .string("\(main.url)/_mam/\(server.access.secret ?? "")"))
    urls.append("graph", .string("\(main.url)/v1.0"))
    urls.append("location", .string(hosts.urls[.location]))
    urls.append("authority", .string(hosts.urls.authority(tenant: "common")))
    for host in [ServiceHost.enrollment, .policy, .telemetry] {
      urls.append("\(host)", .string(hosts.urls[host]))
    }
    try StandaloneService.tell(JSON.object(["ready": .object(urls)]).text + "\n")
  }

  /// Writes the ready line: nobody finds a service whose line is lost.
  private static func tell(_ line: String) throws(CommandError) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw CommandError(
          "cannot write the ready line to standard output: \(SystemError.last)")
      }
    }
  }

  /// The five ports behind the one that serves everything; any if that is any.
  private func ports(from port: Int) -> [Int] {
    ServiceHost.allCases.map { port == 0 ? 0 : port + 1 + $0.rawValue }
  }
}
