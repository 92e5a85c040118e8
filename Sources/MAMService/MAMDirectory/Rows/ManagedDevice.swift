internal import ExactText
package import JSONText
import MAMWire

/// A device under mobile-device management: a `managedDevice`. The key is its name in the seed.
package struct ManagedDevice: TableRow, Equatable {
  /// Counted; the ID in Graph is made of it.
  package var number: Int
  /// The name, which is the device tag of the apps on it.
  package var name: String
  /// The key of the user who enrolled it; nil for a device without a user.
  package var user: String?
  package var tenant: String
  /// The version of the operating system; nil if it is not known.
  package var osVersion: String?
  package var isJailBroken = false
  /// Milliseconds since the epoch.
  package var enrolled: Int

  /// A GUID that is the number.
  package var id: String { GraphID.device.text(number) }

  package init(number: Int, name: String, user: String?, tenant: String, enrolled: Int) {
    self.number = number
    self.name = name
    self.user = user
    self.tenant = tenant
    self.enrolled = enrolled
  }

  package init?(json: JSON) {
    guard let number = json["number"]?.int, let name = json["name"]?.string,
      let tenant = json["tenant"]?.string, let isJailBroken = json["jailBroken"]?.bool,
      let enrolled = json["enrolled"]?.int
    else { return nil }
    self.init(
      number: number, name: name, user: json["user"]?.string, tenant: tenant, enrolled: enrolled)
    osVersion = json["osVersion"]?.string
    self.isJailBroken = isJailBroken
  }

  package var json: JSON {
    [
      "number": .int(number), "name": .string(name), "user": JSON(user),
      "tenant": .string(tenant), "osVersion": JSON(osVersion), "jailBroken": .bool(isJailBroken),
      "enrolled": .int(enrolled),
    ]
  }
}
