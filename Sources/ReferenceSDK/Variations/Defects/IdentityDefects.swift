internal import ExactText
import VirtualTime

enum IdentityDefects {
  /// Identity: who works in the app.
  static let all: [Defect] = [
    Defect(
      "process-identity-ignored", "lets the process identity decide nothing",
      ["IDN-013", "IDN-001", "IDN-037", "IDN-038"], .set(\.identity.processIdentityDecides, false)),
    Defect(
      "process-identity-not-set", "does not set the process identity of a single-identity app",
      ["IDN-002", "IDN-001"], .set(\.identity.processFollowsEnrollment, false)),
    Defect(
      "process-identity-not-readable", "getProcessIdentity is always nil", ["IDN-041"],
      .set(\.identity.processIdentityIsReadable, false)),
    Defect(
      "process-identity-not-cleared", "keeps the process identity when it is set to nil",
      ["IDN-041"], .set(\.identity.nilClearsProcessIdentity, false)),
    Defect(
      "thread-identity-not-readable", "getCurrentThreadIdentity is always nil",
      ["IDN-016", "IDN-009"], .set(\.identity.threadIdentityIsReadable, false)),
    Defect(
      "thread-identity-not-cleared", "keeps a thread identity when it is set to nil", ["IDN-038"],
      .set(\.identity.nilClearsThreadIdentity, false)),
    Defect(
      "thread-identity-ignored",
      "lets a thread identity decide nothing while a process identity is set",
      ["IDN-039", "IDN-016", "IDN-017"], .set(\.identity.threadIdentityComesFirst, false)),
    Defect(
      "thread-identity-checked", "makes conditional-launch checks for a thread identity",
      ["IDN-040"], .set(\.identity.threadIdentityNeedsNoChecks, false)),
    Defect(
      "thread-identity-leaks", "lets a thread's identity apply to every thread", ["IDN-016"],
      .set(\.identity.threadsHaveOwnIdentities, false)),
    Defect(
      "ui-identity-not-cleared", "keeps the UI identity when it is set to nil", ["IDN-037"],
      .set(\.identity.nilClearsUIIdentity, false)),
    Defect(
      "ui-identity-for-every-thread", "lets the UI identity decide on every thread",
      ["IDN-014", "IDN-017"], .set(\.identity.uiIdentityStaysOnMainThread, false)),
    Defect(
      "nobody-on-the-main-thread-passed-over",
      "answers on the main thread by the identity of the window or the process although the thread's is nobody",
      ["IDN-036"], .set(\.identity.nobodyComesFirstOnMainThread, false)),
    Defect(
      "ui-identity-owns-files", "gives files of the main thread to the UI identity",
      ["IDN-015", "IDN-035"], .set(\.identity.fileOwner, .uiIdentity)),
    Defect(
      "odd-characters-dropped", "keeps only letters, digits, dots and @ of an identity",
      ["IDN-009"], .set(\.identity.keepsEveryCharacter, false)
    ),
    Defect(
      "multi-identity-always-on", "takes every app for one with several identities",
      ["IDN-003", "IDN-001", "IDN-002"], .set(\.identity.othersHaveOneIdentity, false)),
    Defect(
      "multi-identity-never-on", "takes every app for one with a single identity",
      ["IDN-003", "IDN-005", "IDN-008"], .set(\.identity.settingBringsSeveralIdentities, false)),
    Defect(
      "starts-under-the-enrolled-user",
      "starts an app with several identities under the enrolled user", ["IDN-005", "IDN-008"],
      .set(\.identity.startIdentity, .enrolledUser)),
    Defect(
      "identity-case-sensitive", "takes the same name in another letter case for another user",
      ["IDN-010", "IDN-012", "ENR-016"], .set(\.identity.names, .byteForByte)),
    Defect(
      "same-domain-is-same-user", "isIdentity:equalTo: is true for two users of one domain",
      ["IDN-012"], .set(\.identity.equalIdentities, .sameDomain)),
    Defect(
      "strangers-are-not-equal", "isIdentity:equalTo: is false for a user who is not managed",
      ["IDN-012"], .set(\.identity.equalIdentities, .sameManagedUser)),
    Defect(
      "nobody-is-anybody", "isIdentity:equalTo: is true for nobody and any user",
      ["IDN-012"], .set(\.identity.equalIdentities, .nobodyAndAnybody)),
    Defect(
      "everybody-reported-managed", "isIdentityManaged is true for everybody",
      ["IDN-022", "IDN-019"], .set(\.identity.reportedAsManaged, .everybody)),
    Defect(
      "nobody-reported-managed", "isIdentityManaged is false for everybody",
      ["IDN-022", "IDN-020"], .set(\.identity.reportedAsManaged, .nobody)),
    Defect(
      "registered-user-managed", "isIdentityManaged is true for an account that has not enrolled",
      ["IDN-022", "IDN-019"], .set(\.identity.reportedAsManaged, .registeredAccounts)),
    Defect(
      "unmanaged-restricted", "restricts unmanaged users by the managed user's policy",
      ["IDN-021", "IDN-018"], .set(\.identity.restrictedUsers, .all)),
    Defect(
      "nil-and-empty-confused", "takes the empty text for nil", ["IDN-036"],
      .set(\.identity.distinguishesEmptyFromNil, false)),
    Defect(
      "no-conditional-launch", "makes no conditional-launch checks", ["IDN-026", "POL-011"],
      .set(\.identity.checksMade, .none)),
    Defect(
      "unmanaged-users-checked", "makes conditional-launch checks for users who are not managed",
      ["IDN-026"], .set(\.identity.checksOnlyManagedUsers, false)),
    Defect(
      "every-check-made", "makes every conditional-launch check whatever policy asks for",
      ["IDN-026"], .set(\.identity.checksMade, .all)),
    Defect(
      "result-before-the-checks", "calls the completion handler before the checks are made",
      ["IDN-026", "IDN-027"], .set(\.identity.switchEnds, .beforeItsChecks)),
    Defect(
      "result-before-the-person", "lets a switch succeed without waiting for the person",
      ["IDN-027", "POL-011"], .set(\.identity.switchEnds, .withoutThePerson)),
    Defect(
      "switches-overtake", "starts a switch while another one waits for a person", ["IDN-027"],
      .set(\.identity.secondSwitch, .overtakes)),
    Defect(
      "switch-returns-its-result", "returns the result of a switch instead of nothing", ["IDN-027"],
      .set(\.identity.switchReturnsNothing, false)),
    Defect(
      "success-changes-nothing", "leaves the UI identity as it was although the switch succeeded",
      ["IDN-031"], .set(\.identity.successChangesIdentity, false)),
    Defect(
      "failed-told-as-cancelled", "reports a failed switch as cancelled", ["IDN-031"],
      .set(\.identity.resultOfFailedSwitch, .canceled)),
    Defect(
      "cancelled-told-as-failed", "reports a cancelled switch as failed", ["IDN-031"],
      .set(\.identity.resultOfCancelledSwitch, .failed)),
    Defect(
      "not-allowed-told-as-failed", "reports a switch that is not allowed as failed",
      ["IDN-032", "IDN-033", "IDN-031"], .set(\.identity.resultOfForbiddenSwitch, .failed)),
    Defect(
      "failed-switch-changes-identity", "changes the identity although the switch was refused",
      ["IDN-034"], .set(\.identity.failureKeepsIdentity, false)),
    Defect(
      "switch-not-allowed-ignored", "carries out switches that are not allowed",
      ["IDN-032", "IDN-033"], .set(\.identity.refusesForbiddenSwitches, false)),
    Defect(
      "completion-twice", "calls a completion handler twice", ["IDN-027"],
      .set(\.identity.completionCalls, .twice)),
    Defect(
      "completion-repeated-later", "calls a completion handler again an hour later", ["IDN-027"],
      .set(\.identity.completionCalls, .onceAndAnHourLater)),
    Defect(
      "completion-on-background-thread", "calls a completion handler off the main thread",
      ["IDN-028"], .set(\.identity.completionThread, .background)),
    Defect(
      "windows-share-identity", "gives all windows one identity", ["IDN-042", "POL-007"],
      .set(\.identity.windowsHaveOwnIdentities, false)),
    Defect(
      "refusal-clears-the-key-window",
      "takes its identity from the key window when a switch in another one is refused",
      ["IDN-042", "IDN-034"], .set(\.identity.refusalsStayInTheirWindow, false)),
    Defect(
      "no-window-means-the-last", "takes the window named last for the key window", ["IDN-042"],
      .set(\.identity.unnamedWindow, .lastNamed)),
    Defect(
      "switch-without-asking", "switches the identity without asking the app",
      ["IDN-043", "IDN-048"], .set(\.identity.linkSwitch, .bySDKUnasked)),
    Defect(
      "switch-left-to-the-app", "does not switch the identity after the app has accepted",
      ["IDN-050"], .set(\.identity.linkSwitch, .byAppOnceAccepted)),
    Defect(
      "opened-while-asking", "opens a link after an hour although the app has not answered",
      ["IDN-048"], .set(\.identity.opensUnansweredLinksAfter, .hours(1))),
    Defect(
      "refused-link-opened-later", "opens a link later although the app has refused the switch",
      ["IDN-048"], .set(\.identity.opensRefusedLinksAfter, .hours(12))),
    Defect(
      "unmanaged-sender-by-name", "names an unmanaged user in identitySwitchRequired", ["IDN-051"],
      .set(\.identity.identityForUnmanagedSenders, .user)),
    Defect(
      "import-told-as-open-url", "gives the reason open-URL for an imported document", ["IDN-052"],
      .set(\.identity.reasonOfImports, .openURL)),
    Defect(
      "open-url-told-as-import", "gives the reason document import for a link", ["IDN-052"],
      .set(\.identity.reasonOfLinks, .documentImport)),
    Defect(
      "resume-told-as-open-url", "gives the reason open-URL for a cancelled check", ["IDN-052"],
      .set(\.identity.reasonOfCancelledCheck, .openURL)),
    Defect(
      "resume-asks-by-name", "asks for the managed identity after a cancelled check", ["IDN-051"],
      .set(\.identity.identityAfterCancelledCheck, .user)),
    Defect(
      "window-not-named", "does not name the window in identitySwitchRequired", ["IDN-054"],
      .set(\.identity.namesTheWindow, false)),
    Defect(
      "app-not-asked-to-add", "does not ask the app to add a user whom the SDK has enrolled",
      ["IDN-055"], .set(\.identity.asksToAddUser, .never)),
    Defect(
      "own-user-added", "asks the app to add a user whom the app has enrolled", ["IDN-055"],
      .set(\.identity.ownUsersToAdd, .registered)),
    Defect(
      "add-asked-at-every-launch", "asks the app at every launch to add the enrolled user",
      ["IDN-055"], .set(\.identity.asksToAddUser, .atEveryLaunch)),
    Defect(
      "sender-not-told", "does not tell the handler of a link who has sent it", ["IDN-057"],
      .set(\.identity.toldSender, .nobody)),
    Defect(
      "object-ids-not-compared", "compares identities by their names alone",
      ["IDN-012"],
      .set(\.identity.equalIdentities, .sameName)),
    Defect(
      "retried-check-passes", "takes a check that the person tries again for passed",
      ["IDN-026"],
      .set(\.identity.retriedChecksAreMade, false)),
    Defect(
      "checks-once", "makes no check but that of the PIN at the second switch of a process",
      ["IDN-026", "POL-011"], .set(\.identity.checkedAgain, .pin)),
    Defect(
      "later-links-unasked", "asks for a switch at the first link of a process only", ["IDN-043"],
      .set(\.identity.laterLinksAsk, false)),
    Defect(
      "ui-identity-in-capitals",
      "returns the UI identity in capitals, also where one letter becomes two",
      ["IDN-010", "IDN-042"], .set(\.identity.screensKeepTheirLetters, false)),
    Defect(
      "pickers-follow-file-owners",
      "answers for document pickers by the identity that owns new files", ["IDN-014"],
      .set(\.identity.pickersFollowTheThread, false)),
    Defect(
      "process-identity-clears-main-thread",
      "clears the identity of the main thread when the process identity is set", ["IDN-039"],
      .set(\.identity.mainThreadOutlastsTheProcess, false)),
    Defect(
      "addition-lost-with-the-process",
      "does not keep whom the app still has to be asked to add", ["IDN-055"],
      .set(\.identity.waitingAdditionsAreSaved, false)),
    Defect(
      "leaver-empties-the-window",
      "leaves nobody in the window of a switch that ends because its user leaves", ["IDN-034"],
      .set(\.identity.switchesOfLeaversKeepIdentity, false)),
  ]
}
