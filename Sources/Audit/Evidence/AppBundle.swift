internal import ExactText

/// What the files show of one app or app extension.
package struct AppBundle: Sendable {
  /// What kind of bundle it is.
  package enum Kind: String, Sendable {
    case app
    case appExtension = "extension"
    /// Entitlements of which no file says whose they are.
    case unknown
  }

  /// Its folder, or the file by which it is known.
  package var path: String
  /// What it is.
  package var kind: Kind
  /// Its `Info.plist`.
  package var info: PropertyList?
  /// Its entitlements.
  package var entitlements: PropertyList?
  /// True if the entitlements are those that it was signed with, and not the file from which they are made.
  package var isSigned = false
  /// Its program.
  package var program: MachOFile?
  /// Its provisioning profile.
  package var profile: PropertyList?
  /// Every file of its folder, relative to it; nil if its folder is not among the files.
  package var contents: [String]?
  /// The embedded frameworks that are the SDK's.
  package var frameworks: [MachOFile] = []
  /// The settings pane, `Settings.bundle/Root.plist`.
  package var settingsPane: PropertyList?
  /// The sizes in pixels of the images at the top of its folder.
  package var images: [Image] = []
  /// The place of its containing app among the bundles.
  package var container: Int?

  /// An image of the bundle.
  package struct Image: Sendable, Equatable {
    /// Its name, with `.png`.
    package var name: String
    /// Its width in pixels.
    package var width: Int
    /// Its height in pixels.
    package var height: Int
  }

  /// The name of the dictionary in which all settings of the SDK are.
  static let settingsKey = "IntuneMAMSettings"
  /// The keychain group that the SDK keeps its own data in.
  static let intuneGroup = "com.microsoft.intune.mam"
  /// What a twin of a URL scheme ends in.
  static let schemeSuffix = "-intunemam"

  /// The dictionary of the SDK's settings.
  package var settings: PropertyValue? { info?.root[AppBundle.settingsKey] }

  /// The bundle identifier as it is written, perhaps with variables in it.
  package var identifier: String? { info?.root["CFBundleIdentifier"]?.string }

  /// The keychain groups.
  package var keychainGroups: [String]? {
    entitlements.map { $0.root["keychain-access-groups"]?.strings ?? [] }
  }

  /// The app groups of the entitlements.
  package var appGroups: [String]? {
    entitlements.map { $0.root["com.apple.security.application-groups"]?.strings ?? [] }
  }

  /// The URL schemes that it declares, each with its place.
  package var urlSchemes: [(name: String, place: FilePlace)] {
    (info?.root["CFBundleURLTypes"]?.elements ?? []).flatMap { type in
      (type["CFBundleURLSchemes"]?.elements ?? []).compactMap { scheme in
        scheme.string.map { ($0, scheme.place) }
      }
    }
  }

  /// The URL schemes that it asks for, each with its place.
  package var querySchemes: [(name: String, place: FilePlace)] {
    (info?.root["LSApplicationQueriesSchemes"]?.elements ?? []).compactMap { scheme in
      scheme.string.map { ($0, scheme.place) }
    }
  }

  /// The extension point, such as `com.apple.ui-services`.
  package var extensionPoint: String? {
    info?.root["NSExtension"]?["NSExtensionPointIdentifier"]?.string
  }

  /// True if it is the extension that takes files from other managed apps.
  package var isOpenInExtension: Bool {
    settings?["OpenInActionExtension"] != nil
  }

  /// True if the program itself holds the SDK; nil if no program is there, or if its names cannot be read.
  package var hasStaticSDK: Bool? {
    guard let slices = program?.slices, !slices.isEmpty else { return nil }
    guard slices.allSatisfy(\.isReadable) else { return nil }
    return slices.contains { $0.definesClass(prefix: "IntuneMAMEnrollmentManager") }
  }

  /// True if the program loads a framework of the SDK; nil if no program is there.
  package var hasSDKFramework: Bool? {
    program.map { program in
      program.slices.contains { slice in
        slice.libraries.contains { AppBundle.isSDK($0.lastPart) }
      }
    }
  }

  /// True for the names of the SDK's frameworks.
  static func isSDK(_ name: String) -> Bool {
    ["IntuneMAM", "IntuneMAMSwift", "IntuneMAMSwiftStub"].contains(name)
  }

  /// True if something in its own files shows that it hosts the SDK.
  package var showsSDK: Bool {
    settings != nil || hasStaticSDK == true || hasSDKFramework == true
      || (keychainGroups ?? []).contains { $0.hasSuffix(AppBundle.intuneGroup) }
      || (urlSchemes + querySchemes).contains { $0.name.hasSuffix(AppBundle.schemeSuffix) }
  }

  /// True if the text holds a variable that a build replaces.
  static func hasVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }
}
