internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

/// A configuration that a request is to change.
private struct FoundConfiguration {
  let set: ResourceSet
  let type: GraphType
  let configuration: MobileAppConfiguration
}

/// `mobileAppConfigurations`: what MDM tells the apps of managed devices.
extension GraphChanges {
  /// The configuration that a path names; nil if it names none, or one that is not of the types among its segments, of
  /// which reading says what is wrong.
  private func found(_ visit: GraphVisit) -> FoundConfiguration? {
    var rest = visit.rest(behind: 2)
    let set = resources.mobileAppConfigurationSet(visit.call).cast(along: &rest)
    guard let key = rest.first, let found = set.find(key),
      rest.dropFirst().allSatisfy({
        GraphName.unqualified($0) == nil || found.type.cast(segment: $0) != nil
      }), let configuration = state.mobileAppConfigurations[found.key]
    else { return nil }
    return FoundConfiguration(set: set, type: found.type, configuration: configuration)
  }

  /// Says why there is nothing to be changed.
  private func read(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try visit.call.read(
      resources.mobileAppConfigurationSet(visit.call), visit.rest(behind: 2))
  }

  /// Changes the configuration itself.
  func changeMobileAppConfiguration(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    var configuration = found.configuration
    try visit.call.checkOptions(of: found.type)
    let changed = try changed(configuration, visit.call)
    configuration.change(now: visit.call.now.milliseconds) { $0 = changed }
    state.mobileAppConfigurations[configuration.id] = configuration
    return try visit.call.entity(
      resources.resource(configuration), of: found.set.type, found.set.context)
  }

  /// Removes a configuration.
  func deleteMobileAppConfiguration(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    state.mobileAppConfigurations[found.configuration.id] = nil
    return GraphResponse(204)
  }

  /// The action assign.
  func assignMobileAppConfiguration(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let configuration = found(visit)?.configuration else { return try read(visit) }
    let assignments = try assignments(visit.call, PolicyAction.assignToDevices)
    target(configuration, visit.call) { $0.assignments = assignments }
    return GraphResponse(204)
  }

  /// Adds an assignment to those of a configuration.
  func addMobileAppAssignment(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    let assignment = try newAssignment(visit.call, .mobileAppConfigurationAssignment)
    var place = 0
    let configuration = target(found.configuration, visit.call) { place = $0.assign(assignment) }
    let set = ResourceSet(
      .mobileAppConfigurationAssignment,
      "\(found.set.context)('\(configuration.id)')/assignments"
    ) { [] }
    return try visit.call.created(
      resources.resource(configuration).related("assignments")[place], in: set)
  }

  /// Takes an assignment away from those of a configuration.
  func removeMobileAppAssignment(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let configuration = found(visit)?.configuration else { return try read(visit) }
    let place = try configuration.targeting.place(ofAssignment: visit.segments.last ?? "")
    target(configuration, visit.call) { $0.assignments.remove(at: place) }
    return GraphResponse(204)
  }

  /// Changes to whom a configuration goes.
  @discardableResult
  private func target(
    _ configuration: MobileAppConfiguration, _ call: GraphCall, _ body: (inout Targeting) -> Void
  ) -> MobileAppConfiguration {
    var configuration = configuration
    configuration.change(now: call.now.milliseconds) {
      body(&$0.targeting)
      // From here on the assignments decide, and no more the seed that gave it to one device.
      $0.device = nil
    }
    state.mobileAppConfigurations[configuration.id] = configuration
    return configuration
  }

  /// Adds a configuration.
  func createMobileAppConfiguration(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
    var rest = visit.rest(behind: 2)
    let set = resources.mobileAppConfigurationSet(call).cast(along: &rest)
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
          throw .badRequest("\(name) is not supported here: send the same as settings")
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
