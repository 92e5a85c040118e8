internal import ExactText
import VirtualTime

enum SurroundingsDefects {
  /// Test policies, screens, files that are opened, and the keychain.
  static let all: [Defect] = [
    Defect(
      "logs-not-uploaded", "does not send the logs, and says that it has",
      ["DBG-021"],
      .set(\.diagnostics.uploads, false)),
    Defect(
      "upload-told-as-success", "says that logs were sent although the service did not take them",
      ["DBG-021"],
      .set(\.diagnostics.uploadIsTold, .success)),
    Defect(
      "upload-not-told", "does not tell how an upload of logs has ended",
      ["DBG-021"],
      .set(\.diagnostics.uploadIsTold, .nothing)),
    Defect(
      "test-policy-ignored", "does not apply a test policy",
      ["DBG-001", "DBG-008"],
      .set(\.diagnostics.testPoliciesApply, false)),
    Defect(
      "test-policy-without-setting", "applies a test policy without DebugSettingsEnabled",
      ["DBG-001"],
      .set(\.diagnostics.testPoliciesNeedTheSetting, false)),
    Defect(
      "test-policy-needs-the-service", "applies a test policy only once it has asked the service",
      ["DBG-008"],
      .set(\.diagnostics.testPoliciesNeedNoService, false)),
    Defect(
      "test-policy-limits-no-place", "allows every place although a test policy prevents save-as",
      ["LOC-034"],
      .set(\.diagnostics.testPoliciesLimitPlaces, false)),
    Defect(
      "copied-policy-ignored", "does not apply a test policy that was copied to the documents",
      ["DBG-004"],
      .set(\.diagnostics.appliesCopiedPolicies, false)),
    Defect(
      "test-wipe-ignored", "does not wipe in spite of DebugWipeOnLaunchResume",
      ["DBG-011"],
      .set(\.diagnostics.testWipes, false)),
    Defect(
      "secrets-in-the-app-group", "keeps its secrets in the keychain group of the app",
      ["INT-029"],
      .set(\.accounts.keepsSecretsInTheGroup, false)),
    Defect(
      "splash-too-short", "shows the splash for a second only",
      ["UIX-002"],
      .set(\.launch.splashDuration, .seconds(1))),
    Defect(
      "splash-setting-ignored",
      "shows the splash for a second and a half whatever SplashDuration says",
      ["UIX-002"],
      .set(\.launch.splashFollowsSetting, false)),
    Defect(
      "scheme-not-left-to-app",
      "does not leave schemes to the app that WebViewHandledURLSchemes names",
      ["WEB-006"],
      .set(\.policy.leavesSchemesToApp, false)),
    Defect(
      "compliance-told-before-start", "reports the end of a remediation before the app has started",
      ["AUTH-048"],
      .set(\.enrollment.remediationWaitsForStart, false)),
    Defect(
      "received-file-without-owner", "gives a file that was shared no owner",
      ["SHR-022"],
      .set(\.files.receivedFilesHaveOwners, false)),
    Defect(
      "opened-file-not-writable", "opens files for reading only",
      ["FIL-022"],
      .set(\.protection.opensForWriting, false)),
    Defect(
      "open-flags-ignored", "lets a file be written that was opened for reading",
      ["FIL-022"],
      .set(\.protection.obeysFlags, false)),
    Defect(
      "opened-file-not-plain", "reads what is on the disk from a file that it has opened",
      ["FIL-026"],
      .set(\.protection.showsPlainText, false)),
    Defect(
      "positional-read-moves", "moves the offset of a file by a positional read",
      ["FIL-026"],
      .set(\.protection.positionalCallsKeepOffset, false)),
    Defect(
      "closed-file-usable", "goes on with a file that was closed",
      ["FIL-028"],
      .set(\.protection.closedFilesAreUnusable, false)),
    Defect(
      "protection-level-not-capped", "protects files at a higher level than MaxFileProtectionLevel",
      ["FIL-030"],
      .set(\.protection.levelIsCapped, false)),
    Defect(
      "protection-level-capped-in-every-edition",
      "follows MaxFileProtectionLevel in editions that do not have it yet", ["SET-033"],
      .set(\.protection.levelIsCapped, true)),
    Defect(
      "files-not-opened", "opens no file", ["FIL-022"], .set(\.protection.opensFiles, false)),
    Defect(
      "missing-file-opened", "opens a file that is not there", ["FIL-022"],
      .set(\.protection.opensOnlyWhatIsThere, false)),
    Defect(
      "failures-name-the-user", "names the user in messages about failures", ["DBG-023"],
      .set(\.diagnostics.failuresName, .user)),
    Defect(
      "failures-name-half-the-user",
      "names the user without the domain in messages about failures", ["DBG-023"],
      .set(\.diagnostics.failuresName, .localPart)),
    Defect(
      "telemetry-shown-as-on",
      "shows telemetry as on at run time although the settings switch it off", ["TEL-007"],
      .set(\.telemetry.propertyShowsSetting, false)),
    Defect(
      "later-policies-in-the-app-group",
      "keeps every policy but the first in a keychain group of the app, too", ["INT-029"],
      .set(\.accounts.laterPoliciesStayInTheGroup, false)),
    Defect(
      "left-remediation-told-before-start",
      "reports a remediation that an earlier process has left before the app has started",
      ["AUTH-048", "AUTH-051"], .set(\.enrollment.leftRemediationsWaitForStart, false)),
    Defect(
      "test-policy-without-list-allows-all",
      "allows every place by a test policy that prevents save-as and lists none", ["LOC-034"],
      .set(\.diagnostics.testPoliciesNeedNoList, false)),
  ]
}
