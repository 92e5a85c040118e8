internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMWire

extension GraphResources {
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
    let user = state.owner(of: device)
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
        "userDisplayName": JSON(user.map(state.displayName)),
        "emailAddress": JSON(user.flatMap(state.mail)),
        "manufacturer": "Apple", "model": "iPhone",
      ])
  }

  /// What apps are told through MDM.
  func mobileAppConfigurationSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(
      .managedDeviceMobileAppConfiguration, "deviceAppManagement/mobileAppConfigurations"
    ) {
      state.mobileAppConfigurations.filter { call.sees($0.tenant) }.map { resource($0) }
    } find: { key in
      let found = state.mobileAppConfigurations[key]
      return found.flatMap { call.sees($0.tenant) ? resource($0) : nil }
    }
  }

  /// A configuration as Graph shows it.
  func resource(_ configuration: MobileAppConfiguration) -> Resource {
    Resource(
      .iosMobileAppConfiguration, key: configuration.id, sequence: configuration.number,
      [
        "id": .string(configuration.id), "displayName": .string(configuration.displayName),
        "description": JSON(configuration.description),
        "createdDateTime": JSON(instant: configuration.created),
        "lastModifiedDateTime": JSON(instant: configuration.modified),
        "targetedMobileApps": .array(configuration.targeting.apps.map(JSON.string)),
        "version": .int(configuration.revision),
        "settings": .array(
          configuration.settings.map {
            [
              "appConfigKey": .string($0.name), "appConfigKeyType": .string($0.kind.rawValue),
              "appConfigKeyValue": .string($0.text),
            ]
          }),
      ]
    ) { _ in
      configuration.targeting.assignments.enumerated().map { index, assignment in
        Resource(
          .mobileAppConfigurationAssignment, key: assignment.id, sequence: index,
          ["id": .string(assignment.id), "target": assignment.target])
      }
    }
  }
}
