internal import ExactText

extension Defect {
  /// Identity.
  static let ofIdentity: [Defect: Description] = [
    .processIdentityIgnored: (
      "lets the process identity decide nothing", ["IDN-013", "IDN-001", "IDN-037", "IDN-038"]
    ),
    .processIdentityNotSet: (
      "does not set the process identity of a single-identity app", ["IDN-002", "IDN-001"]
    ),
    .processIdentityNotReadable: ("getProcessIdentity is always nil", ["IDN-041"]),
    .processIdentityNotCleared: ("keeps the process identity when it is set to nil", ["IDN-041"]),
    .threadIdentityNotReadable: ("getCurrentThreadIdentity is always nil", ["IDN-016", "IDN-009"]),
    .threadIdentityNotCleared: ("keeps a thread identity when it is set to nil", ["IDN-038"]),
    .threadIdentityIgnored: (
      "lets a thread identity decide nothing while a process identity is set",
      ["IDN-039", "IDN-016", "IDN-017"]
    ),
    .threadIdentityChecked: ("makes conditional-launch checks for a thread identity", ["IDN-040"]),
    .threadIdentityLeaks: ("lets a thread's identity apply to every thread", ["IDN-016"]),
    .uiIdentityNotCleared: ("keeps the UI identity when it is set to nil", ["IDN-037"]),
    .uiIdentityForEveryThread: (
      "lets the UI identity decide on every thread", ["IDN-014", "IDN-017"]
    ),
    .uiIdentityOwnsFiles: (
      "gives files of the main thread to the UI identity", ["IDN-015", "IDN-035"]
    ),
    .oddCharactersDropped: ("keeps only letters, digits, dots and @ of an identity", ["IDN-009"]),
    .multiIdentityAlwaysOn: (
      "takes every app for one with several identities", ["IDN-003", "IDN-001", "IDN-002"]
    ),
    .multiIdentityNeverOn: (
      "takes every app for one with a single identity",
      ["IDN-003", "IDN-005", "IDN-008"]
    ),
    .startsUnderTheEnrolledUser: (
      "starts an app with several identities under the enrolled user", ["IDN-005", "IDN-008"]
    ),
    .identityCaseSensitive: (
      "takes the same name in another letter case for another user",
      ["IDN-010", "IDN-012", "ENR-016"]
    ),
    .sameDomainIsSameUser: ("isIdentity:equalTo: is true for two users of one domain", ["IDN-012"]),
    .strangersAreNotEqual: (
      "isIdentity:equalTo: is false for a user who is not managed", ["IDN-012"]
    ),
    .everybodyReportedManaged: ("isIdentityManaged is true for everybody", ["IDN-022", "IDN-019"]),
    .nobodyReportedManaged: ("isIdentityManaged is false for everybody", ["IDN-022", "IDN-020"]),
    .registeredUserManaged: (
      "isIdentityManaged is true for an account that has not enrolled", ["IDN-022", "IDN-019"]
    ),
    .unmanagedRestricted: (
      "restricts unmanaged users by the managed user's policy", ["IDN-021", "IDN-018"]
    ),
    .nilAndEmptyConfused: ("takes the empty text for nil", ["IDN-036"]),
    .noConditionalLaunch: ("makes no conditional-launch checks", ["IDN-026", "POL-011"]),
    .unmanagedUsersChecked: (
      "makes conditional-launch checks for users who are not managed", ["IDN-026"]
    ),
    .everyCheckMade: ("makes every conditional-launch check whatever policy asks for", ["IDN-026"]),
    .resultBeforeTheChecks: (
      "calls the completion handler before the checks are made", ["IDN-026", "IDN-027"]
    ),
    .resultBeforeThePerson: (
      "lets a switch succeed without waiting for the person", ["IDN-027", "POL-011"]
    ),
    .switchesOvertake: ("starts a switch while another one waits for a person", ["IDN-027"]),
    .switchReturnsItsResult: ("returns the result of a switch instead of nothing", ["IDN-027"]),
    .successChangesNothing: (
      "leaves the UI identity as it was although the switch succeeded", ["IDN-031"]
    ),
    .failedToldAsCancelled: ("reports a failed switch as cancelled", ["IDN-031"]),
    .cancelledToldAsFailed: ("reports a cancelled switch as failed", ["IDN-031"]),
    .notAllowedToldAsFailed: (
      "reports a switch that is not allowed as failed", ["IDN-032", "IDN-033", "IDN-031"]
    ),
    .failedSwitchChangesIdentity: (
      "changes the identity although the switch was refused", ["IDN-034"]
    ),
    .switchNotAllowedIgnored: (
      "carries out switches that are not allowed", ["IDN-032", "IDN-033"]
    ),
    .completionTwice: ("calls a completion handler twice", ["IDN-027"]),
    .completionRepeatedLater: ("calls a completion handler again an hour later", ["IDN-027"]),
    .completionOnBackgroundThread: ("calls a completion handler off the main thread", ["IDN-028"]),
    .windowsShareIdentity: ("gives all windows one identity", ["IDN-042", "POL-007"]),
    .noWindowMeansTheLast: ("takes the window named last for the key window", ["IDN-042"]),
    .switchWithoutAsking: ("switches the identity without asking the app", ["IDN-043", "IDN-048"]),
    .switchLeftToTheApp: ("does not switch the identity after the app has accepted", ["IDN-050"]),
    .openedWhileAsking: (
      "opens a link after an hour although the app has not answered", ["IDN-048"]
    ),
    .refusedLinkOpenedLater: (
      "opens a link later although the app has refused the switch", ["IDN-048"]
    ),
    .unmanagedSenderByName: ("names an unmanaged user in identitySwitchRequired", ["IDN-051"]),
    .importToldAsOpenUrl: ("gives the reason open-URL for an imported document", ["IDN-052"]),
    .openUrlToldAsImport: ("gives the reason document import for a link", ["IDN-052"]),
    .resumeToldAsOpenUrl: ("gives the reason open-URL for a cancelled check", ["IDN-052"]),
    .resumeAsksByName: ("asks for the managed identity after a cancelled check", ["IDN-051"]),
    .windowNotNamed: ("does not name the window in identitySwitchRequired", ["IDN-054"]),
    .appNotAskedToAdd: (
      "does not ask the app to add a user whom the SDK has enrolled", ["IDN-055"]
    ),
    .ownUserAdded: ("asks the app to add a user whom the app has enrolled", ["IDN-055"]),
    .addAskedAtEveryLaunch: ("asks the app at every launch to add the enrolled user", ["IDN-055"]),
    .senderNotTold: ("does not tell the handler of a link who has sent it", ["IDN-057"]),
  ]
}
