import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in an MDM device of a seed: `{"user", "tenant", "osVersion", "jailBroken",
  /// "configurations"}`, all of which may be missing.
  mutating func seedDevice(
    _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    let members = try object(value, "MDM device", name)
    let earlier = state.devices[name]
    var device = ManagedDevice(
      number: earlier?.number ?? state.next("device"), name: name, user: nil,
      tenant: firstTenant, enrolled: earlier?.enrolled ?? now.milliseconds)
    for member in members.members {
      switch (member.name, member.value) {
      case ("user", .null), ("tenant", _): break
      case ("user", let value):
        guard let key = value.string.flatMap(findUser), let user = state.users[key] else {
          throw CommandError("MDM device \"\(name)\" has the unknown user \(value.text)")
        }
        device.user = key
        device.tenant = user.tenant
      case ("osVersion", .string(let version)): device.osVersion = version
      case ("osVersion", .null): break
      case ("jailBroken", .bool(let isJailBroken)): device.isJailBroken = isJailBroken
      case ("configurations", .object(let configurations)):
        for app in configurations.members {
          let bundleId = try bundleId(of: .string(app.name), in: "MDM device", name)
          let settings = try object(app.value, "configuration of MDM device", name)
          device.configurations[bundleId] = .object(settings)
        }
      default: throw CommandError("MDM device \"\(name)\": cannot set \(member.text)")
      }
    }
    if members["tenant"] != nil {
      device.tenant = try tenantName(members["tenant"], "MDM device", name)
    }
    state.devices[name] = device
  }
}
