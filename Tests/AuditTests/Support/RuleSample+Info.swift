import Contract
import Foundation

@testable import Audit

extension RuleSample {
  /// A value of the right type and one of the wrong type for each key that has a rule of its own.
  static let settings: [RuleSample] =
    SettingKey.all.filter {
      !["SET-005", "SET-031", "SET-028", "SET-008"].contains($0.requirement)
    }
    .map { key in
      let edition = Edition.allCases.last { theContract.holds(key.requirement, in: $0) }!
      return RuleSample(key.requirement, edition) { sample in
        if key.name.hasPrefix("Main") {
          sample.app.info[
            key.name.hasPrefix("MainNib") ? "NSMainNibFile" : "UIMainStoryboardFile"] =
            "Main"
          sample.app.settings["MainNibFile"] = "Main"
          sample.app.settings["MainStoryboardFile"] = "Main"
        }
        sample.openIn = nil
        if key.name == "MAMPolicyRequired" { sample.app.settings["AutoEnrollOnLaunch"] = true }
        if sample.app.settings[key.name] == nil { sample.app.settings[key.name] = key.sample }
      } broken: {
        $0.app.settings[key.name] = key.form == .string ? 7 : ["a": "b"]
      }
    } + [
      RuleSample("SET-008") { $0.openIn?.settings["ContainingAppBundleId"] = "com.other" },
      RuleSample("SET-028") { $0.openIn?.settings["OpenInActionExtension"] = "YES" },
      RuleSample("SET-032") { $0.app.settings["MultiIdentity"] = "YES" },
      RuleSample("SET-033") { $0.app.settings["MultiIdentiy"] = true },
      RuleSample("INT-037") { $0.app.settings = [:] },
      RuleSample("LCH-008", with: { $0.distribution = .store }) { sample in
        sample.app.settings["MAMPolicyRequired"] = true
      },
      RuleSample(
        "LCH-009",
        with: {
          $0.app.settings["MAMPolicyRequired"] = true
          $0.app.settings["AutoEnrollOnLaunch"] = true
        }
      ) { $0.app.settings["AutoEnrollOnLaunch"] = false },
      RuleSample("LCH-012", .e2016_12, with: { $0.distribution = .store }) {
        $0.app.settings["MAMPolicyWarnAbsent"] = true
      },
      RuleSample("DBG-002", with: { $0.distribution = .store }) {
        $0.app.settings["DebugSettingsEnabled"] = true
      },
      RuleSample("DBG-013", .e2016_09) { $0.app.settings["UsePPE"] = true },
    ]

  static let recipe: [RuleSample] = [
    RuleSample("INT-004") { $0.app.info["MinimumOSVersion"] = "9.3" },
    RuleSample("INT-038") { $0.app.info["NSFaceIDUsageDescription"] = " " },
    RuleSample("INT-047") { $0.openIn?.settings = [:] },
    RuleSample("INT-048") { $0.openIn?.settings["ContainingAppBundleId"] = nil },
    RuleSample("INT-022", .e2016_09) { $0.app.info["UIMainStoryboardFile"] = "Main" },
    RuleSample("INT-023", .e2017_11) { $0.app.info["UIMainStoryboardFile~ipad"] = "Main" },
    RuleSample("INT-043") { $0.app.settings["AppGroupIdentifiers"] = [String]() },
    RuleSample("INT-036") { $0.app.settings["AppGroupIdentifiers"] = ["group.other"] },
    RuleSample(
      "INT-050",
      with: {
        $0.distribution = .store
        $0.app.files["Frameworks/IntuneMAM.framework/IntuneMAM"] = MachOSample().data
      }
    ) { $0.app.files["Frameworks/IntuneMAM.framework/IntuneMAM"] = bothKinds },
    RuleSample(
      "INT-051",
      with: {
        $0.distribution = .store
        $0.app.files["Frameworks/IntuneMAM.framework/IntuneMAM"] = MachOSample().data
      }
    ) { $0.app.files["Frameworks/IntuneMAM.framework/IntuneMAM"] = bothKinds },
    RuleSample(
      "INT-054", with: { $0.project(["libIntuneMAM.a"], flags: "-force_load libIntuneMAM.a") }
    ) {
      $0.project(["libintunemam.a"])
    },
    RuleSample(
      "INT-012", .e2016_09,
      with: {
        $0.app.program.classNames.append("IntuneMAMEnrollmentManager")
        $0.app.files["IntuneMAMResources.bundle/Info.plist"] = AppSample.plist([:] as [String: Any])
      }
    ) { $0.app.files = [:] },
    RuleSample(
      "AUTH-014", .e2016_09,
      with: { $0.app.files["ADALiOSBundle.bundle/a.nib"] = Data([1]) }
    ) { $0.app.files = [:] },
  ]

