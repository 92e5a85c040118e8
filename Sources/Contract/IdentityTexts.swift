internal import ExactText

/// Where a string is an identity, so that its letter case does not matter (IDN-010, IDN-011).
package enum IdentityTexts {
  /// The members of records, and of the objects in them, whose strings are identities.
  package static let members = ["identity", "subject", "activity"]

  /// The members of records whose lists are of identities; a single string there is none: the object of a notification is
  /// the name of a class, or the array of the allowed accounts.
  package static let listMembers = ["object"]

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
