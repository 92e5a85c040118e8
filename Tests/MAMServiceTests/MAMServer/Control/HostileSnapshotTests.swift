import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// Snapshots whose rows refer to what is not there, or have numbers at the ends of their ranges: the service
/// refuses them, or answers every request as long as it has them.
@Suite struct HostileSnapshotTests {
  private static let everything =
    "DeviceManagementApps.ReadWrite.All User.ReadWrite.All"
    + " Group.ReadWrite.All Directory.Read.All DeviceManagementManagedDevices.Read.All"

  /// A service that knows something of everything, and its tokens.
  private final class World {
    let service: LoneWorld
    var bearer = ""
    var appBearer = ""
    var refresh = ""
    /// The requests that were refused.
    var refused: [String] = []

    init() throws {
      var seed = GraphWorld.seed.object!
      seed["clients"] = [
        "app": ["redirectUris": ["http://localhost:1/"]],
        "robot": ["secret": "secret", "roles": ["DeviceManagementApps.ReadWrite.All"]],
      ]
      seed["tenants"] = [
        "contoso": ["domains": ["contoso.com"], "refreshTokenSeconds": 86_400], "fabrikam": .null,
      ]
      service = try LoneWorld(capacity: 10, seed: seed)
      service.engine.core.signer = TokenSigner()
      let tokens = ask("POST", "/contoso/oauth2/v2.0/token", form: password("ana"))
      bearer = tokens?["access_token"]?.string ?? ""
      refresh = tokens?["refresh_token"]?.string ?? ""
      let own = ask(
        "POST", "/contoso/oauth2/v2.0/token",
        form: "grant_type=password&client_id=app&username=ana@contoso.com&password=x&scope=mam")
      appBearer = own?["access_token"]?.string ?? ""
      for device in ["phone", "pad"] {
        let enroll = ServiceRequest.enroll("ana@contoso.com", bearer: nil, device: device).body
        #expect(ask("POST", "/enroll", enroll)?["enrollmentId"] != nil)
      }
      for path in ["/checkin", "/checkin"] { ask("POST", path, ["enrollmentId": "e1"]) }
      ask("POST", "/contoso/oauth2/v2.0/devicecode", form: "client_id=app&scope=mam")
      ask("POST", "/contoso/oauth2/v2.0/authorize", form: World.authorize)
      ask("PATCH", "/v1.0/users/ana", ["jobTitle": "Captain"], isAdministrator: true)
      ask(
        "POST", "\(apps)/managedAppRegistrations/e1/operations", ["displayName": "a note"],
        isAdministrator: true)
      ask(
        "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag", ["deviceTag": "pad"],
        isAdministrator: true)
      service.ask("PATCH", "users/ben", ["conditionalAccess": "mfa"])
      service.ask(
        "PATCH", "users/dan", ["signInError": ["error": "server_error", "status": 503, "times": 3]])
    }

    static let authorize =
      "client_id=app&redirect_uri=http://localhost:1/&response_type=code&scope=mam"
      + "&username=ana@contoso.com&password=x"

    func password(_ user: String) -> String {
      "grant_type=password&client_id=app&username=\(user)@contoso.com&password=x"
        + "&scope=openid+offline_access+\(everything.replacing(" ", with: "+"))&client_info=1"
    }

    /// Sends a request, as if over HTTP; nil if it has no answer.
    @discardableResult
    func ask(
      _ method: String, _ target: String, _ body: JSON = .null, form: String? = nil,
      isAdministrator: Bool = false
    ) -> JSON? {
      let bytes = form.map { Array($0.utf8) } ?? (body.isNull ? [] : Array(body.text.utf8))
      // Graph takes no tokens of the MAM service, nor the other way round.
      let isGraph = target.hasPrefix("/v1.0") || target.hasPrefix("/beta")
      let token = isGraph ? bearer : appBearer
      var headers = isAdministrator ? [] : [HeaderField("Authorization", "Bearer \(token)")]
      if !body.isNull { headers.append(HeaderField("Content-Type", "application/json")) }
      let http = HTTPRequest(method, target, headers: headers, body: bytes, origin: "http://mock:1")
      guard let (endpoint, tenant) = RequestReader.operation(path: http.path, at: nil) else {
        Issue.record("no operation at \(target)")
        return nil
      }
      var request = ServiceRequest(
        endpoint, bearer: http.bearer, tenant: tenant,
        body: RequestReader.body(bytes, of: endpoint))
      request.http = http
      request.isAdministrator = isAdministrator
      let disposition = service.engine.receive(request, now: service.clock.now)
      guard case .send(let reply) = disposition else { return nil }
      #expect(100...599 ~= reply.response.status, "\(method) \(target)")
      if reply.response.status >= 400 { refused.append("\(method) \(target)") }
      return reply.response.body
    }

