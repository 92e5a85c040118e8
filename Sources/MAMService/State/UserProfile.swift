import JSONText

/// What an administrator has set of a user beside what sign-in and MAM need; the key is the user's.
struct UserProfile: TableRow, Equatable {
  /// Values by the names of Graph's properties.
  var properties: JSONObject
  /// Milliseconds since the epoch; nil for a user of a seed.
  var created: Int?

  init(properties: JSONObject = JSONObject(), created: Int? = nil) {
    self.properties = properties
    self.created = created
  }

  init?(json: JSON) {
    guard let properties = json["properties"]?.object else { return nil }
    self.init(properties: properties, created: json["created"]?.int)
  }

  var json: JSON {
    ["properties": .object(properties), "created": created.map(JSON.int) ?? .null]
  }
}
