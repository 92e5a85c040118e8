import JSONText

extension Tenant {
  /// How long a token may live, in seconds: at most 100 years, so that its end is an instant.
  static let tokenSeconds = 1...3_153_600_000

  /// What a seed or command may say of a tenant.
  static let memberNames = [
    "id", "displayName", "domains", "enabled", "migrating", "accessTokenSeconds",
    "refreshTokenSeconds",
  ]

  /// Applies members of a seed or command.
  mutating func change(_ reader: MemberReader) throws(CommandError) {
    id = try reader.text("id")?.lowercased() ?? id
    displayName = try reader.text("displayName") ?? displayName
    domains = try reader.texts("domains")?.map { $0.lowercased() } ?? domains
    isEnabled = try reader.flag("enabled") ?? isEnabled
    isMigrating = try reader.flag("migrating") ?? isMigrating
    accessTokenSeconds =
      try reader.number("accessTokenSeconds", Tenant.tokenSeconds) ?? accessTokenSeconds
    refreshTokenSeconds =
      reader.isNull("refreshTokenSeconds")
      ? nil : try reader.number("refreshTokenSeconds", Tenant.tokenSeconds) ?? refreshTokenSeconds
  }
}

extension User {
  /// What a seed or command may say of a user, beside what ``Account`` and ``UserProfile`` take.
  static let memberNames = ["licensed", "deleted", "signInRequired", "password"]

  /// Applies members of a seed or command.
  mutating func change(_ reader: MemberReader) throws(CommandError) {
    isLicensed = try reader.flag("licensed") ?? isLicensed
    isDeleted = try reader.flag("deleted") ?? isDeleted
    isSignInRequired = try reader.flag("signInRequired") ?? isSignInRequired
    password = reader.isNull("password") ? nil : try reader.text("password") ?? password
  }
}
