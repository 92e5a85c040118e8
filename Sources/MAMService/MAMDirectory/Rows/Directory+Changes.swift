internal import ExactText
import JSONText
import MAMWire
import ServiceProtocol

extension Tenant {
  /// What a seed or command may say of a tenant.
  package static let memberNames = [
    "id", "displayName", "domains", "enabled", "migrating", "accessTokenSeconds",
    "refreshTokenSeconds", "checkInSeconds", "renewsRefreshTokens",
  ]

  /// The first segments of paths that mean something else than a tenant.
  private static let takenNames =
    ["common", "organizations", "consumers", "adfs", "v1.0", "beta", "_mam"]
    + Endpoint.allCases.map(\.rawValue)

  /// Why no authority can have that name, in words; nil if one can.
  ///
  /// The name is the first segment of the authority's path and is written there as it is, so it is of
  /// the unreserved characters of RFC 3986, section 2.3.
  package static func reasonAgainst(name: String) -> String? {
    if name.isEmpty { return "its name is empty" }
    if takenNames.contains(name.asciiLowercased()) {
      return "\"\(name)\" has a special meaning in the path of an authority"
    }
    guard name.utf8.allSatisfy(isUnreserved), name.contains(where: { $0 != "." }) else {
      return "a name consists of ASCII letters, digits, \"-\", \".\", \"_\" and \"~\", as in a URL"
    }
    return nil
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Applies members of a seed or command.
  package mutating func change(_ reader: MemberReader) throws(CommandError) {
    if let text = try reader.text("id") {
      guard StableID.isGUID(text) else {
        throw reader.wrong("id", "a GUID such as \(StableID.guid(of: name))")
      }
      id = text.asciiLowercased()
    }
    displayName = try reader.text("displayName") ?? displayName
    domains = try reader.texts("domains")?.map { $0.foldedCase() } ?? domains
    isEnabled = try reader.flag("enabled") ?? isEnabled
    isMigrating = try reader.flag("migrating") ?? isMigrating
    accessTokenSeconds =
      try reader.number("accessTokenSeconds", TenantChange.tokenSeconds) ?? accessTokenSeconds
    refreshTokenSeconds =
      reader.isNull("refreshTokenSeconds")
      ? nil
      : try reader.number("refreshTokenSeconds", TenantChange.tokenSeconds) ?? refreshTokenSeconds
    checkInSeconds =
      reader.isNull("checkInSeconds")
      ? nil : try reader.number("checkInSeconds", TenantChange.checkInSeconds) ?? checkInSeconds
    renewsRefreshTokens = try reader.flag("renewsRefreshTokens") ?? renewsRefreshTokens
  }
}

extension User {
  /// What a seed or command may say of a user, beside what ``Account`` and ``UserProfile`` take.
  package static let memberNames = ["licensed", "deleted", "signInRequired", "password"]

  /// Applies members of a seed or command.
  package mutating func change(_ reader: MemberReader) throws(CommandError) {
    isLicensed = try reader.flag("licensed") ?? isLicensed
    isDeleted = try reader.flag("deleted") ?? isDeleted
    isSignInRequired = try reader.flag("signInRequired") ?? isSignInRequired
    password = reader.isNull("password") ? nil : try reader.text("password") ?? password
  }
}
