import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMModel
@testable import MAMRules
@testable import MAMWire

@Suite struct SeedTests {
  @Test(
    arguments: [
      (
        ["polices": [:]], "a seed has no member \"polices\"; did you mean \"policies\"?",
        "polices"
      ),
      (["users": []], "\"users\" must be an object", "users"),
      (["users": ["ana": 5]], "user \"ana\" must be an object", "users ana"),
      (["users": ["ana": ["tenant": "t"]]], "user \"ana\" has no upn", "users ana"),
      (
        ["users": ["ana": ["upn": 5, "tenant": "t"]]],
        "user \"ana\": \"upn\" must be a string, not 5", "users ana upn"
      ),
      (
        ["users": ["ana": ["upn": "a@b", "tenant": "contosa"]]],
        "user \"ana\" has the unknown tenant \"contosa\"; did you mean \"contoso\"?",
        "users ana tenant"
      ),
      (
        ["users": ["ana": ["upn": "a@b", "tenant": "contoso", "licencd": true]]],
        "user \"ana\" has no member \"licencd\"; did you mean \"licences\"?", "users ana licencd"
      ),
      (
        ["users": ["ana": ["upn": "ana@x", "tenant": "contoso", "conditionalAccess": "mfaa"]]],
        "user \"ana\": \"conditionalAccess\" must be one of mfa, appProtection, compliantDevice, "
          + "block, none, not \"mfaa\"", "users ana conditionalAccess"
      ),
      (
        ["users": ["ana": ["upn": "ana@x", "tenant": "contoso", "account": "disable"]]],
        "user \"ana\": \"account\" must be one of enabled, disabled, locked, passwordExpired, "
          + "not \"disable\"", "users ana account"
      ),
      (
        ["users": ["ana": ["upn": "ana@x", "tenant": "contoso", "displayName": 5]]],
        "user \"ana\": \"displayName\" must be a string, not 5", "users ana displayName"
      ),
      (
        ["tenants": ["t": ["size": 3]]],
        "tenant \"t\" has no member \"size\"; known: id, displayName, domains, enabled, "
          + "migrating, accessTokenSeconds, refreshTokenSeconds, checkInSeconds, renewsRefreshTokens",
        "tenants t size"
      ),
      (
        ["tenants": ["t": ["enabled": "yes"]]],
        "tenant \"t\": \"enabled\" must be true or false, not \"yes\"", "tenants t enabled"
      ),
      (
        ["tenants": ["t": ["domains": ["a.com", 7]]]],
        "tenant \"t\": \"domains\" must be a list of strings, not [\"a.com\",7]",
        "tenants t domains"
      ),
      (
        ["tenants": ["t": ["domains": ["Contoso.com"]]]],
        "tenant \"t\" has the domain contoso.com, which belongs to tenant \"contoso\"",
        "tenants t domains"
      ),
      (
        ["clients": ["app": ["secret": 12345]]],
        "client \"app\": \"secret\" must be a string, not 12345", "clients app secret"
      ),
      (["apps": ["mail": [:]]], "app \"mail\" has no bundleId", "apps mail"),
      (
        ["groups": ["g": ["ana", "bne"]]],
        "group \"g\" has the unknown user \"bne\"; did you mean \"ben\"?", "groups g 1"
      ),
      (
        ["policies": ["p": ["assign": ["staf"]]]],
        "policy \"p\" has the unknown group \"staf\"; did you mean \"staff\"?",
        "policies p assign 0"
      ),
      (
        ["policies": ["p": ["apps": ["mali"]]]],
        "policy \"p\" has the unknown app \"mali\"; did you mean \"mail\"?", "policies p apps 0"
      ),
      (
        ["policies": ["p": ["asign": []]]],
        "policy \"p\" has no member \"asign\"; did you mean \"assign\"?", "policies p asign"
      ),
      (
        ["policies": ["p": ["appGroupType": "all"]]],
        "policy \"p\": \"appGroupType\" must be one of selectedPublicApps, allCoreMicrosoftApps, "
          + "allMicrosoftApps, allApps, not \"all\"", "policies p appGroupType"
      ),
      (
        ["policies": ["p": ["settings": ["pinRequird": true]]]],
        "policy \"p\" has no property \"pinRequird\"; did you mean \"pinRequired\"?",
        "policies p settings pinRequird"
      ),
      (
        ["policies": ["p": ["settings": ["pinRequired": 1]]]],
        "policy \"p\" has an invalid setting: pinRequired must be true or false",
        "policies p settings pinRequired"
      ),
      (
        ["policies": ["p": ["settings": ["managedBrowser": "x"]]]],
        "policy \"p\" has an invalid setting: managedBrowser must be one of "
          + "notConfigured, microsoftEdge", "policies p settings managedBrowser"
      ),
    ] as [(JSON, String, String)])
  func `what cannot be seeded is said`(_ seed: JSON, _ message: String, _ path: String) throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["contoso": ["domains": ["CONTOSO.com"]]], "apps": ["mail": ["bundleId": "a.b"]],
        "users": [
          "ana": ["upn": "ana@x", "tenant": "contoso"],
          "ben": ["upn": "ben@x", "tenant": "contoso"],
        ], "groups": ["staff": []],
      ], at(0))
    let error = #expect(throws: CommandError.self) { try core.directory.seed(seed.object!, at(0)) }
    #expect(error?.description == message)
    #expect(error?.path.joined(separator: " ") == path)
  }

  @Test func `every entry of a part is looked at before the seed is refused`() {
    let core = ServiceCore()
    let error = #expect(throws: CommandError.self) {
      try core.directory.seed(
        [
          "tenants": ["a": ["x": 1], "b": .null, "c": ["y": 1]],
          "users": ["ana": ["upn": "a@b", "tenant": "a"]],
        ], at(0))
    }
    #expect(error?.path == ["tenants", "a", "x"])
    #expect(error?.others.map(\.path) == [["tenants", "c", "y"]])
  }

  @Test func `a user who is there keeps the UPN`() throws {
    let core = ServiceCore()
    let users = { (upn: String) -> JSONObject in
      ["tenants": ["t": .null], "users": ["ana": ["upn": .string(upn), "tenant": "t"]]]
    }
    try core.directory.seed(users("ana@t"), at(0))
    try core.directory.seed(users("Ana@T"), at(0))
    let error = #expect(throws: CommandError.self) {
      try core.directory.seed(users("ana.new@t"), at(0))
    }
    #expect(
      error?.description
        == "user \"ana\" already exists with the upn Ana@T, which cannot be changed")
    #expect(core.state.users.count == 1)
  }

  @Test func `what Graph shows of a user can be seeded`() throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["t": .null],
        "users": ["ana": ["upn": "a@t", "tenant": "t", "displayName": "Ana", "department": "HR"]],
      ], at(0))
    #expect(core.state.profiles["a@t"]?.properties == ["displayName": "Ana", "department": "HR"])
  }

  @Test func `a policy is assigned to whom the seed says`() throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["t": .null], "groups": ["g": [], "h": []],
        "policies": [
          "p": [
            "assign": ["g"], "exclude": ["h"], "allLicensedUsers": true, "appGroupType": "allApps",
            "displayName": "Baseline", "description": "for all",
            "settings": ["thirdPartyKeyboardsBlocked": true, "pinRequired": true],
          ]
        ],
      ], at(0))
    let policy = try #require(core.state.policies.rows.first)
    #expect(
      policy.targeting.assignments == [
        .init(kind: .group, group: "g"), .init(kind: .exclusionGroup, group: "h"),
        .init(kind: .allLicensedUsers),
      ])
    #expect(policy.targeting.appGroupType == "allApps")
    // What only administrators see is told to no app.
    #expect(policy.kept == ["thirdPartyKeyboardsBlocked": true])
    #expect(policy.settings["pinRequired"] == true)
    #expect(policy.settings["thirdPartyKeyboardsBlocked"] == nil)
    #expect((policy.displayName, policy.description) == ("Baseline", "for all"))
  }

  @Test func `every setting has a value that it accepts`() {
    for property in ProtectionProperty.all {
      #expect(property.fault(of: property.unrestricted) == nil)
      #expect(property.fault(of: property.portalDefault) == nil)
      #expect(property.fault(of: ["no": "such value"]) != nil)
    }
  }

  @Test(
    arguments: [
      ("P90D", 7_776_000_000), ("PT12H", 43_200_000), ("PT30M", 1_800_000), ("PT0S", 0),
      ("P1DT2H3M4S", 93_784_000), ("PT35.0018757S", 35_001), ("PT0.5S", 500),
      ("-PT17.1357909S", -17_135), ("PT0.05S", 50), ("+P1D", 86_400_000), ("-P1D", -86_400_000),
    ])
  func `durations are read`(_ text: String, _ milliseconds: Int) {
    #expect(ISO8601.durationMilliseconds(text) == milliseconds)
    #expect(ISO8601.isDuration(text))
  }

  @Test(
    arguments: [
      "", "P", "PT", "90D", "P90", "PT12", "PD", "P1M", "PT1S2M", "P1DT", "PT1H1H", "P1D ", "P1H",
      "12:00:00", "P-1D", "P1\u{301}D", "P١D", "PT1.5H", "PT.5S", "PT1.S", "--PT1S", "PT1S\u{301}",
      "PT0.0000000000001S", "P1234567890D",
    ])
  func `what is no duration is refused`(_ text: String) { #expect(!ISO8601.isDuration(text)) }

  @Test(
    arguments: [
      (1_591_261_200_000, "2020-06-04T09:00:00Z"), (0, "1970-01-01T00:00:00Z"),
      (951_782_400_001, "2000-02-29T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (4_107_542_399_000, "2100-02-28T23:59:59Z"),
    ])
  func `instants are written`(_ milliseconds: Int, _ text: String) {
    #expect(ISO8601.instant(milliseconds: milliseconds) == text)
  }
}
