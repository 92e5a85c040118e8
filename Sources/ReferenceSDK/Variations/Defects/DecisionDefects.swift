internal import ExactText

/// Apps that judge wrongly for themselves, around an SDK that keeps the contract.
enum DecisionDefects {
  static let all: [Defect] = accountDecisions + itemDecisions + delegateDecisions

  private static let accountDecisions: [Defect] = [
    Defect(
      "app-signs-in-by-another-client",
      "the app signs in with another registration than it has given the SDK", ["AUTH-004"],
      .set(\.decisions.sharesRegistration, false)),
    Defect(
      "app-keeps-the-authority", "the app leaves the authority override when its user signs out",
      ["AUTH-029"], .set(\.decisions.authority, .kept)),
    Defect(
      "app-sets-one-authority", "the app sets no authority override for the second user",
      ["AUTH-029"], .set(\.decisions.authority, .ofFirstUser)),
    Defect(
      "app-sets-no-authority", "the app sets no authority override",
      ["AUTH-030", "AUTH-029"], .set(\.decisions.authority, .never)),
    Defect(
      "app-believes-in-enrollment", "the app calls an account protected before the SDK has",
      ["ENR-025"], .set(\.decisions.outcome, .atOnce)),
    Defect(
      "app-ignores-the-outcome", "the app calls an account protected whose enrollment has failed",
      ["ENR-025"], .set(\.decisions.outcome, .alwaysProtected)),
    Defect(
      "app-keeps-refused-accounts", "the app keeps an account after the codes 209 to 211",
      ["ENR-045"], .set(\.decisions.removesRefusedAccounts, false)),
    Defect(
      "app-registers-private-accounts", "the app registers private accounts", ["ENR-004"],
      .set(\.decisions.registersWorkAccountsOnly, false)),
    Defect(
      "app-leaves-nobody-signed-in", "the app has nobody signed in, and does not call on the SDK",
      ["ENR-026"], .set(\.decisions.letsSDKSignIn, false)),
    Defect(
      "app-tries-once", "the app never calls loginAndEnrollAccount again", ["ENR-031"],
      .set(\.decisions.triesAgain, false)),
    Defect(
      "app-only-says-that-data-is-gone",
      "the app tells the SDK not to wipe, and does not delete the data either", ["DRG-014"],
      .set(\.decisions.deletesData, false)),
    Defect(
      "app-leaves-others-signed-in", "the app keeps users who are not allowed any more",
      ["ACC-004"], .set(\.decisions.signsOthersOut, false)),
    Defect(
      "app-never-remediates", "the app gives up when a token is refused for want of compliance",
      ["AUTH-045"], .set(\.decisions.remediates, false)),
    Defect(
      "app-asks-again-at-once", "the app asks for its token again before the remediation is over",
      ["AUTH-046"], .set(\.decisions.waitsForCompliance, false)),
    Defect(
      "app-remediates-in-silence", "the app passes silent YES at the first sign-in", ["AUTH-053"],
      .set(\.decisions.showsFirstRemediation, false)),
    Defect(
      "app-shares-tokens-elsewhere", "the app names a keychain group of its own for its tokens",
      ["AUTH-020"], .set(\.decisions.namesSharedGroup, false)),
    Defect(
      "app-takes-the-log", "the app takes the library's messages that belong to the SDK",
      ["SET-005"], .set(\.decisions.leavesLogToSDK, false)),
    Defect(
      "app-configures-unenrolled", "the app uses its configuration before the user is enrolled",
      ["CFG-003"], .set(\.decisions.enrollsBeforeConfiguring, false)),
    Defect(
      "app-reads-strings-only", "the app reads every setting as a string", ["CFG-005"],
      .set(\.decisions.readsByType, false)),
  ]

