internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  /// `mobileAppConfigurations`: what MDM tells the apps of managed devices.
  func mobileAppConfigurations(
    _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    var rest = rest
    let set = resources.mobileAppConfigurationSet(call).cast(along: &rest)
    guard call.method != "GET", let key = rest.first else {
      guard call.method == "POST", rest.isEmpty else { return try call.read(set, rest) }
      return try createMobileAppConfiguration(in: set, call)
    }
    guard let found = set.find(key),
      var configuration = state.mobileAppConfigurations[found.key]
    else { return try call.read(set, rest) }
    // An action stands also behind a type that the configuration is of.
    let parts = Array(rest.dropFirst().drop { found.type.cast(segment: $0) != nil })
    switch (call.method, parts.first, parts.count) {
    case ("PATCH", nil, _):
      try call.checkOptions(of: found.type)
      let changed = try changed(configuration, call)
      configuration.change(now: call.now.milliseconds) { $0 = changed }
      state.mobileAppConfigurations[configuration.id] = configuration
      return try call.entity(resources.resource(configuration), of: set.type, set.context)
    case ("DELETE", nil, _):
      state.mobileAppConfigurations[configuration.id] = nil
      return GraphResponse(204)
    case ("POST", "assign", 1):
      let assignments = try assignments(call, PolicyAction.assignToDevices)
      configuration.change(now: call.now.milliseconds) {
        $0.targeting.assignments = assignments
        // From here on these decide, and no more the seed that gave it to one device.
        $0.device = nil
      }
      state.mobileAppConfigurations[configuration.id] = configuration
      return GraphResponse(204)
    default: return try call.read(set, [configuration.id] + rest.dropFirst())
    }
  }

  private func createMobileAppConfiguration(
    in set: ResourceSet, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let body = try call.object()
    guard let type = set.type.type(of: body) else {
      throw .badRequest("@odata.type must be \(GraphType.iosMobileAppConfiguration.odataType.text)")
    }
    try call.checkOptions(of: type)
    var configuration = MobileAppConfiguration(
      number: (state.counters["mobileAppConfiguration"]?.value ?? 0) + 1,
      tenant: call.access.tenant ?? state.firstTenant, displayName: "", now: call.now.milliseconds)
    configuration = try changed(configuration, call, isNew: true)
    _ = state.next("mobileAppConfiguration")
    state.mobileAppConfigurations[configuration.id] = configuration
    return try call.created(resources.resource(configuration), in: set)
  }

  /// A configuration with the body of a POST or PATCH applied.
  private func changed(
    _ configuration: MobileAppConfiguration, _ call: GraphCall, isNew: Bool = false
  ) throws(GraphError) -> MobileAppConfiguration {
    if try call.object()["assignments"] != nil {
      throw .badRequest("assignments are set by the action assign")
    }
    let members = try call.members(of: .iosMobileAppConfiguration, isNew: isNew)
    var changed = configuration
    for (name, value) in members.members.map({ ($0.name, $0.value) }) {
      switch name {
      case "displayName": changed.displayName = value.string ?? ""
      case "description": changed.description = value.string
      case "targetedMobileApps": changed.targeting.apps = try bundleIds(value)
      case "settings": changed.settings = try settings(value)
      default:
        guard value.isNull else {
          throw .badRequest("\(name) is not read here: send the same as settings")
        }
      }
    }
    return changed
  }

  /// Apps by their names in the seed or their bundle IDs, as bundle IDs, each once.
  private func bundleIds(_ value: JSON) throws(GraphError) -> [String] {
    var bundleIds: [String] = []
    for name in value.array?.compactMap(\.string) ?? [] {
      // A bundle ID has a dot, the name of an app has none.
      guard let bundleId = state.apps[name]?.bundleId ?? (name.contains(".") ? name : nil) else {
        throw .badRequest(
          "there is no app \(name); write the name of an app of the seed or a bundle ID")
      }
      if !bundleIds.contains(bundleId) { bundleIds.append(bundleId) }
    }
    return bundleIds
  }

  /// A list of `appConfigurationSettingItem` that has been checked.
  private func settings(_ value: JSON) throws(GraphError) -> [MobileAppSetting] {
    var settings: [MobileAppSetting] = []
    var names: Set<ExactString> = []
    for (index, item) in (value.array ?? []).enumerated() {
      let place = "settings[\(index)]"
      guard let name = item["appConfigKey"]?.string, !name.isEmpty else {
        throw .badRequest("\(place)/appConfigKey must not be empty")
      }
      guard names.insert(name).inserted else {
        throw .badRequest("\(place)/appConfigKey \(name) is given twice")
      }
      let text = item["appConfigKeyValue"]?.string ?? ""
      let kind = item["appConfigKeyType"]?.string.flatMap(MobileAppSetting.Kind.init(rawValue:))
      guard let setting = MobileAppSetting(name: name, kind: kind ?? .string, text: text) else {
        let type = item["appConfigKeyType"]?.text ?? ""
        throw .badRequest("\(place)/appConfigKeyValue \(text) is not a value of \(type)")
      }
      settings.append(setting)
    }
    return settings
  }
}
