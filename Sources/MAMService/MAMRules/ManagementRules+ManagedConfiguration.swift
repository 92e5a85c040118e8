internal import ExactText
import JSONText
import MAMDirectory
import MAMWire

extension ManagementRules {

  /// What MDM tells the app of an enrollment, the allowed accounts among it; nil if it tells nothing.
  ///
  /// A real device gets it from its system (requirement ACC-001, question OQ-66). Simulated ones have no
  /// channel for that, so a check-in brings it. Of settings with one name the oldest counts.
  func managedConfiguration(for enrollment: Enrollment) -> ManagedConfiguration? {
    guard let device = state.device(of: enrollment) else { return nil }
    let owner = state.owner(of: device)
    let configurations = state.mobileAppConfigurations.filter {
      $0.includes(device, owner: owner, bundleId: enrollment.bundleId, groups: state.groups)
    }
    var settings = JSONObject()
    for setting in configurations.flatMap(\.settings) where settings[setting.name] == nil {
      settings.append(
        setting.name, setting.delivered { meaning(of: $0, on: device, owner) })
    }
    return settings.isEmpty ? nil : ManagedConfiguration(settings: settings)
  }

  /// What a token of a setting stands for; nil for what the service does not know, such as serial numbers.
  private func meaning(of token: String, on device: ManagedDevice, _ owner: User?) -> String? {
    switch token {
    case "deviceid": device.id
    case "accountid": state.tenants[device.tenant]?.id
    case "userid": owner?.objectId
    case "username": owner.map(state.displayName)
    case "mail": owner.flatMap(state.mail)
    case "userprincipalname": owner?.upn
    case "partialupn": owner.map { String($0.upn.prefix { $0 != "@" }) }
    default: nil
    }
  }
}

/// What MDM tells one app on one device.
struct ManagedConfiguration {
  let settings: JSONObject

  /// What stands for it in the version of a check-in.
  var version: String { "m-\(EntityTag.hash(JSON.object(settings).text))" }
}
