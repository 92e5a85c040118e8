internal import ExactText

/// Where a string is an identity, so that its letter case does not matter (IDN-010, IDN-011).
package enum IdentityTexts {
  /// The members of records, and of the objects in them, whose strings are identities.
  package static let members = ["identity", "subject", "activity"]

  /// The APIs that return identities.
  package static let calls = [
    "registeredAccounts", "allowedAccounts", "enrolledAccount", "mdmEnrolledAccount",
    "primaryUser", "devicePrimaryUser", "getUIPolicyIdentity", "getUIPolicyIdentityForWindow",
    "getProcessIdentity", "getCurrentThreadIdentity", "getIdentityForCurrentActivity",
    "protectionInfo",
  ]

  /// The operations on files that return identities.
  package static let fileOperations = ["owner"]
}