    /// Asks everything once.
    ///
    /// - Parameter isMild: true if no number is at its end, so that the service can count on from it: then
    ///   it takes back the snapshot that it gives out.
    func askEverything(_ codes: [String], isMild: Bool) {
      for user in ["ana", "ben", "dan"] {
        ask("POST", "/common/oauth2/v2.0/token", form: password(user))
      }
      let client = "client_id=app&scope=mam"
      ask(
        "POST", "/contoso/oauth2/v2.0/token",
        form: "grant_type=refresh_token&refresh_token=\(refresh)&\(client)")
      for code in codes {
        for grant in ["authorization_code", "device_code"] {
          ask(
            "POST", "/contoso/oauth2/v2.0/token",
            form: "grant_type=\(grant)&code=\(code)&redirect_uri=http://localhost:1/&\(client)")
        }
      }
      ask(
        "POST", "/contoso/oauth2/v2.0/token",
        form: "grant_type=client_credentials&client_id=robot&client_secret=secret"
          + "&scope=https://graph.microsoft.com/.default")
      ask("POST", "/contoso/oauth2/v2.0/devicecode", form: client)
      ask("POST", "/contoso/oauth2/v2.0/authorize", form: World.authorize)
      ask("POST", "/devicelogin", form: "otc=ABC&username=ana@contoso.com&password=x")
      for path in [
        "/contoso/v2.0/.well-known/openid-configuration", "/common/userrealm/ana@contoso.com",
        "/contoso/discovery/v2.0/keys",
      ] { ask("GET", path) }
      ask("POST", "/locate", ["identity": "ana@contoso.com"])
      ask("POST", "/enroll", ServiceRequest.enroll("ana@contoso.com", bearer: nil).body)
      for enrollment in ["e1", "e2", "x"] {
        ask("POST", "/checkin", ["enrollmentId": .string(enrollment)])
      }
      askGraph()
      ask("POST", "/unenroll", ["enrollmentId": "e1", "reason": "wipe", "wipeId": "w1"])
      for path in ["registrations", "faults", "journal", "journal.har", "held", "clock"] {
        #expect(service.ask("GET", path)?.status == 200, "\(path)")
      }
      service.ask(
        "POST", "registrations",
        ["identity": "ana", "bundleId": "com.contoso.mail", "set": "forgotten"])
      service.ask("PATCH", "users/ana", ["revokeSessions": true])
      service.ask("PATCH", "tenants/contoso", ["migrating": false])
      let given = service.ask("GET", "snapshot?secrets=true")?.body ?? .null
      let answer = service.ask("PUT", "snapshot", given)
      #expect(answer?.status == (isMild ? 200 : answer?.status), "\(answer?.body.text ?? "")")
      #expect(service.ask("POST", "reset", ["tenant": "contoso"])?.status == 200)
    }

    private func askGraph() {
      let paths = [
        "users", "users/ana/memberOf", "users/ana/licenseDetails",
        "users/ana/managedAppRegistrations", "users/ana/managedDevices", "groups",
        "groups/g-partners/members", "subscribedSkus", "organization",
        "deviceManagement/managedDevices", "deviceAppManagement/managedAppPolicies",
        "deviceAppManagement/iosManagedAppProtections?$expand=apps,assignments,deploymentSummary",
        "deviceAppManagement/targetedManagedAppConfigurations",
        "deviceAppManagement/managedAppRegistrations"
          + "?$expand=appliedPolicies,intendedPolicies,operations",
        "deviceAppManagement/managedAppStatuses", "deviceAppManagement/mobileAppConfigurations",
      ]
      for path in paths {
        ask("GET", "/v1.0/\(path)", isAdministrator: true)
        ask("GET", "/beta/\(path)")
      }
      ask("GET", "/v1.0/me/managedAppRegistrations")
      for (method, path, body) in [
        ("POST", "\(apps)/iosManagedAppProtections", ["displayName": "new"]),
        ("PATCH", "\(apps)/iosManagedAppProtections/baseline", ["minimumPinLength": 8]),
        ("POST", "/v1.0/users/ana/assignLicense", ["addLicenses": [], "removeLicenses": []]),
        (
          "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag",
          ["deviceTag": "phone"]
        ),
        ("POST", "\(apps)/managedAppRegistrations/e1/operations", ["displayName": "a note"]),
        ("PATCH", "/v1.0/users/ben", ["accountEnabled": false]),
        ("DELETE", "/v1.0/users/ben", .null),
      ] as [(String, String, JSON)] { ask(method, path, body, isAdministrator: true) }
    }
  }

