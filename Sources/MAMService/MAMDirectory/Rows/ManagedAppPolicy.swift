internal import ExactText
package import JSONText
import MAMWire

/// What kind of policy a ``ManagedAppPolicy`` is; the raw value is the type's name in Graph.
package enum PolicyKind: String, Sendable {
  /// Restricts what an app may do.
  case protection = "iosManagedAppProtection"
  /// Gives an app settings of its own.
  case configuration = "targetedManagedAppConfiguration"

  /// How IDs of the kind begin, as the real service forms them.
  var idPrefix: String { self == .protection ? "T_" : "A_" }
  /// How versions of the kind begin in a check-in.
  package var versionPrefix: String { self == .protection ? "p" : "c" }
}

/// A protection policy or an app configuration with its targets. The key is its ID.
package struct ManagedAppPolicy: TableRow, Equatable {
  package var kind: PolicyKind
  /// Counts policies and configurations from 1, each kind for itself.
  var number: Int
  /// The name of the tenant to which it belongs; empty if there was none when it was made.
  package var tenant = ""
  /// The name in the seed; nil if an administrator made it.
  package var name: String?
  package var displayName: String
  package var description: String?
  /// Milliseconds since the epoch.
  package var created: Int
  /// Milliseconds since the epoch.
  package var modified: Int
  /// Every property of a protection, or the custom settings of a configuration.
  package var settings: JSONObject { didSet { if settings != oldValue { seal() } } }
  /// Stands for the settings in the version of a check-in: the same settings, the same text.
  private(set) var contentTag = ""
  /// What administrators set and no app sees, by its name in Graph.
  package var kept = JSONObject()
  /// Counts every change: the entity tag in Graph.
  package var revision = 1
  package var targeting = Targeting()
  /// The scope tags of role-based administration, which decide nothing here.
  package var roleScopeTagIds = ["0"]

  /// `T_` or `A_` and a GUID that is the number.
  package var id: String { kind.idPrefix + GraphID.policy.text(number) }

  /// The entity tag in Graph, with its quotes.
  package var version: String { "\"\(kind.versionPrefix)\(number)-\(revision)\"" }

  /// The name of the mark of a tenant-wide default among the settings that an app is given
  /// (requirement CFG-008); nobody else may use it.
  package static let defaultMark = "__IsDefault"

  /// What an app is given of the tenant-wide default: the settings, and the mark that it is one.
  package var deliveredAsDefault: JSONObject {
    var delivered = settings
    delivered[ManagedAppPolicy.defaultMark] = true
    return delivered
  }

  /// True if an app of a user gets it.
  package func includes(user: User, key: String, bundleId: String, groups: Table<Group>) -> Bool {
    targeting.includes(bundleId: bundleId)
      && targeting.includes(user: user, key: key, tenant: tenant, groups: groups)
  }

  /// The part of a check-in's version that stands for this policy: its mark and a hash of the settings,
  /// because a count goes back with a snapshot, and an app does not.
  package var contentVersion: String { "\(mark)-\(contentTag)" }

  /// What stands for the policy in a check-in's version, such as `p1`.
  package var mark: String { "\(kind.versionPrefix)\(number)" }

  private mutating func seal() { contentTag = EntityTag.hash(JSON.object(settings).text) }

  package init(kind: PolicyKind, number: Int, displayName: String, settings: JSONObject, now: Int) {
    self.kind = kind
    self.number = number
    self.displayName = displayName
    self.settings = settings
    created = now
    modified = now
    seal()
  }

  package init?(json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(PolicyKind.init(rawValue:)),
      let number = json["number"]?.int, let displayName = json["displayName"]?.string,
      let created = json["created"]?.int, let modified = json["modified"]?.int,
      let settings = json["settings"]?.object, let revision = json["revision"]?.int,
      let targeting = json["targeting"].flatMap(Targeting.init(json:))
    else { return nil }
    self.init(
      kind: kind, number: number, displayName: displayName, settings: settings, now: created)
    self.modified = modified
    self.revision = revision
    self.targeting = targeting
    tenant = json["tenant"]?.string ?? ""
    name = json["name"]?.string
    description = json["description"]?.string
    kept = json["kept"]?.object ?? JSONObject()
    if let tags = json["roleScopeTagIds"]?.array { roleScopeTagIds = tags.compactMap(\.string) }
  }

  package var json: JSON {
    [
      "kind": .string(kind.rawValue), "number": .int(number), "tenant": .string(tenant),
      "name": name.map(JSON.string) ?? .null, "displayName": .string(displayName),
      "description": description.map(JSON.string) ?? .null, "created": .int(created),
      "modified": .int(modified), "settings": .object(settings), "kept": .object(kept),
      "revision": .int(revision), "targeting": targeting.json,
      "roleScopeTagIds": .array(roleScopeTagIds.map(JSON.string)),
    ]
  }
}

extension ManagedAppPolicy {
  /// Puts in new content, and counts the revision up if anything is different.
  package mutating func change(now: Int, _ body: (inout ManagedAppPolicy) -> Void) {
    let before = self
    body(&self)
    guard self != before else { return }
    revision += 1
    modified = now
  }
}
