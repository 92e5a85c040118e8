import Contract
import Foundation

@testable import Audit

extension RuleSample {
  private static let sdkClass = "IntuneMAMEnrollmentManager"

  static let linking: [RuleSample] = [
    RuleSample(
      "INT-005", .e2016_09,
      with: {
        $0.app.info["MinimumOSVersion"] = "7.0"
        $0.app.program.libraries.removeAll { $0.name.hasSuffix("/LocalAuthentication") }
        $0.app.program.libraries.append(
          ("/System/LocalAuthentication.framework/LocalAuthentication", true))
      }
    ) { $0.app.program.libraries[$0.app.program.libraries.count - 1].isWeak = false },
    RuleSample("INT-006", .e2016_09) { $0.app.program.classNames.append(sdkClass) },
    RuleSample("INT-007") { $0.app.program.classNames.append(sdkClass) },
    RuleSample("INT-009", with: { $0.swift() }) { $0.app.program.libraries.removeLast() },
    RuleSample("INT-010", with: { $0.swift() }) { $0.app.program.classNames.append(sdkClass) },
    RuleSample(
      "INT-011",
      with: { $0.project(["libIntuneMAM.a"], flags: "-force_load $(SRCROOT)/libIntuneMAM.a") }
    ) { $0.project(["libIntuneMAM.a"], flags: "-ObjC") },
    RuleSample("INT-013", .e2016_09) { $0.app.program.libraries.removeFirst() },
    RuleSample(
      "INT-014", .e2016_09,
      with: {
        $0.project(["sdk/release/libIntuneMAM.a"])
        $0.distribution = .store
      }
    ) { $0.project(["sdk/debug/libIntuneMAM.a"]) },
  ]

  static let authentication: [RuleSample] = [
    RuleSample("AUTH-005") { $0.app.settings["ADALClientId"] = nil },
    RuleSample("AUTH-006") { $0.app.settings["ADALAuthority"] = nil },
    RuleSample("AUTH-007") { $0.app.settings["ADALRedirectUri"] = nil },
    RuleSample("AUTH-010") { $0.app.settings["ADALRedirectUri"] = nil },
    RuleSample("AUTH-012") { sample in
      sample.app.program.libraries.removeAll {
        $0.name.contains("MSAL") || $0.name.contains("ADAL")
      }
    },
    RuleSample(
      "AUTH-013", .e2016_09,
      with: { $0.project(["libADALiOS.a"], flags: "-force_load libADALiOS.a") }
    ) { $0.project(["libADALiOS.a"]) },
    RuleSample(
      "AUTH-031", with: { $0.source("a.m", "policy.aadClientIdOverride = [config client];") }
    ) {
      $0.source("a.m", "policy.aadClientIdOverride = @\"1234\";")
    },
    RuleSample("AUTH-036", with: { $0.source("a.m", "p.webviewType = MSALWebviewTypeWKWebView;") })
    {
      $0.source("a.m", "p.webviewType = MSALWebviewTypeSafariViewController;")
    },
    RuleSample(
      "AUTH-037",
      with: {
        $0.source("a.m", "p.webviewType = MSALWebviewTypeSafariViewController;")
        $0.app.settings["SafariViewControllerBlockedOverride"] = true
      }
    ) { $0.app.settings["SafariViewControllerBlockedOverride"] = false },
  ]

  static let sharing: [RuleSample] = [
    RuleSample("SHR-004") { $0.openIn = nil },
    RuleSample("SHR-007") {
      $0.openIn?.entitlements["com.apple.security.application-groups"] = ["group.x"]
    },
    RuleSample("SHR-008") { $0.openIn?.entitlements["keychain-access-groups"] = ["ABCDE12345.x"] },
    RuleSample("SHR-009") { $0.openIn?.info["CFBundleDisplayName"] = "Contoso" },
    RuleSample("SHR-010") { $0.openIn?.info["CFBundleIcons"] = nil },
    RuleSample("SHR-012") { $0.openIn?.settings["OpenInActionExtension"] = false },
    RuleSample("SHR-013") {
      $0.rule(AppSample.rule.replacingOccurrences(of: ").@count == 1", with: ").@count > 0"))
    },
    RuleSample("SHR-014") {
      $0.app.info["CFBundleDocumentTypes"] = [
        ["LSItemContentTypes": ["public.data", "com.adobe.pdf"]]
      ]
    },
    RuleSample(
      "SHR-015",
      with: { sample in
        sample.openIn?.settings["OpenInActionExtension"] = nil
        sample.extensionPoint("com.apple.share-services")
        sample.rule(
          "ANY x UTI-CONFORMS-TO \"public.png\" || ANY x UTI-CONFORMS-TO \"com.microsoft.intune.mam.public.png\""
        )
      }
    ) { $0.rule("ANY x UTI-CONFORMS-TO \"public.png\"") },
    RuleSample("SHR-025") { $0.rule("TRUEPREDICATE") },
  ]

