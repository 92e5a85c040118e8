import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing

@testable import Conformance

/// Two bugs at once are two causes.
@Suite struct RootCausePairTests {
  private static let suites = PublishedSuites.cases

  /// Two defects that violate no area of the contract together, each with a case that catches it.
  ///
  /// Drawn at random (Python's random.sample, seed 5) from the defects of `Tests/DebuggerTests/Fixtures`. The one pair of which
  /// both defects show the same, an enrollment that must not be there, was drawn again: nothing tells these two apart.
  private static let pairs = [
    Pair(
      defects: ["third-account-refused", "free-level-forbids"],
      cases: ["enr-asked-again/many-accounts", "loc-places/save"]),
    Pair(
      defects: ["no-retry-after-unenroll", "verified-file-stays-without-owner"],
      cases: ["enr-accounts/resumes-after-deregistration", "fil-encryption/verify-and-protect"]),
    Pair(
      defects: ["retry-clock-reset-by-relaunch", "app-guesses-accounts"],
      cases: ["enr-time/relaunch-in-every-edition", "app-duties/save"]),
    Pair(
      defects: ["refresh-at-every-launch", "first-wipe-answer-kept"],
      cases: ["pol-refresh/killed-before-due", "drg-left-alone/wipe-after-wipe"]),
    Pair(
      defects: ["user-before-told-as-sender", "app-owns-nothing"],
      cases: ["idn-senders/while-it-is-asked", "app-decisions/received-data"]),
    Pair(
      defects: ["damaged-data-returned", "changed-told-as-unchanged"],
      cases: [
        "auth-second-time/data-of-the-user-in-any-letters",
        "pol-background/changes-behind-the-scenes",
      ]),
    Pair(
      defects: ["not-licensed-told-as-error", "refresh-ends-with-failure"],
      cases: ["enr-side-by-side/same-reason-each-time", "pol-refresh/failure-in-between"]),
    Pair(
      defects: ["first-override-kept", "only-the-first-check"],
      cases: ["auth-second-time/overrides-change", "idn-two-names/checks-of-the-policy-of-now"]),
    Pair(
      defects: ["shared-items-without-owner", "first-wipe-answer-kept"],
      cases: ["shr-items/owner", "drg-left-alone/wipe-after-wipe"]),
    Pair(
      defects: ["allowed-accounts-outlive-their-setting", "every-new-file-encrypted"],
      cases: ["acc-allowed/changes", "fil-open-files/bytes-of-an-open-file"]),
    Pair(
      defects: ["own-user-added", "launch-without-management"],
      cases: ["idn-added/enrolled-by-the-app", "auth-repeated/management-of-any-vendor"]),
    Pair(
      defects: ["deregistration-told-as-re-enrollment", "operations-left-out"],
      cases: ["drg-calls/broken-off", "thr-nobody/none-captured"]),
    Pair(
      defects: ["data-of-managed-users-encrypted", "app-shows-blocked-details"],
      cases: ["dat-protection/encryption", "app-duties/notification"]),
    Pair(
      defects: ["configured-user-always-allowed", "test-policy-without-setting"],
      cases: ["acc-allowed/at-launch", "dbg-test/test-policy"]),
    Pair(
      defects: ["test-policy-without-setting", "primary-user-missing"],
      cases: ["dbg-test/test-policy", "pol-background/asked-in-the-background"]),
    Pair(
      defects: ["colors-outlive-the-installation", "compliant-while-another-waits"],
      cases: ["uix-colors/persistent", "auth-several-users/r9-0-11b-each-its-own-result"]),
    Pair(
      defects: ["absence-ends-enrollment", "activity-outlasts-its-handler"],
      cases: ["pol-field/i309-long-absence", "idn-senders/while-it-is-asked"]),
    Pair(
      defects: ["enrollment-told-as-unenrollment", "every-new-file-encrypted"],
      cases: ["enr-work/two-at-once", "fil-open-files/bytes-of-an-open-file"]),
    Pair(
      defects: ["default-unmarked", "delegate-cannot-be-taken-away"],
      cases: ["cfg-queries/default", "sta-incomplete-answers/delegate-taken-away"]),
    Pair(
      defects: ["shared-items-without-owner", "app-takes-others-for-documents"],
      cases: ["shr-items/owner", "app-duties/save"]),
  ]

  struct Pair: Sendable, CustomTestStringConvertible {
    let defects: [String]
    let cases: [String]
    var testDescription: String { defects.joined(separator: ", ") }
  }

  /// What is found of every edition and combination of some cases with some defects.
  private static func results(_ defects: [String], _ cases: [String]) -> [CaseResult] {
    var options = RunOptions(
      adapter: [], serviceProgram: "",
      scratchFolder: FileManager.default.temporaryDirectory
        .appending(path: "mamconform-test-\(UUID().uuidString)").path)
    options.isInProcess = true
    options.inProcessDefects = defects
    options.jobs = 1
    let chosen = suites.filter { cases.contains("\($0.suite)/\($0.id)") }
    return ConformanceRun(cases: chosen, options: options).run().results
  }

  @Test(arguments: pairs)
  func `two independent defects at once are two causes, and each is one by itself`(_ pair: Pair) {
    for defect in pair.defects {
      #expect(RootCause.of(Self.results([defect], pair.cases)).count == 1, "\(defect)")
    }
    #expect(RootCause.of(Self.results(pair.defects, pair.cases)).count == 2)
  }
}
