internal import ExactText

/// What a person does in an app, which then does by itself what it owes to its SDK: `do` of `act`.
package enum PersonalAct: String, Sendable, CaseIterable {
  /// Signs in with a work or school account.
  case signIn
  /// Signs out; the app leaves the deletion of the account's data to the SDK.
  case signOut
  /// Starts the first version of the app that knows the SDK: it looks after the accounts that it has.
  case checkAccounts
  /// Opens a document of an account.
  case show
  /// Saves data of an account at a place.
  case save
  /// Opens data that lies at a place.
  case open
  /// Gets a notification with data of an account.
  case notify
  /// Goes to a web page that can lead anywhere.
  case browse
  /// Comes back from there to an account.
  case closeBrowser
  // Those of the capability `ownDecisions`, in which the app judges for itself.
  /// Signs in, and waits until the app says whether the account is protected.
  case awaitEnrollment
  /// Signs in with a private account.
  case signInPrivately
  /// Starts to work in an app that signs nobody in by itself.
  case start
  /// Signs out of an app that deletes the account's data by itself.
  case signOutAndClean
  /// Has the app look after its accounts, since those that are allowed may have changed.
  case checkAllowed
  /// Uses a resource of the app, whose token Azure AD refuses because the device is not compliant.
  case useResource
  /// Uses an app that names the keychain group of its library's tokens by itself.
  case shareTokens
  /// Uses an app that wants the messages of its library for a log of its own.
  case installLogger
  /// Does what needs a setting of the app configuration.
  case configure
  /// Saves a document of an account.
  case store
  /// Saves data of an account in one file with data of nobody.
  case storeTogether
  /// Opens a file of which nobody says whose it is.
  case showFile
  /// Receives an item that another app shares.
  case receive
  /// Looks into the files that the app's file provider offers.
  case provide
  /// Asks Siri for something of an account.
  case askSiri
  /// Lets a service extension of the app handle the notifications of an account.
  case extendNotifications
  /// Edits what must not be left, and has done.
  case edit, endEdit
  /// Leaves it to the app how it answers `identitySwitchRequired` and `addIdentity`, whatever is scripted.
  case decide

  /// What an adapter has to offer before a person does this.
  package var capability: Capability {
    switch self {
    case .signIn, .signOut, .checkAccounts, .show, .save, .open, .notify, .browse, .closeBrowser:
      .duties
    case .awaitEnrollment, .signInPrivately, .start, .signOutAndClean, .checkAllowed, .useResource,
      .shareTokens, .installLogger, .configure, .store, .storeTogether, .showFile, .receive,
      .provide, .askSiri, .extendNotifications, .edit, .endEdit, .decide:
      .ownDecisions
    }
  }
}

/// Of which type a setting of the app configuration is: `kind` of `act`.
package enum SettingKind: String, Sendable, CaseIterable {
  case string, number, boolean
}

/// Where data lies that an app saves or opens: `place` of `act`.
package enum DataPlace: String, Sendable, CaseIterable {
  case oneDriveForBusiness, sharePoint, localDrive, photoLibrary, camera
  /// A service for private data.
  case personalService
  /// A service that the SDK has no name for, reached with the managed account.
  case managedService
  /// Another such service, whose account is not the managed one, whatever it is called.
  case otherService
  /// Nobody knows whose place it is, nor by which account it is reached.
  case unknown
}

/// What an app has done in an act, apart from calls: `what` of the event `appActed`.
package enum AppDeed: String, Sendable, CaseIterable {
  /// The account is signed in, or signed out.
  case signedIn, signedOut
  /// The account's tokens are gone.
  case tokensDeleted
  /// All data of the account is gone, files too; and the account itself.
  case dataDeleted, accountRemoved
  /// The app has returned from `wipeDataForAccount`.
  case wipeReturned
  /// The document, or the web page, is in front.
  case shown
  /// The data is saved, or opened.
  case saved, opened
  /// A notification is shown: with what it says, or without details.
  case notified, notifiedBarely
  /// What the person wanted is not done.
  case cancelled
  // Those of the capability `ownDecisions`.
  /// The app tells that the account is protected, or that it is not.
  case enrolled, notEnrolled
  /// The app asks for the token of its resource again.
  case retried
  /// The library's tokens have a keychain group that the app has named.
  case tokensShared
  /// The library's messages go to a log of the app's own.
  case loggerInstalled
  /// A setting of the app configuration is in use.
  case configured
  /// The item of another app is loaded.
  case loaded
  /// The file provider offers its files.
  case provided
  /// Siri was answered.
  case siriAnswered
  /// The service extension has been told how notifications are to be shown.
  case handedOver
  /// The app has called the handler of a delegate.
  case answered
  /// The app has set a delegate; it has returned from `application:willFinishLaunchingWithOptions:`.
  case delegateSet, willFinishLaunching
}
