internal import CaseModel
internal import ExactText
internal import JSONText

/// What a case is given: the answers, settings and delegates of the apps that take part, the management of devices, the
/// settings of policies and configurations, and whatever else the case changes in the usual world.
struct WorldDecisions {
  private let item: ConformanceCase
  /// What was found, in the order of the world.
  private(set) var decisions: [CaseDecision] = []

  /// Members without which an inhabitant of the world would be none.
  private static let makers: Set<ExactString> = [
    "assign", "apps", "upn", "tenant", "objectId", "bundleId", "device",
  ]

  /// Members that are looked at one by one or not at all: `telemetry` only says whether the case looks at it.
  private static let left: Set<ExactString> = [
    "answers", "settings", "delegates", "libraries", "signedIn", "telemetry",
  ]

  /// Members that only make something possible: several identities in an app, folders of several apps, a token that has to be
  /// renewed within the case.
  private static let means: Set<ExactString> = [
    "MultiIdentity", "AppGroupIdentifiers", "accessTokenSeconds", "refreshTokenSeconds",
  ]

  /// The decisions about the world of a case.
  init(_ item: ConformanceCase) {
    self.item = item
    let used = item.steps.compactMap { DecisionList.app(of: $0.action) }.distinct
    let apps = item.world.apps.members.filter { used.contains(ExactString($0.name)) }
    for app in apps {
      for part in ["answers", "settings", "delegates", "libraries"] {
        for member in app.value[part]?.object?.members ?? [] {
          leaveOut(
            ["apps", app.name, part, member.name], part == "answers" ? .answer : .given,
            "\(part) of \(app.name): \(member.name) \(member.value.text)")
        }
      }
    }
    for device in item.world.devices.members {
      for member in device.value["managed"]?.object?.members ?? [] {
        leaveOut(
          ["devices", device.name, "managed", member.name], .given,
          "device \(device.name): \(member.name) \(member.value.text)", isDeviceSetting: true)
      }
    }
    for device in item.world.devices.members
    where (device.value["managed"]?.object?.members.count ?? 0) > 1 {
      addChanged(["devices", device.name], "device \(device.name)", all: device.value)
    }
    for collection in ["policies", "configurations"] {
      for policy in item.world.directory[collection]?.object?.members ?? [] {
        for member in policy.value["settings"]?.object?.members ?? [] {
          leaveOut(
            [collection, policy.name, "settings", member.name], .given,
            "\(policy.name): \(member.name) \(member.value.text)")
        }
      }
    }
    addShared()
    for app in apps { addChanged(["apps", app.name], "app \(app.name)", all: app.value) }
    for (section, what) in [("tenants", "tenant"), ("users", "user"), ("configurations", "")] {
      for one in item.world.directory[section]?.object?.members ?? [] {
        addChanged(
          [section, one.name], what.isEmpty ? one.name : "\(what) \(one.name)", all: one.value)
      }
    }
  }

  /// A setting that several configurations have: one value of it is left, or none.
  private mutating func addShared() {
    let configurations = item.world.directory["configurations"]?.object?.members ?? []
    var holders: [(key: String, names: [String], values: [JSON])] = []
    for configuration in configurations {
      for member in configuration.value["settings"]?.object?.members ?? [] {
        if let index = holders.firstIndex(where: { $0.key == member.name }) {
          holders[index].names.append(configuration.name)
          holders[index].values.append(member.value)
        } else {
          holders.append((member.name, [configuration.name], [member.value]))
        }
      }
    }
    for holder in holders where holder.names.count > 1 {
      func without(_ names: ArraySlice<String>) -> World {
        var world = item.world
        for name in names { world.change(["configurations", name, "settings", holder.key], nil) }
        return world
      }
      append(
        .given, "configurations: \(holder.key) \(JSON.array(holder.values).text)",
        [
          CaseChange(
            text: "is there once", steps: item.steps, world: without(holder.names.dropFirst())),
          CaseChange(text: "is left out", steps: item.steps, world: without(holder.names[...])),
        ])
    }
  }

  /// Members of an inhabitant of the world that the case gives another value than the usual world, but for those that
  /// are looked at one by one, and who is signed in: without that other things fail.
  private mutating func addChanged(_ path: [String], _ what: String, all: JSON) {
    guard let usual = item.usualWorld else { return }
    for member in all.object?.members ?? []
    where !WorldDecisions.left.contains(ExactString(member.name)) {
      let before = usual.value(path + [member.name])
      if before == member.value { continue }
      // Whoever is not there in the usual world would be nobody without what makes an inhabitant.
      if before == nil, WorldDecisions.makers.contains(ExactString(member.name)) { continue }
      var world = item.world
      world.change(path + [member.name], before)
      append(
        .given, "\(what): \(member.name) \(member.value.text)",
        [
          CaseChange(
            text: before == nil ? "is left out" : "is as usual", steps: item.steps, world: world)
        ], isMeans: WorldDecisions.means.contains(ExactString(member.name)))
    }
  }

  /// One member of what is looked at one by one: it is left out, or as in the usual world.
  private mutating func leaveOut(
    _ path: [String], _ kind: CaseDecision.Kind, _ text: String, isDeviceSetting: Bool = false
  ) {
    let (value, usual) = (item.world.value(path), item.usualWorld?.value(path))
    var changed = item.world
    changed.change(path, nil)
    var changes = [CaseChange(text: "is left out", steps: item.steps, world: changed)]
    if let usual, usual != value {
      changed = item.world
      changed.change(path, usual)
      changes.append(CaseChange(text: "is as usual", steps: item.steps, world: changed))
    }
    append(
      kind, text, changes, isUsual: usual == value,
      isMeans: path.last.map { WorldDecisions.means.contains(ExactString($0)) } ?? false)
    decisions[decisions.count - 1].isDeviceSetting = isDeviceSetting
  }

  private mutating func append(
    _ kind: CaseDecision.Kind, _ text: String, _ changes: [CaseChange], isUsual: Bool = false,
    isMeans: Bool = false
  ) {
    decisions.append(
      CaseDecision(
        kind: kind, step: nil, location: item.location, text: "given \(text)", isUsual: isUsual,
        isMeans: isMeans, changes: changes))
  }
}

extension World {
  /// What is at the end of a path of names, of which the first is a section.
  fileprivate func value(_ path: [String]) -> JSON? {
    guard let section = path.first else { return nil }
    var value: JSON? = .object(self[keyPath: World.part(section)])
    for name in World.isPart(section) ? path.dropFirst() : path[...] { value = value?[name] }
    return value
  }

  /// Puts a value at the end of a path of names, or takes it away; no effect if nothing leads there.
  fileprivate mutating func change(_ path: [String], _ value: JSON?) {
    guard let section = path.first else { return }
    self[keyPath: World.part(section)].change(
      World.isPart(section) ? path.dropFirst() : path[...], value)
  }

  private static func isPart(_ section: String) -> Bool {
    section == "apps" || section == "devices"
  }

  private static func part(_ section: String) -> WritableKeyPath<World, JSONObject> {
    section == "apps" ? \.apps : section == "devices" ? \.devices : \.directory
  }
}

extension JSONObject {
  fileprivate mutating func change(_ path: ArraySlice<String>, _ value: JSON?) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    guard var inner = self[name]?.object else { return }
    inner.change(path.dropFirst(), value)
    self[name] = .object(inner)
  }
}