  static let panes: [RuleSample] = [
    RuleSample("DBG-005", .e2016_12, with: { $0.pane() }) {
      $0.app.files["Settings.bundle/Root.plist"] = AppSample.plist([
        "PreferenceSpecifiers": [String]()
      ])
    },
    RuleSample("DBG-006", .e2016_12, with: { $0.distribution = .store }) { $0.pane() },
    RuleSample("DBG-009", with: { $0.pane(.e2020_06) }) { $0.pane(.e2016_09) },
    RuleSample("DBG-010", with: { $0.pane(.e2020_06) }) {
      $0.pane(.e2020_06, clipboard: [0, 1, 2])
    },
  ]

  static let appearance: [RuleSample] = [
    RuleSample("UIX-009", with: { $0.app.settings["AccentColor"] = "1A2B3C" }) {
      $0.app.settings["AccentColor"] = "#12345"
    },
    RuleSample(
      "UIX-016",
      with: {
        $0.app.settings["BackgroundColor"] = "#FFFFFF"
        $0.app.settings["SecondaryBackgroundColor"] = "#EEEEEE"
      }
    ) { $0.app.settings["SecondaryBackgroundColor"] = "FFFFFF" },
    RuleSample(
      "UIX-015", with: { $0.source("a.m", "IntuneMAMSettings.backgroundColor = [self colour];") }
    ) {
      $0.source("a.m", "IntuneMAMSettings.backgroundColor = @\"#FFFFFF\";")
    },
    RuleSample("UIX-004", .e2016_09, with: { $0.splash("Splash@2x.png", 120) }) {
      $0.app.settings["SplashIconFile"] = "Splash.png"
    },
    RuleSample("UIX-005", .e2016_09, with: { $0.splash("Splash@2x.png", 120) }) {
      $0.splash("Splash@2x.png", 100)
    },
    RuleSample("UIX-006", .e2016_09, with: { $0.splash("Splash@2x.png", 120) }) {
      $0.splash("Splash-large.png", 120)
    },
  ]

  static let sources: [RuleSample] = [
    RuleSample(
      "CFG-006",
      with: {
        $0.source(
          "a.m",
          "#import <IntuneMAM/IntuneMAMAppConfigManager.h>\nid c = [IntuneMAMAppConfigManager instance];"
        )
      }
    ) { $0.source("a.m", "id c = [IntuneMAMAppConfigManager instance];") },
    RuleSample(
      "ENR-042", .e2016_09,
      with: {
        $0.source(
          "a.m",
          "#import \"IntuneMAMEnrollmentManager.h\"\nid c = [IntuneMAMEnrollmentManager instance];")
      }
    ) { $0.source("a.m", "id c = [IntuneMAMEnrollmentManager instance];") },
    RuleSample(
      "INT-015",
      with: { $0.source("a.m", "@import IntuneMAM;\nid c = [IntuneMAMLogger instance];") }
    ) { $0.source("a.m", "// @import IntuneMAM;\nid c = [IntuneMAMLogger instance];") },
    RuleSample(
      "DBG-027",
      with: { $0.source("a.m", "[IntuneMAMDiagnosticConsole displayDiagnosticConsole];") }
    ) {
      $0.source("a.m", "[IntuneMAMDiagnosticConsole displayDiagnosticConsoleInDarkMode:YES];")
    },
    RuleSample("ENR-046", .e2016_09) { $0.app.program.methodNames.append("unEnrollApplication:") },
    RuleSample("POL-027", .e2016_12) {
      $0.app.program.methodNames.append("isSaveToPersonalAllowed")
    },
  ]

