import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMServer
@testable import MAMSignIn
@testable import MAMWire

/// One real answer of each kind that the service can give to an app.
enum ServiceAnswers {
  typealias Given = (operation: Endpoint, response: ServiceResponse)

  private static let ana = "ana@contoso.com"

  /// What the rules themselves answer.
  static func ofCore() throws -> [Given] {
    var answers: [Given] = []
    /// Asks a service in which Ana is enrolled and signed in.
    func ask(
      _ change: (ServiceCore) throws -> Void = { _ in },
      _ request: (_ enrollment: String, _ token: String) -> ServiceRequest
    ) throws {
      let core = try seededCore()
      let enrollment = core.enrolled(ana)
      let token = core.accessToken(ana)
      try change(core)
      let request = request(enrollment, token)
      answers.append((request.endpoint, core.handle(request, now: at(0))))
    }
    for identity: JSON in [.string(ana), "zoe@contoso.com", 7] {
      try ask { _, _ in ServiceRequest(.locate, body: ["identity": identity]) }
    }
    for body: JSON in [["events": []], [:]] {
      try ask { _, _ in ServiceRequest(.telemetry, body: body) }
    }
    try askForTokens(ask)
    try askToEnroll(ask)
    try askToCheckIn(ask)
    try ask { id, token in .unenroll(id, bearer: token) }
    try ask { id, token in .unenroll(id, bearer: token, reason: "boredom") }
    try ask { id, _ in .unenroll(id, bearer: nil) }
    try ask { _, token in .unenroll("e99", bearer: token) }
    let alone = try seededCore()
    alone.signer = signer
    for code: Refusal.Code in [.methodNotAllowed, .requestTooLarge] {
      answers.append(
        (.token, alone.refused(at: .token, client: nil, Refusal(code, "as HTTP says"), at(0))))
    }
    for status in [429, 500, 503] {
      let code = ErrorVocabulary(.token, isAlone: true).code(for: status)
      let refusal = Refusal(status: status, code: code, message: "ordered by a fault")
      answers.append((.token, alone.refused(at: .token, client: nil, refusal, at(0))))
    }
    return answers
  }

  private typealias Ask = (
    (ServiceCore) throws -> Void, (_ enrollment: String, _ token: String) -> ServiceRequest
  ) throws -> Void

  private static func askForTokens(_ ask: Ask) throws {
    try ask({ _ in }) { _, _ in .signIn(ana) }
    try ask({ _ in }) { _, _ in .refresh("rt1") }
    try ask({ _ in }) { _, _ in .refresh("rt99") }
    try ask({ _ in }) { _, _ in ServiceRequest(.token, tenant: "common", body: [:]) }
    try ask({ try $0.directory.changeUser("ana", ["signInRequired": true], at(0)) }) { _, _ in
      .refresh("rt1")
    }
    try askForSignedTokens(ask)
    try askWithDeviceCodes(ask)
  }

  /// Making a key takes long; one is enough for every test.
  private static let signer = TokenSigner()

  /// What a service that runs alone answers.
  private static func askForSignedTokens(_ ask: Ask) throws {
    let clients: JSONObject = [
      "clients": ["robot": ["secret": "robot-secret", "roles": ["User.Read.All"]]]
    ]
    func sign(
      tenant: String = "contoso", _ members: JSONObject,
      _ change: @escaping (ServiceCore) throws -> Void = { _ in }
    ) throws {
      try ask({
        $0.signer = signer
        try change($0)
      }) { _, _ in ServiceRequest(.token, tenant: tenant, body: .object(members)) }
    }
    let password: JSONObject = [
      "grant_type": "password", "client_id": "app", "username": .string(ana), "password": "secret",
      "scope": "openid offline_access User.Read", "client_info": "1",
    ]
    let robot: JSONObject = [
      "grant_type": "client_credentials", "client_id": "robot", "client_secret": "robot-secret",
      "scope": "https://graph.microsoft.com/.default",
    ]
    try sign(password)
    try sign(robot) { try $0.directory.seed(clients, at(0)) }
    try sign(tenant: "fabrikam", password)
    try sign(["grant_type": "implicit", "client_id": "app"])
    try sign(password) { try $0.directory.seed(clients, at(0)) }
    for demand: JSON in ["mfa", "block"] {
      try sign(password) {
        try $0.directory.changeUser("ana", ["conditionalAccess": demand], at(0))
      }
    }
    var wrong = robot
    wrong["client_secret"] = "wrong"
    try sign(wrong) { try $0.directory.seed(clients, at(0)) }
    wrong = robot
    wrong["scope"] = "User.Read"
    try sign(wrong) { try $0.directory.seed(clients, at(0)) }
  }

