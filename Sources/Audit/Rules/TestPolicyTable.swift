internal import Contract
internal import ExactText

/// The test policies of the pane that the SDK ships, `MAMDebugSettings.plist`: keys, defaults and scales.
struct TestPolicyTable: Sendable {
  /// What every key begins with.
  static let prefix = "IntuneMAMPolicy."

  /// A default value.
  enum Value: Sendable {
    case flag(Bool)
    case number(Int)
    case text(String)

    /// True if a property list has the same; a flag may be a number there.
    func isSame(as value: PropertyValue) -> Bool {
      switch (self, value.content) {
      case (.flag(let own), .boolean(let other)): own == other
      case (.flag(let own), .integer(let other)): (own ? 1 : 0) == other
      case (.number(let own), .integer(let other)): own == other
      case (.number(let own), .string(let other)): "\(own)" == other
      case (.text(let own), .string(let other)): own == other
      default: false
      }
    }

    /// For people.
    var text: String {
      switch self {
      case .flag(let value): value ? "YES" : "NO"
      case .number(let value): "\(value)"
      case .text(let value): "'\(value)'"
      }
    }
  }

  private static let common: [(String, Value)] = [
    ("DebugEnabled", .flag(false)), ("ManagedBrowserRequired", .flag(true)),
    ("DataBackupDisabled", .flag(true)), ("AppSharingToLevel", .number(1)),
    ("AppSharingFromLevel", .number(1)), ("ClipboardSharingLevel", .number(1)),
    ("PrintingBlocked", .flag(false)), ("ContactSyncDisabled", .flag(false)),
    ("FileSharingSaveAsDisabled", .flag(true)), ("PINEnabled", .flag(true)),
    ("PINNumRetry", .number(5)), ("AuthenticationEnabled", .flag(false)),
    ("DeviceComplianceEnabled", .flag(true)), ("AccessRecheckOnlineTimeout", .number(30)),
    ("AccessRecheckOfflineTimeout", .number(720)), ("FileEncryptionLevel", .number(1)),
  ]
  private static let since2017: [(String, Value)] = [
    ("UsePPE", .flag(false)), ("SimplePINAllowed", .flag(true)), ("AppPinDisabled", .flag(false)),
    ("PINMinLength", .number(4)), ("PINCharacterType", .number(1)),
    ("TouchIDEnabled", .flag(false)),
    ("FaceIDEnabled", .flag(false)), ("DebugWipeOnLaunchResume", .flag(false)),
    ("MinOsVersion", .text("7.0")), ("MinAppVersion", .text("1.0")),
    ("MinSDKVersion", .text("1.0")),
  ]
  private static let since2020: [(String, Value)] = [
    ("UseSovCloudBeta", .flag(false)), ("ThirdPartyKeyboardsBlocked", .flag(false)),
    ("PINExpiryDays", .number(90)), ("NonBioPassTimeOutRequired", .flag(false)),
    ("NonBioPassTimeout", .number(60)), ("EnableOpenInFilter", .flag(false)),
  ]
  private static let untilJanuary2020: [(String, Value)] = [
    ("Location1", .flag(true)), ("Location2", .flag(true)), ("Location4", .flag(false)),
    ("Location8", .flag(false)), ("Location16", .flag(false)), ("Location32", .flag(false)),
  ]
  private static let sinceJune2020: [(String, Value)] = [
    ("OpenDataIntoOrgDocumentsBlocked", .flag(false)), ("SaveLocation1", .flag(true)),
    ("SaveLocation2", .flag(true)), ("SaveLocation4", .flag(false)),
    ("SaveLocation8", .flag(false)),
    ("SaveLocation16", .flag(false)), ("SaveLocation32", .flag(false)),
    ("OpenLocation1", .flag(true)), ("OpenLocation2", .flag(true)), ("OpenLocation4", .flag(false)),
    ("OpenLocation8", .flag(false)),
  ]

  /// The keys of an edition without their prefix, with their defaults.
  static func defaults(_ edition: Edition) -> [(String, Value)] {
    common + (edition >= .e2017_11 ? since2017 : []) + (edition >= .e2020_01 ? since2020 : [])
      + (edition >= .e2020_06 ? sinceJune2020 : untilJanuary2020)
  }

  /// The scales of what has more than two values.
  static let scales: [(key: String, values: ClosedRange<Int>)] = [
    ("AppSharingToLevel", 0...2), ("AppSharingFromLevel", 0...2), ("ClipboardSharingLevel", 0...3),
    ("FileEncryptionLevel", 0...3),
  ]
}
