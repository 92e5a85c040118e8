import Contract
import Foundation
import FoundationXML
import JSONText
import Testing

@testable import Audit

/// What an audit reads, what it says, and how it ends.
@Suite("Audits")
struct AuditTests {
  private func audit(_ files: [(String, Data)], _ edition: Edition = .latest) throws -> AuditResult
  {
    try inFolder { folder in
      for (name, data) in files {
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: place)
      }
      return Audit([folder.path], contract: theContract, editions: [edition]).result()
    }
  }

  @Test
  func `an app without a trace of the SDK violates one rule, and all else is not shown`() throws {
    let info: [String: Any] = [
      "CFBundleIdentifier": "x", "CFBundlePackageType": "APPL", "LSRequiresIPhoneOS": true,
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["x"]]],
    ]
    let result = try audit([("Info.plist", AppSample.plist(info))])
    #expect(result.issues.map(\.finding.message) == ["there is no IntuneMAMSettings"])
    #expect(result.exitCode(isStrict: false) == 1)
    #expect(result.verdict("INT-032") == .notShown)
  }

  @Test
  func `what is not of an app for iOS is named, and nothing can be judged`() throws {
    let result = try audit([("Info.plist", AppSample.plist(["CFBundlePackageType": "FMWK"]))])
    #expect(result.audit.evidence.ignored.count == 1)
    #expect(result.issues.isEmpty && result.saysNothing)
    #expect(result.exitCode(isStrict: false) == 2)
  }

  @Test
  func `a file that cannot be read makes an audit say that it cannot judge`() throws {
    var sample = AppSample()
    sample.files["Other.entitlements"] = Data("<plist><dict>".utf8)
    let result = try sample.audit([.latest])
    #expect(result.issues.isEmpty)
    #expect(result.exitCode(isStrict: false) == 2)
  }

  @Test
  func
    `entitlements of which nothing says whose they are are listed, as an error if they are named`()
    throws
  {
    try inFolder { folder in
      let info: [String: Any] = [
        "CFBundleIdentifier": "x", "CFBundlePackageType": "APPL", "LSRequiresIPhoneOS": true,
        "IntuneMAMSettings": [String: Any](),
      ]
      let groups = ["keychain-access-groups": ["$(AppIdentifierPrefix)x"]]
      let files = [
        ("One-Info.plist", AppSample.plist(info)), ("Two-Info.plist", AppSample.plist(info)),
        ("App.entitlements", AppSample.plist(groups)),
      ].map { (folder.appending(path: $0.0), $0.1) }
      for (place, data) in files { try data.write(to: place) }
      let named = Audit(files.map(\.0.path), contract: theContract, editions: [.latest])
      #expect(named.evidence.problems.map(\.file) == [files[2].0.path])
      #expect(named.evidence.problems[0].message.contains("nothing says to which app it belongs"))
      let text = String(
        decoding: AuditFormat.text.bytes(named.result(), version: "1", isQuiet: true),
        as: UTF8.self)
      #expect(text.hasSuffix("Not all was judged: see the line with 'error' above.\n"), "\(text)")
      let found = Audit([folder.path], contract: theContract, editions: [.latest])
      #expect(found.evidence.problems == [])
      #expect(found.evidence.ignored.map(\.file) == [files[2].0.path])
    }
  }

  @Test(arguments: [
    ("ADALClientId", "not a guid", ["SET-001", "AUTH-005"]),
    ("ADALAuthority", "ftp://nonsense", ["SET-002", "AUTH-006"]),
    ("ADALRedirectUri", "not a uri", ["SET-003", "AUTH-007"]),
  ])
  func `a value of another form is not shown to be right`(
    _ key: String, _ text: String, _ requirements: [String]
  ) throws {
    var sample = AppSample()
    sample.app.settings[key] = text
    let result = try sample.audit([.latest])
    for id in requirements {
      let judgement = result.judgements.first { $0.requirement.id == id }
      #expect(judgement?.verdict == .notShown, "\(id)")
      #expect(judgement?.reason.contains("\(key) is '\(text)', which is not a") == true)
    }
    sample.app.settings[key] = "$(MY_VALUE)"
    #expect(try sample.audit([.latest]).issues.isEmpty)
  }

  @Test
  func `the rule of a finding in SARIF is what it violates most severely, and every one is a rule`()
    throws
  {
    var sample = AppSample()
    sample.app.settings["AutoEnrollOnLaunch"] = "YES"
    let result = try sample.audit([.latest])
    let issue = try #require(result.issues.first)
    #expect(issue.requirements.map(\.level) == ["may", "must"])
    let sarif = try JSON(
      parsing: String(decoding: AuditFormat.sarif.bytes(result, version: "1"), as: UTF8.self))
    let run = sarif["runs"]?.array?.first
    let rules = run?["tool"]?["driver"]?["rules"]?.array ?? []
    #expect(rules.map { $0["id"]?.string } == ["SET-012", "SET-032"])
    let found = run?["results"]?.array?.first
    #expect(found?["ruleId"] == "SET-032")
    let rule = found?["ruleIndex"]?.int.map { rules[$0] }
    #expect(rule?["defaultConfiguration"]?["level"] == found?["level"])
    let text = String(decoding: AuditFormat.text.bytes(result, version: "1"), as: UTF8.self)
    #expect(text.contains("  AutoEnrollOnLaunch (a warning)\n"), "\(text)")
  }

  @Test
  func `what must not go to the store is not shown until something says where a build goes`() throws
  {
    var sample = AppSample()
    sample.openIn = nil
    sample.app.settings["DebugSettingsEnabled"] = true
    #expect(try sample.audit([.latest]).verdict("DBG-002") == .notShown)
    sample.app.profile = ["ProvisionedDevices": ["1"], "Entitlements": [String: Any]()]
    #expect(try sample.audit([.latest]).verdict("DBG-002") == .doesNotApply)
    sample.app.profile = ["Entitlements": [String: Any]()]
    #expect(try sample.audit([.latest]).verdict("DBG-002") == .violated)
  }

  @Test
  func `warnings fail only a strict audit, and one cause is one finding with all that it violates`()
    throws
  {
    var sample = AppSample()
    sample.app.settings["MultiIdentiy"] = true
    let warned = try sample.audit([.latest])
    #expect(warned.exitCode(isStrict: false) == 0 && warned.exitCode(isStrict: true) == 1)
    #expect(warned.issues[0].finding.suggestion == "did you mean MultiIdentity?")
    sample.app.settings["MultiIdentity"] = "YES"
    let issue = try #require(try sample.audit([.latest]).issues.first { !$0.isWarning })
    #expect(issue.requirements.map(\.id) == ["SET-015", "SET-032"])
  }

  @Test
  func
    `a project says which entitlements go with an Info.plist, and loose files go together by it`()
    throws
  {
    var sample = AppSample()
    sample.isLoose = true
    let project = """
      { archiveVersion = 1; objects = {
      T = {isa = PBXNativeTarget; name = Mail; productType = "com.apple.product-type.application"; buildConfigurationList = C; };
      C = {isa = XCConfigurationList; buildConfigurations = (R); };
      R = {isa = XCBuildConfiguration; name = Release; buildSettings = {INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = "$(SRCROOT)/App.entitlements"; IPHONEOS_DEPLOYMENT_TARGET = 9.0; }; };
      }; }
      """
    sample.files["Mail.xcodeproj/project.pbxproj"] = Data(project.utf8)
    sample.files["Other.entitlements"] = AppSample.plist([
      "keychain-access-groups": ["$(AppIdentifierPrefix)x"]
    ])
    sample.app.info["MinimumOSVersion"] = nil
    let result = try sample.audit([.latest])
    let app = try #require(result.audit.evidence.bundles.first { $0.kind == .app })
    #expect(app.entitlements?.file.hasSuffix("/App.entitlements") == true)
    let issue = result.issues.first { $0.requirements.contains { $0.id == "INT-004" } }
    #expect(issue?.finding.place.line == 4)
    #expect(issue?.finding.file.hasSuffix("project.pbxproj") == true)
  }

  @Test
  func `every format has the findings; the JSON is as its schema says`() throws {
    var sample = AppSample()
    sample.app.settings["SplashDuration"] = "1 <s>"
    let result = try sample.audit([.e2020_01, .e2020_06])
    for format in AuditFormat.allCases {
      let bytes = format.bytes(result, version: "1")
      #expect(String(decoding: bytes, as: UTF8.self).contains("SplashDuration must be a number"))
    }
    let json = try JSON(
      parsing: String(decoding: AuditFormat.json.bytes(result, version: "1"), as: UTF8.self))
    let schema = try JSON(
      parsing: String(
        contentsOf: URL(filePath: #filePath).appending(
          path: "../../../suites/schemas/audit.schema.json"
        ).standardized,
        encoding: .utf8))
    let names = schema["properties"]?.object?.members.map(\.name)
    #expect(json.object?.members.map(\.name) == names)
    let finding = try #require(json["findings"]?.array?.first?.object)
    let known = schema["properties"]?["findings"]?["items"]?["properties"]?.object
    for member in finding.members { #expect(known?[member.name] != nil, "\(member.name)") }
    #expect(finding["editions"] == ["2020-01", "2020-06"])
    let sarif = try JSON(
      parsing: String(decoding: AuditFormat.sarif.bytes(result, version: "1"), as: UTF8.self))
    let place = sarif["runs"]?.array?[0]["results"]?.array?[0]["locations"]?.array?[0][
      "physicalLocation"]
    #expect(place?["region"]?["startLine"]?.int == finding["line"]?.int)
    #expect(XMLParser(data: Data(AuditFormat.junit.bytes(result, version: "1"))).parse())
  }
}
