internal import ExactText
import JSONText

/// A device under mobile-device management: a `managedDevice`. The key is its name in the seed.
struct ManagedDevice: TableRow, Equatable {
  /// Counted; the ID in Graph is made of it.
  var number: Int
  /// The name, which is the device tag of the apps on it.
  var name: String
  /// The key of the user who enrolled it; nil for a device without a user.
  var user: String?
  var tenant: String
  /// The version of the operating system; nil if it is not known.
  var osVersion: String?
  var isJailBroken = false
  /// Milliseconds since the epoch.
  var enrolled: Int

  /// A GUID that is the number.
  var id: String { GraphID.device.text(number) }

  init(number: Int, name: String, user: String?, tenant: String, enrolled: Int) {
    self.number = number
    self.name = name
    self.user = user
    self.tenant = tenant
    self.enrolled = enrolled
  }

  init?(json: JSON) {
    guard let number = json["number"]?.int, let name = json["name"]?.string,
      let tenant = json["tenant"]?.string, let isJailBroken = json["jailBroken"]?.bool,
      let enrolled = json["enrolled"]?.int
    else { return nil }
    self.init(
      number: number, name: name, user: json["user"]?.string, tenant: tenant, enrolled: enrolled)
    osVersion = json["osVersion"]?.string
    self.isJailBroken = isJailBroken
  }

  var json: JSON {
    [
      "number": .int(number), "name": .string(name), "user": JSON(user),
      "tenant": .string(tenant), "osVersion": JSON(osVersion), "jailBroken": .bool(isJailBroken),
      "enrolled": .int(enrolled),
    ]
  }
}
