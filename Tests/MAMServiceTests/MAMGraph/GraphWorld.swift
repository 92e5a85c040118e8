import JSONText
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// A core with two tenants and something of everything that the administrator API shows.
struct GraphWorld {
  var core = ServiceCore()

  static let seed: JSON = [
    "tenants": ["contoso": .null, "fabrikam": .null],
    "apps": [
      "mail": ["bundleId": "com.contoso.mail"], "docs": ["bundleId": "com.contoso.docs"],
    ],
    "licences": [
      "ems": [
        "skuId": "11111111-1111-4111-8111-111111111111", "skuPartNumber": "EMSPREMIUM",
        "servicePlans": ["INTUNE_A", "AAD_PREMIUM"], "units": 3,
      ],
      "office": ["servicePlans": ["EXCHANGE_S"]],
    ],
    "users": [
      "ana": ["upn": "ana@contoso.com", "tenant": "contoso", "licences": ["ems"]],
      "ben": ["upn": "ben@contoso.com", "tenant": "contoso"],
      "dan": ["upn": "dan@contoso.com", "tenant": "contoso", "licences": ["office"]],
      "eve": ["upn": "eve@fabrikam.com", "tenant": "fabrikam"],
    ],
    "groups": [
      "staff": ["ana", "ben"],
      "partners": ["id": "g-partners", "members": ["eve"], "tenant": "fabrikam"],
    ],
    "policies": [
      "baseline": [
        "assign": ["staff"], "apps": ["mail", "docs"],
        "settings": [
          "pinRequired": true, "minimumPinLength": 6,
          "allowedDataStorageLocations": ["sharePoint", "photoLibrary"],
          "minimumRequiredOsVersion": "13.0",
        ],
      ],
      "strict": [
        "apps": ["mail"],
        "settings": ["saveAsBlocked": true, "periodOfflineBeforeAccessCheck": "PT1H"],
      ],
      "other": ["tenant": "fabrikam", "assign": ["partners"], "apps": ["mail"]],
    ],
    "configurations": [
      "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["greeting": "hello"]]
    ],
    "mdmDevices": [
      "phone": [
        "user": "ana", "osVersion": "13.5",
        "configurations": ["mail": ["IntuneMAMAllowedAccountsOnly": "Enabled", "limit": 3]],
      ]
    ],
  ]

  init() throws {
    try core.directory.seed(GraphWorld.seed.object!, at(0))
    core.state.commit()
  }

  /// A world with the same state, which goes its own way from here.
  func copy() throws -> GraphWorld {
    var copy = self
    copy.core = ServiceCore(state: try ServiceState(rows: core.state.allRows))
    return copy
  }

  /// Sends a request as the administrator, or as the bearer of a token.
  mutating func send(
    _ method: String, _ path: String, _ body: JSON = .null, headers: [HeaderField] = [],
    caller: GraphRequest.Caller = .administrator, now: VirtualInstant = at(0)
  ) -> GraphResponse {
    core.graph.administer(
      GraphRequest(
        method, path, headers: headers, body: body, caller: caller, origin: "http://mock:1"),
      now: now)
  }

  /// The body of a GET.
  mutating func get(_ path: String) -> JSON { send("GET", path).body ?? .null }

  /// One property of every item of a collection.
  mutating func names(_ path: String, _ property: String = "displayName") -> [String] {
    (get(path)["value"]?.array ?? []).map { $0[property]?.string ?? "?" }
  }

  /// The message of an error.
  mutating func message(_ path: String) -> String {
    get(path)["error"]?["message"]?.string ?? "no error"
  }

  /// A caller with a token that has the given scopes.
  mutating func bearer(
    _ scopes: String, user: String? = "ana@contoso.com", tenant: String = "contoso",
    expires: Int? = nil
  ) -> GraphRequest.Caller {
    let text = "token-\(core.state.next("test"))"
    core.state.accessTokens[text] = Token(
      user: user, tenant: tenant, client: "tool",
      scopes: scopes.split(separator: " ").map(String.init), expires: expires)
    return .bearer(text)
  }
}

/// Where most resources are.
let apps = "/v1.0/deviceAppManagement"
