internal import ExactText
import JSONText
import MAMDirectory
import VirtualTime

extension DirectoryRules {
  /// Puts in an MDM device of a seed: `{"user", "tenant", "osVersion", "jailBroken",
  /// "configurations"}`, all of which may be missing.
  func seedDevice(
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
    state.devices[name] = device
    try seedConfigurations(of: device, reader, now)
  }

  /// Puts in what MDM tells the apps of a device of a seed; what a seed before told another app is gone.
  private func seedConfigurations(
    of device: ManagedDevice, _ reader: MemberReader, _ now: VirtualInstant
  ) throws(CommandError) {
    let earlier = state.mobileAppConfigurations.filter { $0.device == device.name }
    var seeded: Set<ExactString> = []
    for app in try reader.object("configurations")?.members ?? [] {
      guard app.value.isNull || app.value.object != nil else {
        throw reader.failure(
          "needs an object as the configuration of \(app.name)", at: "configurations")
      }
      let bundleId = try bundleId(of: app.name, reader, at: "configurations")
      guard seeded.insert(bundleId).inserted else {
        throw reader.failure("has two configurations for \(bundleId)", at: "configurations")
      }
      let settings = try settings(app, reader)
      let known = earlier.first { $0.targeting.apps == [bundleId] }
      var configuration =
        known
        ?? MobileAppConfiguration(
          number: state.next("mobileAppConfiguration"), tenant: device.tenant,
          displayName: "\(app.name) on \(device.name)", now: now.milliseconds)
      configuration.change(now: now.milliseconds) {
        $0.tenant = device.tenant
        $0.settings = settings
      }
      if known == nil {
        configuration.device = device.name
        configuration.targeting.apps = [bundleId]
        configuration.revision = 1
      }
      state.mobileAppConfigurations[configuration.id] = configuration
    }
    for configuration in earlier
    where configuration.targeting.apps.allSatisfy({ !seeded.contains($0) }) {
      state.mobileAppConfigurations[configuration.id] = nil
    }
  }

  /// What a seed tells an app.
  private func settings(
    _ app: JSONObject.Member, _ reader: MemberReader
  ) throws(CommandError) -> [MobileAppSetting] {
    var settings: [MobileAppSetting] = []
    for member in app.value.object?.members ?? [] {
      guard !member.name.isEmpty,
        let setting = MobileAppSetting(name: member.name, seeded: member.value)
      else {
        throw reader.failure(
          "has a configuration of \(app.name) that is not a string, number or boolean with a name: "
            + "\"\(member.name)\"", at: "configurations")
      }
      settings.append(setting)
    }
    return settings
  }

  /// The key of a user whom a seed names.
  func seededUser(
    _ name: String, _ reader: MemberReader, at member: String, _ index: Int? = nil
  ) throws(CommandError) -> String {
    guard let key = state.findUser(name), state.users[key] != nil else {
      throw reader.unknown("user", name, at: member, index, among: state.userNames(like: name))
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
