internal import ExactText

/// Apps that do not keep their duties around an SDK that keeps the contract.
enum DutyDefects {
  static let all: [Defect] = [
    Defect(
      "app-lets-anybody-in", "the app signs in accounts that the administrator does not allow",
      ["ACC-003"], .set(\.duties.signsInAllowedAccountsOnly, false)),
    Defect(
      "app-registers-nobody", "the app does not register who signs in", ["ENR-003", "ENR-001"],
      .set(\.duties.registersSignIns, false)),
    Defect(
      "app-registers-short-names", "the app registers an account by what stands before the at sign",
      ["ENR-043"], .set(\.duties.accountName, .localPart)),
    Defect(
      "app-forgets-earlier-accounts", "the app does not register the accounts that it has already",
      ["ENR-019", "ENR-020"], .set(\.duties.registersEarlierAccounts, .none)),
    Defect(
      "app-registers-one-earlier-account",
      "the app registers only the first of the accounts that are missing", ["ENR-020", "ENR-019"],
      .set(\.duties.registersEarlierAccounts, .one)),
    Defect(
      "app-registers-unasked",
      "the app registers its accounts without comparing them with the registered ones",
      ["ENR-020"], .set(\.duties.registersEarlierAccounts, .unasked)),
    Defect(
      "app-never-deregisters", "the app signs a user out without deregistering", ["DRG-001"],
      .set(\.duties.signOut, .withoutDeregistration)),
    Defect(
      "app-deregisters-late", "the app deregisters a user after it has signed the user out",
      ["DRG-001"], .set(\.duties.signOut, .signOutFirst)),
    Defect(
      "app-deletes-tokens-first", "the app deletes the tokens of a user and deregisters then",
      ["DRG-012"], .set(\.duties.signOut, .tokensFirst)),
    Defect(
      "app-deletes-tokens-at-once",
      "the app deletes the tokens of a user while the deregistration still waits for one",
      ["DRG-012"], .set(\.duties.signOut, .withoutWaiting)),
    Defect(
      "app-leaves-data-behind", "the app neither deletes the data of a user nor has the SDK do it",
      ["DRG-014"], .set(\.duties.leavesDataToSDK, false)),
    Defect(
      "app-never-switches", "the app shows documents without setting an identity",
      ["IDN-024", "IDN-006", "IDN-007", "IDN-023", "IDN-025"], .set(\.duties.switchesFor, .nobody)),
    Defect(
      "app-switches-for-managed-users-only", "the app sets the identity of managed users only",
      ["IDN-025", "IDN-007"], .set(\.duties.switchesFor, .managedUsers)),
    Defect(
      "app-switches-afterwards", "the app sets the identity once the document is in front",
      ["IDN-023", "IDN-024"], .set(\.duties.switchesFor, .afterwards)),
    Defect(
      "app-shows-before-the-switch", "the app shows a document before its switch has succeeded",
      ["IDN-029"], .set(\.duties.waitsForSwitch, false)),
    Defect(
      "app-shows-after-a-failed-switch", "the app shows a document although its switch has failed",
      ["IDN-030"], .set(\.duties.heedsFailedSwitch, false)),
    Defect(
      "app-saves-unasked", "the app saves data without asking the policy",
      ["LOC-003", "LOC-009", "LOC-010"], .set(\.duties.asksBeforeSaving, false)),
    Defect(
      "app-opens-unasked", "the app opens data without asking the policy", ["LOC-018", "LOC-025"],
      .set(\.duties.asksBeforeOpening, false)),
    Defect(
      "app-saves-where-it-is-forbidden", "the app asks the policy and saves all the same",
      ["LOC-033"], .set(\.duties.heedsForbiddenPlaces, false)),
    Defect(
      "app-names-no-account", "the app asks about places without their accounts",
      ["LOC-004", "LOC-019"], .set(\.duties.namesAccounts, false)),
    Defect(
      "app-guesses-accounts", "the app takes the user's account for that of an unknown place",
      ["LOC-005", "LOC-019"], .set(\.duties.unknownAccountIsNil, false)),
    Defect(
      "app-names-an-account-for-the-device", "the app names the user's account for local places",
      ["LOC-014", "LOC-015", "LOC-024"], .set(\.duties.deviceHasNoAccount, false)),
    Defect(
      "app-takes-the-device-for-another-place", "the app calls the device's own storage Other",
      ["LOC-012", "LOC-022"], .set(\.duties.knowsLocalStorage, false)),
    Defect(
      "app-takes-photos-for-files", "the app calls the photo library and the camera local storage",
      ["LOC-013", "LOC-021"], .set(\.duties.knowsPhotos, false)),
    Defect(
      "app-takes-private-places-for-managed",
      "the app calls a place for private data OneDriveForBusiness",
      ["LOC-011", "LOC-027"], .set(\.duties.privatePlacesAreOther, false)),
    Defect(
      "app-takes-documents-for-others",
      "the app calls an unnamed place Other though it is reached with the managed account",
      ["LOC-026", "LOC-023"], .set(\.duties.unnamedPlacesAreDocuments, false)),
    Defect(
      "app-takes-others-for-documents",
      "the app calls every place that has no name the account's document",
      ["LOC-027"], .set(\.duties.foreignPlacesAreOther, false)),
    Defect(
      "app-compares-names-only",
      "the app takes an account of the same name at another service for the managed one",
      ["LOC-028"], .set(\.duties.comparesServices, false)),
    Defect(
      "app-shows-every-notification", "the app shows notifications whatever the policy says",
      ["NOT-001", "NOT-004", "NOT-005"], .set(\.duties.notifications, .everything)),
    Defect(
      "app-shows-blocked-notifications",
      "the app shows notifications without details where none is allowed",
      ["NOT-005"], .set(\.duties.notifications, .neverNone)),
    Defect(
      "app-shows-blocked-details",
      "the app shows the details of notifications where they are forbidden",
      ["NOT-004"], .set(\.duties.notifications, .neverBare)),
    Defect(
      "app-browses-as-its-user", "the app shows web pages under the identity of its user",
      ["WEB-001", "WEB-002", "WEB-004"], .set(\.duties.browsesAsNobody, false)),
    Defect(
      "app-stays-nobody", "the app does not set the identity again after it has shown web pages",
      ["WEB-003", "WEB-005"], .set(\.duties.comesBackFromBrowsing, false)),
    Defect(
      "app-keeps-wiped-account",
      "the app deletes the data of a wiped account, and keeps the account",
      ["WIP-002"], .set(\.duties.wipe, .dataOnly)),
    Defect(
      "app-keeps-wiped-data", "the app removes a wiped account, and keeps its data",
      ["WIP-002"], .set(\.duties.wipe, .accountOnly)),
    Defect(
      "app-wipes-afterwards", "the app returns from wipeDataForAccount before it has wiped",
      ["WIP-006"], .set(\.duties.wipe, .afterwards)),
    Defect(
      "app-deregisters-the-first-account",
      "deregisters the account that signed in first, whoever signs out",
      ["DRG-001"],
      .set(\.duties.deregistersWhoSignsOut, false)),
    Defect(
      "app-asks-for-the-place",
      "the app asks about a place for the account by which it is reached", ["LOC-003", "LOC-018"],
      .set(\.duties.asksAboutPlacesFor, .theAccountOfThePlace)),
    Defect(
      "app-asks-for-the-first-account",
      "the app shows an account's data by the policy of the account that signed in first",
      ["NOT-001", "SIR-002"], .set(\.duties.asksForTheAccount, false)),
  ]
}
