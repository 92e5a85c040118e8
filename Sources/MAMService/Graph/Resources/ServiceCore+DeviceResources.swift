import JSONText

extension ServiceCore {
  /// The MDM devices that the caller sees.
  func deviceSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.managedDevice, "deviceManagement/managedDevices") {
      state.devices.filter { call.sees($0.tenant) }.map { resource($0) }
    } find: { key in
      state.devices.first { ($0.id == key || $0.name == key) && call.sees($0.tenant) }
        .map { resource($0) }
    }
  }

  /// An MDM device as Graph shows one.
  func resource(_ device: ManagedDevice) -> Resource {
    let user = device.user.flatMap { state.users[$0] }
    return Resource(
      .managedDevice, key: device.id, sequence: device.number,
      [
        "id": .string(device.id), "userId": JSON(user?.objectId),
        "deviceName": .string(device.name),
        "managedDeviceOwnerType": "company", "enrolledDateTime": JSON(instant: device.enrolled),
        "lastSyncDateTime": JSON(instant: device.enrolled), "operatingSystem": "iOS",
        "osVersion": JSON(device.osVersion),
        "complianceState": device.isJailBroken ? "noncompliant" : "compliant",
        "jailBroken": device.isJailBroken ? "True" : "False", "managementAgent": "mdm",
        "azureADRegistered": true, "userPrincipalName": JSON(user?.upn),
        "userDisplayName": JSON(user?.name), "emailAddress": JSON(user?.upn),
        "manufacturer": "Apple", "model": "iPhone",
      ])
  }

  /// What apps are told through MDM: one configuration for each app of each device.
  func deviceConfigurationSet(_ call: GraphCall) -> ResourceSet {
    let type = GraphType.managedDeviceMobileAppConfiguration
    return ResourceSet(type, "deviceAppManagement/mobileAppConfigurations") {
      let devices = state.devices.filter { call.sees($0.tenant) }
      let pairs = devices.flatMap { device in
        device.configurations.members.map { (device, $0) }
      }
      return pairs.enumerated().map { index, pair in
        let (device, app) = pair
        let id = "\(device.id)_\(app.name)"
        return Resource(
          type.derived[0], key: id, sequence: index,
          [
            "id": .string(id), "displayName": .string("\(app.name) on \(device.name)"),
            "createdDateTime": JSON(instant: device.enrolled),
            "lastModifiedDateTime": JSON(instant: device.enrolled),
            "targetedMobileApps": [.string(app.name)], "version": 1,
            "settings": .array((app.value.object?.members ?? []).map(setting)),
          ])
      }
    }
  }

  /// A setting as an `appConfigurationSettingItem`, whose value is always a text.
  private func setting(_ member: JSONObject.Member) -> JSON {
    let type: JSON =
      switch member.value {
      case .int: "integerType"
      case .double: "realType"
      case .bool: "booleanType"
      default: "stringType"
      }
    return [
      "appConfigKey": .string(member.name), "appConfigKeyType": type,
      "appConfigKeyValue": .string(member.value.string ?? member.value.text),
    ]
  }
}
