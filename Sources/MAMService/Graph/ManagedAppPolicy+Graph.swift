import JSONText

extension ManagedAppPolicy {
  /// Graph's path of all policies of the kind.
  var collection: String {
    kind == .protection ? "iosManagedAppProtections" : "targetedManagedAppConfigurations"
  }

  /// The policy as Graph shows it.
  ///
  /// - Parameter isPolymorphic: true in a collection of several types, whose items say their type.
  func resource(isBeta: Bool, isPolymorphic: Bool) -> JSONObject {
    var item = JSONObject()
    if isPolymorphic { item.append("@odata.type", .string("#microsoft.graph.\(kind.rawValue)")) }
    item.append("id", .string(id))
    item.append("displayName", .string(displayName))
    item.append("description", JSON(description))
    item.append("createdDateTime", JSON(instant: created))
    item.append("lastModifiedDateTime", JSON(instant: modified))
    item.append("version", .string("\"\(kind.versionPrefix)\(number)-\(revision)\""))
    item.append("isAssigned", .bool(!targeting.assignments.isEmpty))
    item.append("deployedAppCount", .int(targeting.apps.count))
    if isBeta { item.append("appGroupType", .string(targeting.appGroupType)) }
    switch kind {
    case .protection:
      for property in ProtectionProperty.all where isBeta || !property.isBeta {
        item.append(property.name, settings[property.name] ?? property.unrestricted)
      }
    case .configuration:
      item.append(
        "customSettings",
        .array(settings.members.map { ["name": .string($0.name), "value": $0.value] }))
    }
    return item
  }

  /// The targeted apps as `managedMobileApp` resources.
  var appResources: [JSON] {
    targeting.apps.map {
      ["id": .string("\($0).ios"), "version": JSON.null, "mobileAppIdentifier": .iosApp($0)]
    }
  }

  /// The assignments as `targetedManagedAppPolicyAssignment` resources.
  var assignmentResources: [JSON] {
    targeting.assignments.map { assignment in
      var target: JSONObject = [
        "@odata.type": .string("#microsoft.graph.\(assignment.kind.rawValue)")
      ]
      if let group = assignment.group { target.append("groupId", .string(group)) }
      return [
        "id": .string("\(assignment.group ?? "allLicensedUsers")_\(assignment.kind.rawValue)"),
        "target": .object(target),
      ]
    }
  }
}

extension JSON {
  /// An `iosMobileAppIdentifier`.
  static func iosApp(_ bundleId: String) -> JSON {
    ["@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": .string(bundleId)]
  }
}
