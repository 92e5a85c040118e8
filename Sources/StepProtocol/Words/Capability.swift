internal import ExactText

/// What an adapter may offer beside what every adapter has to; the raw value is the word of `hello`.
package enum Capability: String, Sendable, CaseIterable {
  /// It reads its input while it waits for a response, and understands `held` and `resume`.
  case held
  /// It can stand still inside a callback.
  case halt
  /// Selective wipes and the files they touch.
  case wipe
  /// Process, UI and thread identities, and switches.
  case identity
  /// Calls on named threads.
  case threads
  /// Calls for named windows.
  case windows
  /// The operation `openURL`.
  case openURL
  /// Foreground, background, suspended.
  case lifecycle
  /// It can be launched as an app extension.
  case appExtension = "extension"
  /// MDM state, managed app configuration, clock jumps.
  case device
  /// A keychain that the apps of a device share.
  case keychain
  /// Compliance remediation.
  case compliance
  /// `AutoEnrollOnLaunch`, `MAMPolicyRequired`, `MAMPolicyWarnAbsent`.
  case launchSettings
  /// After `stop`, its process can host another app from nothing.
  case reuse
  /// App configuration by key, and that of device management.
  case appConfig
  /// `allowedAccounts`, and the notification of its changes.
  case allowedAccounts
  /// Where data may be saved and opened from, by the table of locations.
  case locations
  /// Colours that are set at run time.
  case colors
  /// Protection of data: `protect`, `unprotect` and their kin with `data` and `buffer`.
  case dataProtection
  /// Encryption of files.
  case fileEncryption
  /// Tasks on queues, and the identities that they run under.
  case tasks
  /// Telemetry that is sent where `launch` asks for it.
  case telemetry
  /// Several authentication libraries, of which the SDK chooses one.
  case authLibraries
  /// Items that other apps have shared.
  case sharing
  /// Diagnostic information, and a logger of the app's own.
  case diagnostics
  /// The app does by itself what it owes to the SDK: the operation `act`.
  case duties
  /// Files that are opened through the SDK, by `IntuneMAMFile`.
  case openFiles
  /// The level at which the platform protects a file.
  case protectionLevels
  /// Files that other apps have shared, as they are received.
  case sharedFiles
  /// The access groups of the keychain items that the SDK has written.
  case keychainGroups
  /// Whether the SDK's splash is on the screen.
  case splash
  /// What becomes of links in a web view of the SDK.
  case webViews
  /// Test policies of the settings bundle.
  case testPolicies
  /// Logs that are uploaded.
  case diagnosticUpload
  /// The app judges for itself: the later words of the operation `act`, and delegates that it sets by itself.
  case ownDecisions
}