  private static func askWithDeviceCodes(_ ask: Ask) throws {
    /// Asks for the tokens of a device code after the user has, or has not, done something.
    func poll(
      after milliseconds: Int, _ decide: @escaping (ServiceCore, String) throws -> Void
    ) throws {
      var userCode = ""
      var deviceCode = ""
      try ask({ core in
        var request = ServiceRequest(
          .deviceCode, tenant: "contoso", body: ["client_id": "app", "scope": "mam"])
        request.http = HTTPRequest("POST", "/contoso/oauth2/v2.0/devicecode")
        let answer = core.handle(request, now: at(-milliseconds)).body
        userCode = answer["user_code"]?.string ?? ""
        deviceCode = answer["device_code"]?.string ?? ""
        try decide(core, userCode)
        if milliseconds == 1 { _ = core.handle(question(deviceCode), now: at(-1)) }
      }) { _, _ in question(deviceCode) }
    }
    func question(_ code: String) -> ServiceRequest {
      ServiceRequest(
        .token, tenant: "contoso",
        body: [
          "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "app",
          "device_code": .string(code),
        ])
    }
    func decide(_ approve: Bool) -> (ServiceCore, String) throws -> Void {
      { core, code in
        _ = try core.signIn.decideDeviceCode(code, user: "ana", approve: approve, at(0))
      }
    }
    try ask({ _ in }) { _, _ in question("unknown") }
    try poll(after: 0) { _, _ in }
    try poll(after: 1) { _, _ in }
    try poll(after: SignInRules.deviceCodeSeconds * 1000) { _, _ in }
    try poll(after: 0, decide(true))
    try poll(after: 0, decide(false))
  }

  private static func askToEnroll(_ ask: Ask) throws {
    let enroll: (String, String) -> ServiceRequest = { _, token in .enroll(ana, bearer: token) }
    try ask({ _ in }, enroll)
    try ask({ _ in }) { _, _ in ServiceRequest(.enroll, body: [:]) }
    try ask({ _ in }) { _, token in .enroll("ben@contoso.com", bearer: token) }
    try ask({ try $0.directory.changeUser("ana", ["licensed": false], at(0)) }, enroll)
    try ask({ try $0.directory.changeTenant("contoso", ["enabled": false]) }, enroll)
    try ask({ try $0.directory.changeTenant("contoso", ["migrating": true]) }, enroll)
    try ask(
      { try $0.directory.seed(["policies": ["baseline": ["apps": ["mail"]]]], at(0)) }, enroll)
  }

  private static func askToCheckIn(_ ask: Ask) throws {
    let checkIn: (String, String) -> ServiceRequest = { id, token in .checkIn(id, bearer: token) }
    func change(_ state: RegistrationChange) -> (ServiceCore) throws -> Void {
      { core in
        _ = try core.directory.changeRegistrations(of: ana, bundleId: "mail", to: state, at(0))
      }
    }
    try ask({ _ in }, checkIn)
    try ask({ _ in }) { id, token in
      .checkIn(id, bearer: token, version: "p1-c57bff79e3e45212+c1-d1238ab142a3045d")
    }
    try ask({ _ in }) { id, _ in .checkIn(id, bearer: nil) }
    try ask({ _ in }) { _, _ in ServiceRequest(.checkin, body: [:]) }
    try ask(change(.gone), checkIn)
    try ask(change(.reenroll), checkIn)
    try ask(
      { try $0.directory.seed(["policies": ["baseline": ["apps": ["mail"]]]], at(0)) }, checkIn)
    try ask({ try $0.directory.changeUser("ana", ["licensed": false], at(0)) }, checkIn)
    try ask({ try $0.directory.changeTenant("contoso", ["enabled": false]) }, checkIn)
    try ask({ try $0.directory.changeTenant("contoso", ["migrating": true]) }, checkIn)
    let wipe = GraphRequest(
      "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag",
      body: ["deviceTag": "phone"])
    try ask({ _ = $0.graph.administer(wipe, now: at(0)) }, checkIn)
  }

  /// What HTTP, its limits and ordered faults answer, for every operation.
  static func ofHTTP() throws -> [Given] {
    let service = RunningService()
    try service.ok("seed", world.object!)
    let ports = try service.attach("phone/mail")
    var answers: [Given] = []
    let faults = ["TooManyRequests", "InternalServerError", "ServiceUnavailable"]
    for endpoint in Endpoint.allCases where endpoint.isOfApp {
      let path = endpoint == .token ? "/contoso/oauth2/v2.0/token" : "/\(endpoint.rawValue)"
      func ask(_ method: String, _ body: String) throws {
        let client = RawClient(port: ports[endpoint.host!.rawValue])
        client.post(path, body, method: method)
        let seen = client.read()
        guard case .response(let status, let text) = seen else {
          Issue.record("\(method) \(path) has no answer: \(seen)")
          return
        }
        let allow =
          client.latestHead.contains("\r\nAllow: POST") ? [HeaderField("Allow", "POST")] : []
        answers.append(
          (
            endpoint,
            ServiceResponse(status: status, .json(try JSON(parsing: text)), headers: allow)
          ))
      }
      try ask("GET", "")
      try ask("POST", String(repeating: " ", count: HTTPConnection.maximumBodyLength + 1))
      for code in faults {
        try service.ok(
          "fault",
          [
            "rule": [
              "endpoint": .string(endpoint.rawValue), "times": 1,
              "fault": ["kind": "error", "code": .string(code)],
            ]
          ])
        try ask("POST", "{}")
      }
    }
    return answers
  }
}