  static let bothKinds = MachOSample.fat([
    (0x0100_000C, MachOSample().data),
    (
      0x0100_0007,
      {
        var x86 = MachOSample(); x86.cpu = 0x0100_0007; x86.minimumSystem = nil; return x86.data
      }()
    ),
  ])

  static let keychains: [RuleSample] = [
    RuleSample("INT-025") { $0.app.entitlements["keychain-access-groups"] = nil },
    RuleSample(
      "INT-026",
      with: {
        $0.openIn = nil
        $0.profile(["ABCDE12345.*"])
      }
    ) {
      $0.profile(["ABCDE12345.com"])
    },
    RuleSample("INT-027") { $0.groups { $0.swapAt(0, 1) } },
    RuleSample("INT-028") { $0.groups { $0.remove(at: 1) } },
    RuleSample("INT-030") { $0.groups { $0.remove(at: 2) } },
    RuleSample("AUTH-018") { $0.groups { $0.remove(at: 2) } },
    RuleSample("AUTH-019", .e2016_09) { $0.groups { $0.remove(at: 3) } },
    RuleSample(
      "INT-031",
      with: { sample in
        sample.isLoose = true
        sample.groups { groups in
          groups = groups.map {
            $0.replacingOccurrences(of: "ABCDE12345.", with: "$(AppIdentifierPrefix)")
          }
        }
      }
    ) { $0.groups { $0[1] = "com.microsoft.intune.mam" } },
  ]

  static let schemes: [RuleSample] = [
    RuleSample("INT-032") {
      $0.app.info["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["contoso"]]]
    },
    RuleSample(
      "INT-033",
      with: {
        $0.source("a.m", "BOOL b = [app canOpenURL:[NSURL URLWithString:@\"fabrikam://x\"]];")
      }
    ) { $0.source("a.m", "BOOL b = [app canOpenURL:[NSURL URLWithString:@\"tailspin://x\"]];") },
    RuleSample("INT-034") { $0.queries { $0.remove(at: 1) } },
    RuleSample("INT-035") { $0.queries { $0.removeLast() } },
    RuleSample("SHR-006") { $0.app.info["CFBundleURLTypes"] = nil },
  ]
}

extension SettingKey {
  /// A value that is right.
  var sample: Any {
    switch form {
    case .string: "contoso"
    case .boolean: false
    case .number: 1.5
    case .strings: ["contoso"]
    case .colour: "#1A2B3C"
    case .protection: SettingKey.protectionLevels[0]
    }
  }
}

extension AppSample {
  mutating func groups(_ change: (inout [String]) -> Void) {
    var groups = app.entitlements["keychain-access-groups"] as? [String] ?? []
    change(&groups)
    app.entitlements["keychain-access-groups"] = groups
  }

  mutating func queries(_ change: (inout [String]) -> Void) {
    var queries = app.info["LSApplicationQueriesSchemes"] as? [String] ?? []
    change(&queries)
    app.info["LSApplicationQueriesSchemes"] = queries
  }

  mutating func profile(_ groups: [String]) {
    app.profile = ["Entitlements": ["keychain-access-groups": groups]]
  }

  mutating func source(_ name: String, _ text: String) { files[name] = Data("\(text)\n".utf8) }

  /// A project that links files, with linker flags.
  mutating func project(_ linked: [String], flags: String = "") {
    let references = linked.enumerated().map { index, path in
      "F\(index) = {isa = PBXFileReference; path = \"\(path)\"; }; B\(index) = {isa = PBXBuildFile; fileRef = F\(index); };"
    }.joined(separator: "\n")
    let list = linked.indices.map { "B\($0)" }.joined(separator: ", ")
    source(
      "App.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { archiveVersion = 1; objects = {
      \(references)
      L = {isa = PBXFrameworksBuildPhase; files = (\(list)); };
      P = {isa = PBXProject; buildConfigurationList = C; };
      C = {isa = XCConfigurationList; buildConfigurations = (R); };
      R = {isa = XCBuildConfiguration; name = Release; buildSettings = {OTHER_LDFLAGS = "\(flags)"; }; };
      }; rootObject = P; }
      """)
  }
}
