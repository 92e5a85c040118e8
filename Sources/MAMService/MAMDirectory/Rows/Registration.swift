internal import ExactText
package import JSONText
import MAMWire
package import VirtualTime

/// An enrollment of a user's app on a device: a `managedAppRegistration`. The key is its ID.
package struct Enrollment: TableRow, Equatable {
  /// `e1`, `e2`, ... in the order of enrollment.
  package var id: String
  /// The key of the user.
  package var user: String
  /// The user as the app wrote it.
  package var identity: String
  package var bundleId: String
  /// The device's name; the only key of a wipe.
  package var deviceTag: String
  package var appVersion: String
  package var sdkVersion: String
  /// The edition of the contract that the SDK follows.
  package var edition: String
  /// Milliseconds since the epoch.
  package var created: Int
  /// The latest check-in, in milliseconds since the epoch.
  package var lastSync: Int
  /// True once an app has checked in, whatever the answer was.
  package var hasCheckedIn = false
  /// The version that the latest check-in delivered or confirmed; nil for none.
  package var policyVersion: String?
  /// If true, check-ins are answered with 410.
  package var isGone = false
  /// If true, the next check-in asks the app to enroll again.
  package var mustReenroll = false
  /// The wipe command that is not acknowledged yet.
  package var wipe: String?
  /// The device's name for people; nil if the app did not tell it.
  package var deviceName: String?
  /// The version of the operating system; nil if the app did not tell it.
  package var platformVersion: String?
  /// If true, the device is reported as jailbroken (`rootedDevice`).
  package var isRooted = false

  package init(
    id: String, user: String, identity: String, bundleId: String, deviceTag: String,
    appVersion: String, sdkVersion: String, edition: String, created: Int
  ) {
    self.id = id
    self.user = user
    self.identity = identity
    self.bundleId = bundleId
    self.deviceTag = deviceTag
    self.appVersion = appVersion
    self.sdkVersion = sdkVersion
    self.edition = edition
    self.created = created
    lastSync = created
  }

  /// Notes a check-in that is answered.
  package mutating func synced(_ now: VirtualInstant) {
    lastSync = now.milliseconds
    hasCheckedIn = true
  }

  package init?(json: JSON) {
    guard let id = json["id"]?.string, let user = json["user"]?.string,
      let identity = json["identity"]?.string, let bundleId = json["bundleId"]?.string,
      let deviceTag = json["deviceTag"]?.string, let appVersion = json["appVersion"]?.string,
      let sdkVersion = json["sdkVersion"]?.string, let edition = json["edition"]?.string,
      let created = json["created"]?.int, let lastSync = json["lastSync"]?.int,
      let isGone = json["gone"]?.bool, let mustReenroll = json["reenroll"]?.bool
    else { return nil }
    self.init(
      id: id, user: user, identity: identity, bundleId: bundleId, deviceTag: deviceTag,
      appVersion: appVersion, sdkVersion: sdkVersion, edition: edition, created: created)
    self.lastSync = lastSync
    policyVersion = json["policyVersion"]?.string
    hasCheckedIn = json["checkedIn"]?.bool ?? (policyVersion != nil)
    self.isGone = isGone
    self.mustReenroll = mustReenroll
    wipe = json["wipe"]?.string
    deviceName = json["deviceName"]?.string
    platformVersion = json["platformVersion"]?.string
    isRooted = json["rooted"]?.bool ?? false
  }

  package var json: JSON {
    [
      "id": .string(id), "user": .string(user), "identity": .string(identity),
      "bundleId": .string(bundleId), "deviceTag": .string(deviceTag),
      "appVersion": .string(appVersion), "sdkVersion": .string(sdkVersion),
      "edition": .string(edition), "created": .int(created), "lastSync": .int(lastSync),
      "checkedIn": .bool(hasCheckedIn),
      "policyVersion": policyVersion.map(JSON.string) ?? .null, "gone": .bool(isGone),
      "reenroll": .bool(mustReenroll), "wipe": wipe.map(JSON.string) ?? .null,
      "deviceName": deviceName.map(JSON.string) ?? .null,
      "platformVersion": platformVersion.map(JSON.string) ?? .null, "rooted": .bool(isRooted),
    ]
  }
}

/// An administrator's command to an enrollment: a `managedAppOperation`. The key is its ID.
///
/// The only command is the selective wipe.
package struct WipeCommand: TableRow, Equatable {
  /// How far the command has come; the raw value is the `state` in Graph.
  package enum State: String, Sendable {
    /// Waits for the next check-in.
    case pending
    /// Given to a check-in at least once.
    case delivered
    /// The app has unenrolled with the command's ID.
    case acknowledged
    /// The enrollment ended without the app's having carried it out.
    case cancelled
  }

  /// `w1`, `w2`, ... in the order in which they were given.
  package var id: String
  /// The ID of the enrollment, which may be gone.
  package var enrollment: String
  /// The tenant of its user; nil if that was not kept.
  package var tenant: String?
  package var state: State
  /// The latest change of state, in milliseconds since the epoch.
  package var modified: Int

  package init(id: String, enrollment: String, state: State, modified: Int) {
    self.id = id
    self.enrollment = enrollment
    self.state = state
    self.modified = modified
  }

  package init?(json: JSON) {
    guard let id = json["id"]?.string, let enrollment = json["enrollment"]?.string,
      let state = json["state"]?.string.flatMap(State.init(rawValue:)),
      let modified = json["modified"]?.int
    else { return nil }
    self.init(id: id, enrollment: enrollment, state: state, modified: modified)
    tenant = json["tenant"]?.string
  }

  package var json: JSON {
    [
      "id": .string(id), "enrollment": .string(enrollment), "state": .string(state.rawValue),
      "modified": .int(modified), "tenant": JSON(tenant),
    ]
  }
}
