internal import ExactText

/// A key of `IntuneMAMSettings` as the table of the guide has it.
struct SettingKey: Sendable {
  /// The types that the table knows.
  enum Form: String, Sendable {
    case string = "a string"
    case boolean = "a boolean"
    case number = "a number"
    case strings = "an array of strings"
    /// A string of six hexadecimal digits, with or without a hash sign.
    case colour = "a colour such as #1A2B3C"
    /// The name of a level of file protection.
    case protection = "a level of file protection"
  }

  /// The key.
  let name: String
  /// What its value must be.
  let form: Form
  /// The requirement that has it in the table; its editions are those of the key.
  let requirement: String

  private init(_ name: String, _ form: Form, _ requirement: String) {
    self.name = name
    self.form = form
    self.requirement = requirement
  }

  /// The table; editions follow from the requirements.
  static let all: [SettingKey] = [
    .init("ADALClientId", .string, "SET-001"), .init("ADALAuthority", .string, "SET-002"),
    .init("ADALRedirectUri", .string, "SET-003"), .init("ADALRedirectScheme", .string, "SET-004"),
    .init("ADALLogOverrideDisabled", .boolean, "SET-005"),
    .init("ADALCacheKeychainGroupOverride", .string, "SET-006"),
    .init("AppGroupIdentifiers", .strings, "SET-007"),
    .init("ContainingAppBundleId", .string, "SET-008"),
    .init("DebugSettingsEnabled", .boolean, "SET-009"),
    .init("MainNibFile", .string, "SET-010"), .init("MainNibFile~ipad", .string, "SET-010"),
    .init("MainStoryboardFile", .string, "SET-011"),
    .init("MainStoryboardFile~ipad", .string, "SET-011"),
    .init("AutoEnrollOnLaunch", .boolean, "SET-012"),
    .init("MAMPolicyRequired", .boolean, "SET-013"),
    .init("MAMPolicyWarnAbsent", .boolean, "SET-014"),
    .init("MultiIdentity", .boolean, "SET-015"),
    .init("SafariViewControllerBlockedOverride", .boolean, "SET-016"),
    .init("SplashIconFile", .string, "SET-017"), .init("SplashIconFile~ipad", .string, "SET-017"),
    .init("SplashDuration", .number, "SET-018"), .init("BackgroundColor", .colour, "SET-019"),
    .init("ForegroundColor", .colour, "SET-020"), .init("AccentColor", .colour, "SET-021"),
    .init("SecondaryBackgroundColor", .colour, "SET-022"),
    .init("SecondaryForegroundColor", .colour, "SET-023"),
    .init("SupportsDarkMode", .boolean, "SET-024"),
    .init("MAMTelemetryDisabled", .boolean, "SET-025"),
    .init("MAMTelemetryUsePPE", .boolean, "SET-026"),
    .init("MaxFileProtectionLevel", .protection, "SET-027"),
    .init("OpenInActionExtension", .boolean, "SET-028"),
    .init("WebViewHandledURLSchemes", .strings, "SET-029"),
    .init("DocumentBrowserFileCachePath", .string, "SET-030"),
    .init("VerboseLoggingEnabled", .boolean, "SET-031"),
  ]

  /// The levels of file protection by name.
  static let protectionLevels = [
    "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen",
    "NSFileProtectionCompleteUntilFirstUserAuthentication", "NSFileProtectionNone",
  ]

  /// What is wrong with the type of a value; nil if nothing is.
  func complaint(of value: PropertyValue) -> String? {
    let isRight =
      switch (form, value.content) {
      case (.string, .string), (.colour, .string), (.protection, .string), (.boolean, .boolean),
        (.number, .integer), (.number, .real):
        true
      case (.strings, .array(let elements)): elements.allSatisfy { $0.string != nil }
      default: false
      }
    guard !isRight else { return nil }
    let wanted =
      switch form {
      case .colour, .protection: Form.string.rawValue
      default: form.rawValue
      }
    return "\(name) must be \(wanted) and is \(value.kind)"
  }

  /// What is wrong with a value of the right type; nil if nothing is.
  func valueComplaint(of value: PropertyValue) -> String? {
    switch form {
    case .protection:
      SettingKey.protectionLevels.contains(value.string ?? "")
        ? nil : "\(name) is '\(value.string ?? "")', which is not a level of file protection"
    case .number:
      switch value.content {
      case .integer(let number): number < 0 ? "\(name) is negative" : nil
      case .real(let number): number >= 0 ? nil : "\(name) is not a duration"
      default: nil
      }
    case .strings: value.elements?.isEmpty == true ? "\(name) is an empty list" : nil
    case .string: value.string == "" ? "\(name) is empty" : nil
    case .boolean, .colour: nil
    }
  }
}