  /// What takes the place of a string or a number.
  private static let texts: [JSON] = ["nobody", ""]
  private static let numbers: [JSON] = [
    .int(1 << 53), .int(-(1 << 53)), -1, 0, .int(.max), .int(.min),
  ]

  /// The values of a row with one member changed: every row but the one of counters is an object.
  private func mutations(of rows: [RowChange]) -> [(name: String, value: JSON)] {
    let first = rows.compactMap(\.value?.object).max { $0.members.count < $1.members.count }
    guard let first else {
      let isText = rows[0].value?.string != nil
      return (isText ? HostileSnapshotTests.texts : HostileSnapshotTests.numbers).map { ("", $0) }
    }
    var names: [(name: String, value: JSON)] = []
    for member in first.members {
      switch member.value {
      case .int: names += HostileSnapshotTests.numbers.map { (member.name, $0) }
      case .string: names += HostileSnapshotTests.texts.map { (member.name, $0) }
      case .array, .object: names += [[] as JSON, [:]].map { (member.name, $0) }
      case .bool(let value): names.append((member.name, .bool(!value)))
      case .null, .double:
        names += ["nobody", .int(1 << 53), [:] as JSON].map { (member.name, $0) }
      }
      names.append((member.name, .null))
    }
    return names
  }

  private static let kinds = [
    "tenant", "user", "group", "app", "policy", "enrollment", "wipe", "accessToken",
    "refreshToken", "counter", "account", "client", "signIn", "operation", "sku", "licence",
    "profile", "device", "session",
  ]

  @Test func `without any change most is answered`() throws {
    let world = try World()
    world.refused = []
    let codes = world.service.engine.core.state.allRows.filter { $0.kind == "signIn" }.map(\.key)
    world.askEverything(codes, isMild: true)
    let token = "POST /contoso/oauth2/v2.0/token"
    #expect(
      world.refused == [
        // Ben needs a second factor; an error is ordered for Dan.
        "POST /common/oauth2/v2.0/token", "POST /common/oauth2/v2.0/token",
        // A device code is not an authorization code, nobody has approved it, and the other way round.
        token, token, token,
        // There is no such code, and no such enrollment.
        "POST /devicelogin", "POST /checkin",
        // The group is of another tenant than Ana's.
        "GET /beta/groups/g-partners/members",
      ])
  }

  @Test(arguments: kinds)
  func `every request is answered whatever the rows say`(_ kind: String) throws {
    let world = try World()
    let whole = try #require(world.service.ask("GET", "snapshot?secrets=true")?.body.object)
    let rows = world.service.engine.core.state.allRows
    let own = rows.filter { $0.kind == kind }
    try #require(!own.isEmpty, "no row of \(kind)")
    let codes = rows.filter { $0.kind == "signIn" }.map(\.key)
    func text(_ row: RowChange) -> JSON {
      [.string(row.kind), .string(row.key), .int(row.sequence), row.value ?? .null]
    }
    /// Puts the rows in, and asks everything if they were taken.
    func attempt(isMild: Bool = true, _ change: (inout RowChange) -> Void) {
      var snapshot = whole
      snapshot["rows"] = .array(
        rows.map { row in
          var row = row
          if row.kind == kind { change(&row) }
          return text(row)
        })
      let answer = world.service.ask("PUT", "snapshot", .object(snapshot))
      guard answer?.status == 200 else {
        #expect(answer?.status == 400)
        return
      }
      world.askEverything(codes, isMild: isMild)
    }
    for (name, value) in mutations(of: own) {
      attempt(isMild: value.int?.magnitude != 1 << 53) { row in
        if row.value?.object == nil {
          row.value = value
        } else {
          var members = row.value!.object!
          members[name] = value
          row.value = .object(members)
        }
      }
    }
    attempt { $0.key = "another-\($0.key)" }
    for sequence in [Int.max, 1 << 53, 0] {
      attempt(isMild: false) { $0.sequence = sequence - $0.sequence }
    }
    // None of them at all: whatever refers to them is left alone.
    var snapshot = whole
    snapshot["rows"] = .array(rows.filter { $0.kind != kind }.map(text))
    #expect(world.service.ask("PUT", "snapshot", .object(snapshot))?.status == 200)
    world.askEverything(codes, isMild: true)
  }
}
