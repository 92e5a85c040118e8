internal import ExactText
package import JSONText
import MAMWire

/// What MDM tells an app of a managed device: Graph's `iosMobileAppConfiguration`. The key is its ID.
///
/// The allowed accounts come this way and not with MAM policy.
package struct MobileAppConfiguration: TableRow, Equatable {
  /// Counted; the ID is made of it.
  package var number: Int
  package var tenant: String
  package var displayName: String
  package var description: String?
  /// Milliseconds since the epoch.
  package var created: Int
  /// Milliseconds since the epoch.
  package var modified: Int
  /// Counts every change: `version` in Graph.
  package var revision = 1
  package var settings: [MobileAppSetting] = []
  /// The apps, and whose devices are meant.
  package var targeting = Targeting()
  /// The name of the one device that a seed gave it; nil if the assignments decide.
  package var device: String?

  package var id: String { GraphID.mobileAppConfiguration.text(number) }

  package init(number: Int, tenant: String, displayName: String, now: Int) {
    self.number = number
    self.tenant = tenant
    self.displayName = displayName
    created = now
    modified = now
  }

  package init?(json: JSON) {
    guard let number = json["number"]?.int, let tenant = json["tenant"]?.string,
      let displayName = json["displayName"]?.string, let created = json["created"]?.int,
      let modified = json["modified"]?.int, let revision = json["revision"]?.int,
      let settings = json["settings"]?.array,
      let targeting = json["targeting"].flatMap(Targeting.init(json:))
    else { return nil }
    self.init(number: number, tenant: tenant, displayName: displayName, now: created)
    self.modified = modified
    self.revision = revision
    self.targeting = targeting
    description = json["description"]?.string
    device = json["device"]?.string
    for item in settings {
      guard let setting = MobileAppSetting(json: item) else { return nil }
      self.settings.append(setting)
    }
  }

  package var json: JSON {
    [
      "number": .int(number), "tenant": .string(tenant), "displayName": .string(displayName),
      "description": JSON(description), "created": .int(created), "modified": .int(modified),
      "revision": .int(revision), "settings": .array(settings.map(\.json)),
      "targeting": targeting.json, "device": JSON(device),
    ]
  }

  /// Puts in new content, and counts the revision up if anything is different.
  package mutating func change(now: Int, _ body: (inout MobileAppConfiguration) -> Void) {
    let before = self
    body(&self)
    guard self != before else { return }
    revision += 1
    modified = now
  }

  /// True if an app on a device is told it.
  ///
  /// - Parameter owner: the user who enrolled the device; nil if nobody did or the user is deleted.
  package func includes(
    _ target: ManagedDevice, owner: User?, bundleId: String, groups: Table<Group>
  ) -> Bool {
    guard tenant == target.tenant, targeting.includes(bundleId: bundleId) else { return false }
    if let device { return device == target.name }
    guard let owner, let key = target.user else { return targeting.isForAllDevices }
    return targeting.includes(user: owner, key: key, tenant: tenant, groups: groups)
  }
}
