import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in an MDM device of a seed: `{"user", "tenant", "osVersion", "jailBroken",
  /// "configurations"}`, all of which may be missing.
  mutating func seedDevice(
    _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    let reader = try MemberReader(
      "MDM device \"\(name)\"", value,
      known: ["user", "tenant", "osVersion", "jailBroken", "configurations"])
    let earlier = state.devices[name]
    var device = ManagedDevice(
      number: earlier?.number ?? state.next("device"), name: name, user: nil,
      tenant: try tenantName(reader), enrolled: earlier?.enrolled ?? now.milliseconds)
    if let user = try reader.text("user") {
      let key = try seededUser(user, reader, at: "user")
      device.user = key
      if reader["tenant"] == nil { device.tenant = state.users[key]!.tenant }
    }
    device.osVersion = try reader.text("osVersion") ?? device.osVersion
    device.isJailBroken = try reader.flag("jailBroken") ?? device.isJailBroken
    for app in try reader.object("configurations")?.members ?? [] {
      guard app.value.isNull || app.value.object != nil else {
        throw reader.failure(
          "has no object as the configuration of \(app.name)", at: "configurations")
      }
      let bundleId = try bundleId(of: app.name, reader, at: "configurations")
      device.configurations[bundleId] = .object(app.value.object ?? JSONObject())
    }
    state.devices[name] = device
  }

  /// The key of a user whom a seed names.
  func seededUser(
    _ name: String, _ reader: MemberReader, at member: String, _ index: Int? = nil
  ) throws(CommandError) -> String {
    guard let key = findUser(name), state.users[key] != nil else {
      throw reader.unknown("user", name, at: member, index, among: userNames(like: name))
    }
    return key
  }

  /// The bundle ID of an app that a seed names, or writes as a bundle ID.
  func bundleId(
    of app: String, _ reader: MemberReader, at member: String, _ index: Int? = nil
  ) throws(CommandError) -> String {
    if let known = state.apps[app] { return known.bundleId }
    // A bundle ID has a dot, the name of an app has none.
    guard app.contains(".") else {
      throw reader.unknown("app", app, at: member, index, among: state.apps.keys)
    }
    return app
  }
}
