import JSONText

/// What MDM tells an app of a managed device: Graph's `iosMobileAppConfiguration`. The key is its ID.
///
/// The allowed accounts come this way and not with MAM policy.
struct MobileAppConfiguration: TableRow, Equatable {
  /// Counted; the ID is made of it.
  var number: Int
  var tenant: String
  var displayName: String
  var description: String?
  /// Milliseconds since the epoch.
  var created: Int
  /// Milliseconds since the epoch.
  var modified: Int
  /// Counts every change: `version` in Graph.
  var revision = 1
  var settings: [MobileAppSetting] = []
  /// The apps, and whose devices are meant.
  var targeting = Targeting()
  /// The name of the one device that a seed gave it; nil if the assignments decide.
  var device: String?

  var id: String { GraphID.mobileAppConfiguration.text(number) }

  init(number: Int, tenant: String, displayName: String, now: Int) {
    self.number = number
    self.tenant = tenant
    self.displayName = displayName
    created = now
    modified = now
  }

  init?(json: JSON) {
    guard let number = json["number"]?.int, let tenant = json["tenant"]?.string,
      let displayName = json["displayName"]?.string, let created = json["created"]?.int,
      let modified = json["modified"]?.int, let revision = json["revision"]?.int,
      let settings = json["settings"]?.array,
      let targeting = json["targeting"].flatMap(Targeting.init(json:))
    else { return nil }
    self.init(number: number, tenant: tenant, displayName: displayName, now: created)
    self.modified = modified
    self.revision = revision
    self.targeting = targeting
    description = json["description"]?.string
    device = json["device"]?.string
    for item in settings {
      guard let setting = MobileAppSetting(json: item) else { return nil }
      self.settings.append(setting)
    }
  }

  var json: JSON {
    [
      "number": .int(number), "tenant": .string(tenant), "displayName": .string(displayName),
      "description": JSON(description), "created": .int(created), "modified": .int(modified),
      "revision": .int(revision), "settings": .array(settings.map(\.json)),
      "targeting": targeting.json, "device": JSON(device),
    ]
  }

  /// Puts in new content, and counts the revision up if anything is different.
  mutating func change(now: Int, _ body: (inout MobileAppConfiguration) -> Void) {
    let before = self
    body(&self)
    guard self != before else { return }
    revision += 1
    modified = now
  }

  /// True if an app on a device is told it.
  ///
  /// - Parameter owner: the user who enrolled the device; nil if nobody did or the user is deleted.
  func includes(
    _ target: ManagedDevice, owner: User?, bundleId: String, groups: Table<Group>
  ) -> Bool {
    guard tenant == target.tenant, targeting.includes(bundleId: bundleId) else { return false }
    if let device { return device == target.name }
    guard let owner, let key = target.user else { return targeting.isForAllDevices }
    return targeting.includes(user: owner, key: key, tenant: tenant, groups: groups)
  }
}

/// One setting of a ``MobileAppConfiguration``: Graph's `appConfigurationSettingItem`.
struct MobileAppSetting: Sendable, Equatable {
  /// Graph's `mdmAppConfigKeyType`.
  enum Kind: String, Sendable, CaseIterable {
    case string = "stringType"
    case integer = "integerType"
    case real = "realType"
    case boolean = "booleanType"
    /// A text in which the service puts in what it knows of the device and its user.
    case token = "tokenType"
  }

  var name: String
  var kind: Kind
  /// What an app is told; of ``Kind/token`` the text with its tokens.
  var value: JSON

  /// A setting of a seed, whose kind is that of the value.
  init(name: String, seeded value: JSON) {
    self.name = name
    self.value = value
    kind =
      switch value {
      case .int: .integer
      case .double: .real
      case .bool: .boolean
      default: .string
      }
  }

  /// A setting of Graph, where every value is a text.
  ///
  /// - Returns: nil if the text is not of the kind.
  init?(name: String, kind: Kind, text: String) {
    self.name = name
    self.kind = kind
    let value: JSON? =
      switch kind {
      case .string, .token: .string(text)
      case .integer: Int(text).map(JSON.int)
      case .real: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
      case .boolean: ["true": true, "false": false][text.lowercased()].map(JSON.bool)
      }
    guard let value else { return nil }
    self.value = value
  }

  /// The value as Graph shows it.
  var text: String { value.string ?? value.text }

  /// What an app is told.
  ///
  /// - Parameter meaning: what a token stands for; nil for one that is not known, which stays as it is.
  func delivered(_ meaning: (_ token: String) -> String?) -> JSON {
    guard kind == .token, let text = value.string else { return value }
    var delivered = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      delivered += rest[..<start]
      rest = rest[start...]
      guard rest.hasPrefix("{{"), let end = rest.firstIndex(of: "}"),
        rest[end...].hasPrefix("}}"),
        let known = meaning(rest[..<end].dropFirst(2).lowercased())
      else {
        delivered.append(rest.removeFirst())
        continue
      }
      delivered += known
      rest = rest[end...].dropFirst(2)
    }
    return .string(delivered + rest)
  }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.string, let value = json["value"],
      let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.name = name
    self.kind = kind
    self.value = value
  }

  fileprivate var json: JSON {
    ["name": .string(name), "kind": .string(kind.rawValue), "value": value]
  }
}
