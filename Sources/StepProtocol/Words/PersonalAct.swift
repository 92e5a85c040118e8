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
}
