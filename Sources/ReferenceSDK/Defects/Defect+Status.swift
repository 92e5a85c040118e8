internal import ExactText

extension Defect {
  /// Status.
  static let ofStatus: [Defect: Description] = [
    .noEnrollmentCallback: ("does not report the end of an enrollment", ["STA-001", "STA-002"]),
    .enrollmentCallbackTwice: ("reports an enrollment twice", ["STA-002"]),
    .enrollmentToldAtOnce: ("reports an enrollment as soon as it begins", ["STA-002"]),
    .noPolicyCallback: ("does not report the end of a check-in", ["STA-001", "STA-003"]),
    .policyCallbackTwice: ("reports a check-in twice", ["STA-003"]),
    .unenrollCallbackTwice: ("reports an unenrollment twice", ["STA-004"]),
    .silentAppIgnored: ("does not enroll for an app that has no status callback", ["STA-005"]),
    .statusNamesFirstAccount: ("names the first registered account in every status", ["STA-006"]),
    .statusNamesNobody: ("names nobody in the status of a check-in", ["STA-006"]),
    .statusWithoutCode: ("reports failures without a status code", ["STA-007"]),
    .statusWithoutWords: ("reports without a description of the status", ["STA-008"]),
    .failureWithEmptyWords: ("reports failures with an empty description", ["STA-008"]),
    .errorObjectMissing: (
      "reports internal errors without an error object", ["STA-020"]
    ),
    .wrongDidSucceed: ("says that every operation succeeded", ["STA-010"]),
    .neitherDidSucceed: ("says that no operation succeeded", ["STA-010"]),
    .neverAnswersOnTimeout: (
      "waits for a response without end", ["STA-035", "STA-002", "DRG-011"]
    ),
    .changedToldAsUnchanged: ("reports changed policy as unchanged", ["STA-014"]),
    .unchangedToldAsChanged: ("reports unchanged policy as changed", ["STA-015"]),
    .wipeToldAsNewPolicy: ("reports the command to wipe as new policy", ["STA-016", "WIP-009"]),
    .noPolicyToldAsUnchanged: ("reports missing policy as unchanged policy", ["STA-017"]),
    .unenrolledToldAsNoPolicy: (
      "reports an unenrollment as missing policy", ["STA-018", "DRG-019", "DRG-018"]
    ),
    .notLicensedToldAsError: ("reports a missing licence as an internal error", ["STA-019"]),
    .errorToldAsNetworkFailure: ("reports an internal error as a network failure", ["STA-020"]),
    .signInToldAsLibraryError: (
      "reports a needed sign-in as an error of the authentication library", ["STA-022"]
    ),
    .locationToldAsEnrollmentHost: (
      "reports a location service out of reach as the enrollment host", ["STA-023", "ENR-041"]
    ),
    .enrollmentHostToldAsPolicyHost: (
      "reports an enrollment host out of reach as the policy host", ["STA-024", "ENR-041"]
    ),
    .parsingToldAsError: (
      "reports an answer that cannot be read as an internal error", ["STA-025"]
    ),
    .nilToldAsError: ("reports a missing identity as an internal error", ["STA-026", "ENR-036"]),
    .enrolledToldAsError: (
      "reports an existing enrollment as an internal error", ["STA-027", "STA-037", "ENR-037"]
    ),
    .emmAccountToldAsMdm: (
      "reports an account dictated by another vendor as one managed by Intune",
      ["STA-028", "ENR-044"]
    ),
    .mdmAccountToldAsDevice: (
      "reports a user managed by Intune as the account of the device", ["STA-029", "ENR-044"]
    ),
    .deviceAccountToldAsEmm: (
      "reports the account of the device as one dictated by another vendor", ["STA-030", "ENR-044"]
    ),
    .policyHostToldAsLocation: (
      "reports a policy host out of reach as the location service", ["STA-031", "ENR-041"]
    ),
    .otherToldAsNotEnrolled: (
      "reports an account that is not the enrolled one as an app that is not enrolled",
      ["STA-033", "DRG-021"]
    ),
    .notClearedToldAsUnenrolled: (
      "reports data that could not be cleared as a success", ["STA-034", "DRG-021"]
    ),
    .timeoutToldAsError: ("reports a timeout as an internal error", ["STA-035"]),
    .libraryErrorToldAsSignIn: (
      "reports an error of the authentication library as a needed sign-in", ["STA-036"]
    ),
    .cancelToldAsSignIn: (
      "reports a cancelled prompt as a needed sign-in", ["STA-038", "ENR-032"]
    ),
    .goneToldAsError: ("reports a record that is gone as an internal error", ["STA-039"]),
    .leaverToldAsError: (
      "reports the re-enrollment of a user who left as an internal error", ["STA-040", "ENR-038"]
    ),
    .migrationToldAsLicence: ("reports a tenant being moved as a missing licence", ["STA-041"]),
    .extensionToldAsError: (
      "reports a call from an extension as an internal error",
      ["STA-042", "ENR-034", "ENR-035", "DRG-020"]
    ),
    .oldLibraryToldAsError: (
      "reports an authentication library that is too old as its error", ["STA-043", "AUTH-044"]
    ),
    .status200For225: ("reports a missing licence when only policy is missing", ["STA-044"]),
  ]
}
