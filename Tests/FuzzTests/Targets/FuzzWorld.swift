import JSONText
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// A service that runs alone, in the process and without sockets, for one input.
final class FuzzWorld: ServiceTransport {
  let engine: ServiceEngine
  let clock = StandaloneClock(at: .defaultEpoch)
  private let api: ControlAPI
  private var texts = PolicyTexts()
  private var attached: Set<String> = []
  /// The members that are texts of the latest answers, by name: what a later request may use for
  /// `{{name}}`.
  private(set) var known: [String: String] = [:]

  /// The rows of the world after the seed: reading them costs little, reading the seed does not.
  private static let seededRows: [RowChange] = {
    let state = ServiceState()
    do throws(CommandError) {
      try DirectoryRules(state: state, isAlone: false).seed(seed, .defaultEpoch)
    } catch {
      preconditionFailure("the seed of the fuzzer is refused: \(error)")
    }
    return state.allRows
  }()

  /// A state as it is after the seed.
  static func seededState() -> ServiceState { try! ServiceState(rows: seededRows) }

  /// One key for all inputs: making it takes longer than they do.
  private static let key: String? = {
    let signer = TokenSigner()
    _ = try? signer.keySet
    return signer.keyText
  }()

  /// A world as it is after the seed.
  ///
  /// - Parameter isSigned: true for a service that signs its tokens, which costs a millisecond each.
  init(isSigned: Bool) {
    engine = try! ServiceEngine(store: nil) { _ in }
    engine.core.remember(FuzzWorld.seededState())
    if isSigned { engine.core.signer = TokenSigner(load: { FuzzWorld.key }) }
    let journal = Journal(capacity: 100)
    engine.journal = journal
    engine.ownClock = clock
    api = ControlAPI(
      engine, clock: clock, wallClock: StandaloneClock(at: .defaultEpoch), journal: journal,
      start: .defaultEpoch, seed: FuzzWorld.seed,
      access: ControlAccess(secret: nil, administratorToken: nil))
    engine.transport = self
  }

  /// Sends a request as HTTP would bring it, and checks what would go out.
  func send(_ http: HTTPRequest) throws(Finding) {
    if http.path == "/_mam" || http.path.hasPrefix("/_mam/") {
      var http = http
      // Whoever steers the service says that it is JSON; what a page could send is refused before it is read.
      if http.header("content-type") == nil {
        http.headers.append(HeaderField("Content-Type", "application/json"))
      }
      var answer: ServiceResponse?
      let forget = api.answer(http) { answer = $0 }
      if let answer { try check(answer) } else { forget?() }
      return
    }
    let client = http.header("client-request-id")
    let operation = RequestReader.operation(path: http.path, at: nil)
    var refusal: Refusal?
    if operation == nil {
      refusal = Refusal(.notFound, "there is no \(http.path) at this host")
    } else if operation!.endpoint.isOfApp, http.method != "POST" {
      refusal = Refusal(.methodNotAllowed, "\(http.path) takes POST only")
    }
    guard let (endpoint, tenant) = operation else {
      try check(
        engine.refuse(
          refusal!, at: nil, http: http, client: client, instance: "-", now: clock.now
        ).response)
      return
    }
    var request = ServiceRequest(
      endpoint, client: client, bearer: http.bearer, tenant: tenant,
      body: RequestReader.body(http.body, of: endpoint))
    request.http = http
    request.refusal = refusal
    request.isAdministrator = request.bearer == "admin"
    _ = http.hostName
    if case .send(let reply) = engine.receive(request, now: clock.now) {
      try check(reply.response)
    }
  }

  /// Carries out a command of the control channel.
  func command(_ command: JSON) throws(Finding) {
    let answer = JSON.object(engine.control(command, on: self, now: clock.now).line)
    try Finding.unless(
      answer["ok"] != nil || answer["error"]?.string?.isEmpty == false,
      "a command has neither succeeded nor failed: \(answer.text)")
    try checkText(answer.bytes)
  }

  /// The state as one document.
  func snapshot() throws(Finding) -> JSON {
    var answer: ServiceResponse?
    api.answer(HTTPRequest("GET", "/_mam/snapshot")) { answer = $0 }
    guard let answer, answer.status == 200 else { throw Finding("there is no snapshot") }
    return answer.body
  }

  /// Every answer can go out by HTTP.
  private func check(_ response: ServiceResponse) throws(Finding) {
    try Finding.unless(200...599 ~= response.status, "the status is \(response.status)")
    for field in response.headers {
      try Finding.unless(
        (field.name + field.value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
        "the header field \(field.name) has a control character: \(field.value.debugDescription)")
    }
    switch response.content {
    case .none: break
    case .json(let body):
      let text = body.bytes
      try checkText(text)
      var known: [UInt8] = []
      texts.write(body, to: &known)
      try Finding.unless(known == text, "the text of a body that is kept is another one")
    case .text(let text, let mediaType):
      try Finding.unless(
        !mediaType.hasPrefix("text/html") || !text.utf8.containsBytes("<fuzz"),
        "a page holds a tag that came with the request")
    }
    remember(response)
  }

  private func checkText(_ text: [UInt8]) throws(Finding) {
    try Finding.unless(String(validating: text, as: UTF8.self) != nil, "the answer is not UTF-8")
  }

  private func remember(_ response: ServiceResponse) {
    for member in response.body.object?.members.prefix(50) ?? [] {
      if let text = member.value.string { known[member.name] = text }
    }
    guard let location = response.headers.first(where: { $0.isNamed("location") })?.value else {
      return
    }
    for pair in location.utf8.split(whereSeparator: { "?#&".utf8.contains($0) }).prefix(20) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      known[String(Substring(name))] = String(Substring(pair.dropFirst(name.count + 1)))
    }
  }

  // MARK: - Transport

  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts {
    attached.insert(instance)
    return OpenHosts(urls: HostURLs { "mam://\(instance)/\($0)" }, ports: [])
  }
  func close(_ instance: String) throws(CommandError) {
    guard attached.remove(instance) != nil else { throw CommandError("it is not attached") }
  }
  func reachabilityChanged() {}
  func send(_ reply: Reply, to request: Int) {}
  func drop(_ request: Int) {}
}

extension JSON {
  /// The compact text.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }
}

extension String.UTF8View {
  /// True if the bytes of a string stand somewhere in these.
  func containsBytes(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    let bytes = Array(self)
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
    }
  }
}
