internal import ExactText
package import JSONText

/// What an administrator has set of a user beside what sign-in and MAM need; the key is the user's.
package struct UserProfile: TableRow, Equatable {
  /// Values by the names of Graph's properties.
  package var properties: JSONObject
  /// Milliseconds since the epoch; nil for a user of a seed.
  package var created: Int?

  package init(properties: JSONObject = JSONObject(), created: Int? = nil) {
    self.properties = properties
    self.created = created
  }

  package init?(json: JSON) {
    guard let properties = json["properties"]?.object else { return nil }
    self.init(properties: properties, created: json["created"]?.int)
  }

  package var json: JSON {
    ["properties": .object(properties), "created": created.map(JSON.int) ?? .null]
  }
}

extension UserProfile {
  /// What a seed or command may say of what Graph shows of a user.
  package static let memberNames = [
    "displayName", "givenName", "surname", "jobTitle", "mail", "mobilePhone", "officeLocation",
    "preferredLanguage", "department", "usageLocation",
  ]

  /// Applies members of a seed or command.
  package mutating func change(_ reader: MemberReader) throws(CommandError) {
    for name in UserProfile.memberNames {
      if let text = try reader.text(name) { properties[name] = .string(text) }
    }
  }
}
