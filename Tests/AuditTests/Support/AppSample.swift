import CaseYAML
import Contract
import Foundation

@testable import Audit

/// An app that keeps every static rule, as the files that its build leaves; a test changes what it is about.
struct AppSample {
  typealias Dictionary = [String: Any]

  /// An extension or an app.
  struct Bundle {
    var info: Dictionary
    var settings: Dictionary
    var entitlements: Dictionary
    var program = MachOSample()
    var files: [String: Data] = [:]
    var profile: Dictionary?
  }

  var app: Bundle
  /// The Open-in extension; nil for none.
  var openIn: Bundle?
  /// Files beside the app, such as a project's and sources.
  var files: [String: Data] = [:]
  /// True to write the app's Info.plist and entitlements as the sources of a build.
  var isLoose = false
  var distribution: Distribution?

  static let group = "group.com.contoso.mail"
  static let rule =
    "SUBQUERY(extensionItems, $e, SUBQUERY($e.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"com.microsoft.intune.mam.public.data\").@count == 1).@count == 1"

  init() {
    let schemes = ["contoso", "contoso-intunemam"]
    app = Bundle(
      info: [
        "CFBundleIdentifier": "com.contoso.mail", "CFBundleExecutable": "Contoso",
        "CFBundlePackageType": "APPL", "CFBundleName": "Contoso", "MinimumOSVersion": "13.0",
        "UIDeviceFamily": [1, 2], "CFBundleURLTypes": [["CFBundleURLSchemes": schemes]],
        "LSApplicationQueriesSchemes": [
          "fabrikam", "fabrikam-intunemam", "http-intunemam", "https-intunemam",
          "ms-outlook-intunemam",
        ],
        "NSFaceIDUsageDescription": "Unlocks your mail.",
        "CFBundleDocumentTypes": [["LSItemContentTypes": ["public.data"]]],
      ],
      settings: [
        "ADALClientId": "11111111-2222-3333-4444-555555555555",
        "ADALAuthority": "https://login.example/common", "ADALRedirectUri": "contoso://mail",
        "AppGroupIdentifiers": [AppSample.group],
      ],
      entitlements: [
        "keychain-access-groups": [
          "ABCDE12345.com.contoso.mail", "ABCDE12345.com.microsoft.intune.mam",
          "ABCDE12345.com.microsoft.adalcache", "ABCDE12345.com.microsoft.workplacejoin",
        ],
        "com.apple.security.application-groups": [AppSample.group],
      ])
    app.program.libraries =
      AppSample.libraries.map { ($0, false) } + [
        ("@rpath/IntuneMAM.framework/IntuneMAM", false), ("@rpath/MSAL.framework/MSAL", false),
        ("@rpath/ADAL.framework/ADAL", false),
      ]
    openIn = Bundle(
      info: [
        "CFBundleIdentifier": "com.contoso.mail.open", "CFBundleExecutable": "Open",
        "CFBundlePackageType": "XPC!", "CFBundleDisplayName": "Open in Contoso",
        "MinimumOSVersion": "13.0", "CFBundleIcons": ["CFBundlePrimaryIcon": "Open"],
        "NSExtension": [
          "NSExtensionPointIdentifier": "com.apple.services",
          "NSExtensionAttributes": ["NSExtensionActivationRule": AppSample.rule],
        ],
      ],
      settings: [
        "ContainingAppBundleId": "com.contoso.mail", "OpenInActionExtension": true,
        "AppGroupIdentifiers": [AppSample.group],
      ],
      entitlements: [
        "keychain-access-groups": [
          "ABCDE12345.com.contoso.mail.open", "ABCDE12345.com.microsoft.intune.mam",
          "ABCDE12345.com.microsoft.adalcache", "ABCDE12345.com.microsoft.workplacejoin",
        ],
        "com.apple.security.application-groups": [AppSample.group],
      ])
    openIn?.program.libraries = app.program.libraries
  }

  private static let libraries =
    [
      "MessageUI", "Security", "MobileCoreServices", "SystemConfiguration", "ImageIO",
      "LocalAuthentication", "AudioToolbox", "QuartzCore", "WebKit", "CoreServices",
    ].map { "/System/Library/Frameworks/\($0).framework/\($0)" } + [
      "/usr/lib/libsqlite3.dylib", "/usr/lib/libc++.1.dylib",
    ]

  /// Writes everything into a folder.
  func write(to folder: URL) throws {
    for (name, data) in files { try AppSample.write(data, folder.appending(path: name)) }
    if isLoose {
      try AppSample.write(AppSample.plist(whole(app)), folder.appending(path: "Info.plist"))
      try AppSample.write(
        AppSample.plist(app.entitlements), folder.appending(path: "App.entitlements"))
      return
    }
    let place = folder.appending(path: "Contoso.app")
    try write(app, "Contoso", to: place)
    if let openIn { try write(openIn, "Open", to: place.appending(path: "PlugIns/Open.appex")) }
  }

  private func whole(_ bundle: Bundle) -> Dictionary {
    guard !bundle.settings.isEmpty else { return bundle.info }
    return bundle.info.merging(["IntuneMAMSettings": bundle.settings]) { own, _ in own }
  }

  private func write(_ bundle: Bundle, _ executable: String, to place: URL) throws {
    try AppSample.write(AppSample.plist(whole(bundle)), place.appending(path: "Info.plist"))
    var program = bundle.program
    program.entitlements = AppSample.plist(bundle.entitlements)
    try AppSample.write(program.data, place.appending(path: executable))
    for (name, data) in bundle.files { try AppSample.write(data, place.appending(path: name)) }
    if let profile = bundle.profile {
      let signed = Data([0x30, 0x82]) + AppSample.plist(profile) + Data([0, 1, 2])
      try AppSample.write(signed, place.appending(path: "embedded.mobileprovision"))
    }
  }

  static func plist(
    _ value: Any, _ format: PropertyListSerialization.PropertyListFormat = .xml
  ) -> Data {
    try! PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
  }

  private static func write(_ data: Data, _ place: URL) throws {
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }

  /// What an audit says of it.
  func audit(_ editions: [Edition]) throws -> AuditResult {
    try inFolder { folder in
      try write(to: folder)
      return Audit(
        [folder.path], contract: theContract, editions: editions, distribution: distribution
      ).result()
    }
  }
}

/// The contract of the repository.
let theContract: Contract = ContractLoader.load(
  folder: URL(filePath: #filePath).appending(path: "../../../../suites/contract").standardized.path
).contract

/// A folder that is removed behind the body.
func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "audit-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

extension AuditResult {
  /// What is said of a requirement, which must hold in the one edition.
  func verdict(_ id: String) -> Verdict? {
    judgements.first { $0.requirement.id == id }?.verdict
  }
}
