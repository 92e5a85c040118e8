import JSONText
import VirtualTime

@testable import MAMService

/// One real answer of each kind that the service can give to an app.
enum ServiceAnswers {
  typealias Given = (operation: Endpoint, response: ServiceResponse)

  private static let ana = "ana@contoso.com"

  /// What the rules themselves answer.
  static func ofCore() throws -> [Given] {
    var answers: [Given] = []
    /// Asks a service in which Ana is enrolled and signed in.
    func ask(
      _ change: (inout ServiceCore) throws -> Void = { _ in },
      _ request: (_ enrollment: String, _ token: String) -> ServiceRequest
    ) throws {
      var core = try seededCore()
      let enrollment = core.enrolled(ana)
      let token = core.accessToken(ana)
      try change(&core)
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
    return answers
  }

  private typealias Ask = (
    (inout ServiceCore) throws -> Void, (_ enrollment: String, _ token: String) -> ServiceRequest
  ) throws -> Void

  private static func askForTokens(_ ask: Ask) throws {
    try ask({ _ in }) { _, _ in .signIn(ana) }
    try ask({ _ in }) { _, _ in .refresh("rt1") }
    try ask({ _ in }) { _, _ in .refresh("rt99") }
    try ask({ _ in }) { _, _ in ServiceRequest(.token, tenant: "common", body: [:]) }
    try ask({ _ in }) { _, _ in
      ServiceRequest(
        .token, tenant: "common",
        body: ["grant_type": "implicit", "client_id": "app", "scope": "mam"])
    }
    try ask({ try $0.changeUser("ana", ["signInRequired": true], at(0)) }) { _, _ in
      .refresh("rt1")
    }
  }

  private static func askToEnroll(_ ask: Ask) throws {
    let enroll: (String, String) -> ServiceRequest = { _, token in .enroll(ana, bearer: token) }
    try ask({ _ in }, enroll)
    try ask({ _ in }) { _, _ in ServiceRequest(.enroll, body: [:]) }
    try ask({ _ in }) { _, token in .enroll("ben@contoso.com", bearer: token) }
    try ask({ try $0.changeUser("ana", ["licensed": false], at(0)) }, enroll)
    try ask({ try $0.changeTenant("contoso", ["enabled": false]) }, enroll)
    try ask({ try $0.changeTenant("contoso", ["migrating": true]) }, enroll)
    try ask({ try $0.seed(["policies": ["baseline": ["apps": ["mail"]]]], at(0)) }, enroll)
  }

  private static func askToCheckIn(_ ask: Ask) throws {
    let checkIn: (String, String) -> ServiceRequest = { id, token in .checkIn(id, bearer: token) }
    func change(_ state: String) -> (inout ServiceCore) throws -> Void {
      { core in
        _ = try core.changeRegistrations(of: ana, bundleId: "mail", to: state, at(0))
      }
    }
    try ask({ _ in }, checkIn)
    try ask({ _ in }) { id, token in .checkIn(id, bearer: token, version: "p1.1+c1.1") }
    try ask({ _ in }) { id, _ in .checkIn(id, bearer: nil) }
    try ask({ _ in }) { _, _ in ServiceRequest(.checkin, body: [:]) }
    try ask(change("gone"), checkIn)
    try ask(change("reenroll"), checkIn)
    try ask({ try $0.seed(["policies": ["baseline": ["apps": ["mail"]]]], at(0)) }, checkIn)
    try ask({ try $0.changeUser("ana", ["licensed": false], at(0)) }, checkIn)
    try ask({ try $0.changeTenant("contoso", ["enabled": false]) }, checkIn)
    try ask({ try $0.changeTenant("contoso", ["migrating": true]) }, checkIn)
    let wipe = GraphRequest(
      "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag",
      body: ["deviceTag": "phone"])
    try ask({ _ = $0.administer(wipe, now: at(0)) }, checkIn)
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
        guard case .response(let status, let text) = client.read() else { return }
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
