internal import ExactText
import JSONText

/// What a process remembers to have happened, for an SDK that does something else the next time.
enum Occasion: Sendable {
  case wipe, wipedAccount, policyChange, configurationChange, levelChange, allowedAccountsChange
  case cancelledSignIn, nilRegistration, extensionCall, lostRecord
  case remediationPrompt
  case policyDelegateLetGo, policyDelegateSet
}

/// What an installation remembers, for such an SDK; any other saves none of it.
enum Mark: String, Sendable {
  /// This installation was to be restarted.
  case installation
  case wipeCommand, addition, restart, restartDialog, extensionLaunch, unenrollment, warning
  /// The user whose sign-in was open when the process ended.
  case prompt
  /// The version of the app that has set a runtime override.
  case overridingVersion
  /// The app configuration of the user who has left last.
  case configuration
  /// The user who has left last.
  case formerUser
  /// The group of the token cache that the first launch has named.
  case cacheGroup
  /// The app is being asked for a restart.
  case openRestart
  /// A wipe of which the service could not be told.
  case untoldWipe
  /// The app has refused a user whom the SDK has enrolled by itself.
  case refusedUser
  /// An account that is listed again by the next process.
  case listedLeaver
  /// The app has chosen a library by its switch.
  case libraryChoice
}

extension SDKState {
  /// Notes that something happens; true if it has happened before in this process.
  func isRepeated(_ occasion: Occasion) -> Bool { !memory.occasions.insert(occasion).inserted }

  /// Notes that something happens; true if it has happened before in this installation.
  func isRepeated(_ mark: Mark) -> Bool {
    if saved.marks[mark.rawValue] != nil { return true }
    saved.marks[mark.rawValue] = true
    return false
  }

  /// Forgets a mark.
  func forget(_ mark: Mark) {
    if saved.marks[mark.rawValue] != nil { saved.marks[mark.rawValue] = nil }
  }
}