  static let sdk: [RuleSample] = [
    RuleSample("INT-052", with: { $0.files["sdk/IntuneMAM"] = bothKinds }) {
      $0.files["sdk/IntuneMAM"] = MachOSample().data
    },
    RuleSample(
      "LOC-007", .e2020_01,
      with: {
        $0.source(
          "IntuneMAMPolicy.h",
          AppSample.locations(
            "Save",
            [
              "Other", "OneDriveForBusiness", "SharePoint", "Box", "Dropbox", "GoogleDrive",
              "LocalDrive",
            ]))
      }
    ) {
      $0.source(
        "IntuneMAMPolicy.h",
        AppSample.locations(
          "Save",
          [
            "Other", "SharePoint", "OneDriveForBusiness", "Box", "Dropbox", "GoogleDrive",
            "LocalDrive",
          ]))
    },
    RuleSample(
      "LOC-020",
      with: {
        $0.source(
          "IntuneMAMPolicy.h",
          AppSample.locations(
            "Open",
            [
              "Other", "OneDriveForBusiness", "SharePoint", "Camera", "LocalStorage",
              "AccountDocument",
            ]))
      }
    ) {
      $0.source(
        "IntuneMAMPolicy.h",
        AppSample.locations(
          "Open", ["Other", "OneDriveForBusiness", "SharePoint", "Camera", "LocalStorage"]))
    },
    RuleSample(
      "FIL-029", with: { $0.source("IntuneMAMFile.h", "- (instancetype)init NS_UNAVAILABLE;") }
    ) {
      $0.source("IntuneMAMFile.h", "- (instancetype)init;")
    },
    RuleSample(
      "INT-016",
      with: {
        $0.source("IntuneMAM.h", "#import <IntuneMAM/IntuneMAMPolicy.h>")
        $0.source("IntuneMAMPolicy.h", "")
      }
    ) { $0.source("IntuneMAMLogger.h", "") },
  ]
}

extension AppSample {
  mutating func swift() {
    app.program.hasSwift = true
    app.program.libraries += ["IntuneMAMSwift", "IntuneMAMSwiftStub"].map {
      ("@rpath/\($0).framework/\($0)", false)
    }
  }

  mutating func rule(_ text: String) {
    var whole = openIn?.info["NSExtension"] as? Dictionary ?? [:]
    whole["NSExtensionAttributes"] = ["NSExtensionActivationRule": text]
    openIn?.info["NSExtension"] = whole
  }

  mutating func extensionPoint(_ name: String) {
    var whole = openIn?.info["NSExtension"] as? Dictionary ?? [:]
    whole["NSExtensionPointIdentifier"] = name
    openIn?.info["NSExtension"] = whole
  }

  /// A pane of test policies, with an entry in the root pane.
  mutating func pane(_ edition: Edition = .e2016_09, clipboard: [Int] = [0, 1, 2, 3]) {
    let root: Dictionary = [
      "PreferenceSpecifiers": [["Type": "PSChildPaneSpecifier", "File": "MAMDebugSettings"]]
    ]
    let specifiers = TestPolicyTable.defaults(edition).map { name, value -> Dictionary in
      var specifier: Dictionary = ["Key": TestPolicyTable.prefix + name]
      switch value {
      case .flag(let flag): specifier["DefaultValue"] = flag
      case .number(let number): specifier["DefaultValue"] = number
      case .text(let text): specifier["DefaultValue"] = text
      }
      if let scale = TestPolicyTable.scales.first(where: { $0.key == name })?.values {
        specifier["Values"] = name == "ClipboardSharingLevel" ? clipboard : Array(scale)
      }
      return specifier
    }
    app.files["Settings.bundle/Root.plist"] = AppSample.plist(root)
    app.files["Settings.bundle/MAMDebugSettings.plist"] = AppSample.plist([
      "PreferenceSpecifiers": specifiers
    ])
  }

  /// A splash icon of so many pixels each way.
  mutating func splash(_ name: String, _ size: Int) {
    app.settings["SplashIconFile"] = "Splash"
    app.files = app.files.filter { !$0.key.hasSuffix(".png") }
    let number = [
      UInt8(size >> 24 & 255), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255),
    ]
    app.files[name] = Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + number
        + number + [8, 6, 0, 0, 0])
  }

  /// An enumeration as the SDK's header has it: the first is zero, and each next one the next bit.
  static func locations(_ kind: String, _ names: [String]) -> String {
    let lines = names.enumerated().map { index, name in
      "  IntuneMAM\(kind)Location\(name) = \(index == 0 ? "0" : "1 << \(index - 1)"),"
    }
    return "typedef enum {\n\(lines.joined(separator: "\n"))\n} IntuneMAM\(kind)Location;"
  }
}