  private static let itemDecisions: [Defect] = [
    Defect(
      "app-stores-plain-files", "the app saves files in plain although encryption is required",
      ["FIL-020"], .set(\.decisions.encryptsFiles, false)),
    Defect(
      "app-keeps-received-files-plain",
      "the app saves what another app shares in plain although encryption is required",
      ["FIL-020"], .set(\.decisions.encryptsReceivedFiles, false)),
    Defect(
      "app-mixes-plain-data", "the app saves managed data in plain beside that of others",
      ["DAT-001"], .set(\.decisions.encryptsMixedData, false)),
    Defect(
      "app-protects-once", "the app does not protect its data again when the need changes",
      ["DAT-012"], .set(\.decisions.protectsAgain, false)),
    Defect(
      "app-shows-files-as-anybody", "the app shows a file without the identity of its owner",
      ["FIL-008"], .set(\.decisions.showsFilesAsOwner, false)),
    Defect(
      "app-asks-before-it-loads", "the app asks whose an item is before it has loaded it",
      ["SHR-020"], .set(\.decisions.loadsFirst, false)),
    Defect(
      "app-owns-nothing", "the app saves data that it has received without an owner",
      ["SHR-023"], .set(\.decisions.ownsReceivedData, false)),
    Defect(
      "app-takes-items-of-nobody",
      "the app gives an item that nobody owns to the user who is enrolled",
      ["SHR-023"], .set(\.decisions.leavesItemsOfNobody, false)),
    Defect(
      "app-shows-received-data-as-anybody",
      "the app shows data that it has received without the identity of its sender",
      ["SHR-024"], .set(\.decisions.switchesForReceivedData, false)),
    Defect(
      "app-provides-plain-files", "the app's file provider offers files in plain", ["FIL-016"],
      .set(\.decisions.encryptsProvided, .none)),
    Defect(
      "app-encrypts-one-file", "the app's file provider encrypts the first of its files",
      ["FIL-016"], .set(\.decisions.encryptsProvided, .first)),
    Defect(
      "app-names-no-enumerator", "the app's file provider does not tell the enumerator its user",
      ["FIL-018"], .set(\.decisions.namesEnumerator, false)),
    Defect(
      "app-answers-siri", "the app answers Siri although the policy forbids it", ["SIR-002"],
      .set(\.decisions.heedsSiri, false)),
    Defect(
      "app-leaves-its-extension-alone",
      "the app does not tell its service extension how notifications are shown",
      ["NOT-007", "NOT-006"], .set(\.decisions.handsOver, false)),
    Defect(
      "app-hands-over-once", "the app does not tell its service extension of a changed policy",
      ["NOT-006"], .set(\.decisions.followsNotificationPolicy, false)),
  ]

  private static let delegateDecisions: [Defect] = [
    Defect(
      "app-sets-its-delegate-late",
      "the app sets its policy delegate when willFinishLaunching has returned", ["POL-025"],
      .set(\.decisions.setsDelegateInTime, false)),
    Defect(
      "app-implements-no-switch", "the app's policy delegate has no identitySwitchRequired",
      ["IDN-044"], .set(\.decisions.implementsSwitch, false)),
    Defect(
      "app-takes-every-switch", "the app answers with success to a switch that it cannot make",
      ["IDN-046"], .set(\.decisions.switchAnswer, .alwaysSuccess)),
    Defect(
      "app-refuses-every-switch", "the app refuses switches that it can make", ["IDN-045"],
      .set(\.decisions.switchAnswer, .alwaysFailed)),
    Defect(
      "app-never-answers-a-switch", "the app never calls the handler of identitySwitchRequired",
      ["IDN-047"], .set(\.decisions.switchAnswer, .never)),
    Defect(
      "app-never-answers-an-addition", "the app never calls the handler of addIdentity",
      ["IDN-056"], .set(\.decisions.addAnswer, .never)),
    Defect(
      "app-answers-an-addition-with-anything",
      "the app calls the handler of addIdentity with a value that is no result",
      ["IDN-056"], .set(\.decisions.addAnswer, .unknown)),
    Defect(
      "app-reads-for-the-first-account",
      "the app reads the configuration of the account that signed in first", ["CFG-005"],
      .set(\.decisions.readsForTheAccount, false)),
  ]
}
