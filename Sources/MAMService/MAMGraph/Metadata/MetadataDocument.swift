internal import ExactText
import MAMModel

/// `$metadata`: the model as an entity data model in XML (OData CSDL XML 4.01), as far as it is served.
struct MetadataDocument {
  let isBeta: Bool
  private var complexTypes: [GraphType] = []
  private var entityTypes: [GraphType] = []
  private var enumerations: [Enumeration] = []
  private var flags: Set<ExactString> = []

  /// The document of a version.
  static func text(isBeta: Bool) -> String {
    var document = MetadataDocument(isBeta: isBeta)
    for root in roots { document.addEntity(root.type()) }
    document.addComplex(.diagnosticStatus)
    for case let parameters? in actions.map(\.parameters) {
      document.addProperties(of: parameters)
    }
    return document.text
  }

  private init(isBeta: Bool) { self.isBeta = isBeta }

  // MARK: What is served

  /// What a path can begin with.
  static let roots = sets + singletons
  private static let sets: [GraphType.Navigation] = [
    .many("users", .user), .many("groups", .group), .many("directoryObjects", .directoryObject),
    .many("subscribedSkus", .subscribedSku), .many("organization", .organization),
  ]
  private static let singletons: [GraphType.Navigation] = [
    .one("deviceAppManagement", .deviceAppManagement), .one("deviceManagement", .deviceManagement),
    .one("me", .user),
  ]
  private static let actions:
    [(bound: String, name: String, parameters: GraphType?, result: String?)] =
      [
        ("targetedManagedAppProtection", "assign", PolicyAction.assign, nil),
        ("targetedManagedAppConfiguration", "assign", PolicyAction.assign, nil),
        ("managedDeviceMobileAppConfiguration", "assign", PolicyAction.assignToDevices, nil),
        ("managedAppPolicy", "targetApps", PolicyAction.targetApps, nil),
        (
          "user", "wipeManagedAppRegistrationsByDeviceTag", UserAction.wipe, nil
        ),
        ("user", "assignLicense", .licenseChanges, "graph.user"),
        ("user", "revokeSignInSessions", nil, "Edm.Boolean"),
        (
          "directoryObject", "getByIds", DirectoryAction.getByIds,
          "Collection(graph.directoryObject)"
        ),
      ]
  private static let functions: [(bound: String, name: String, result: String)] = [
    (
      "Collection(graph.managedAppRegistration)", "getUserIdsWithFlaggedAppRegistration",
      "Collection(Edm.String)"
    ),
    (
      "graph.user", "getManagedAppDiagnosticStatuses",
      "Collection(graph.managedAppDiagnosticStatus)"
    ),
    ("graph.user", "getManagedAppPolicies", "Collection(graph.managedAppPolicy)"),
  ]

  /// The numbers of members that are not counted from 0.
  private static let numbers = [
    "managedAppDataStorageLocation": [1, 2, 3, 6, 7, 8, 9],
    "managedAppDataIngestionLocation": [1, 2, 3, 4], "targetedManagedAppGroupType": [0, 1, 2, 4],
  ]

  // MARK: Collecting

  private mutating func addEntity(_ type: GraphType) {
    guard !entityTypes.contains(where: { $0.name == type.name }) else { return }
    entityTypes.append(type)
    for relative in type.bases + type.derived { addEntity(relative) }
    addProperties(of: type)
    for navigation in type.navigations where isBeta || !navigation.isBeta {
      addEntity(navigation.type())
    }
  }

  private mutating func addProperties(of type: GraphType) {
    for property in type.properties where property.exists(isBeta: isBeta) { add(property.form) }
  }

  private mutating func add(_ form: PropertyForm) {
    switch form {
    case .list(let item): add(item)
    case .choice(let kind), .flags(let kind):
      if case .flags = form { flags.insert(kind.name) }
      if !enumerations.contains(where: { $0.name == kind.name }) { enumerations.append(kind) }
    case .complex(let type): addComplex(type)
    default: break
    }
  }

  private mutating func addComplex(_ type: GraphType) {
    // Actions take entities as if they were values.
    guard !(complexTypes + entityTypes).contains(where: { $0.name == type.name }) else { return }
    complexTypes.append(type)
    for derived in type.derived { addComplex(derived) }
    addProperties(of: type)
  }

  // MARK: Writing

  private var text: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<edmx:Edmx Version=\"4.0\" xmlns:edmx=\"http://docs.oasis-open.org/odata/ns/edmx\">",
      "  <edmx:DataServices>",
      "    <Schema Namespace=\"microsoft.graph\" Alias=\"graph\" xmlns=\"http://docs.oasis-open.org/odata/ns/edm\">",
    ]
    for kind in enumerations {
      let isFlags = flags.contains(kind.name)
      lines.append("      <EnumType Name=\"\(kind.name)\"\(isFlags ? " IsFlags=\"true\"" : "")>")
      for (index, member) in kind.members(isBeta: isBeta).enumerated() {
        let value =
          MetadataDocument.numbers[kind.name]?[index]
          ?? (isFlags ? (index == 0 ? 0 : 1 << (index - 1)) : index)
        lines.append("        <Member Name=\"\(member)\" Value=\"\(value)\" />")
      }
      lines.append("      </EnumType>")
    }
    for type in complexTypes { lines += element("ComplexType", type, complexTypes) }
    for type in entityTypes { lines += element("EntityType", type, entityTypes) }
    for action in MetadataDocument.actions {
      lines.append("      <Action Name=\"\(action.name)\" IsBound=\"true\">")
      lines.append("        <Parameter Name=\"bindingParameter\" Type=\"graph.\(action.bound)\" />")
      for parameter in action.parameters?.properties ?? [] where parameter.exists(isBeta: isBeta) {
        lines.append(
          "        <Parameter Name=\"\(parameter.name)\" Type=\"\(name(of: parameter.form))\" />")
      }
      if let result = action.result { lines.append("        <ReturnType Type=\"\(result)\" />") }
      lines.append("      </Action>")
    }
    for function in MetadataDocument.functions {
      lines += [
        "      <Function Name=\"\(function.name)\" IsBound=\"true\">",
        "        <Parameter Name=\"bindingParameter\" Type=\"\(function.bound)\" />",
        "        <ReturnType Type=\"\(function.result)\" />",
        "      </Function>",
      ]
    }
    lines.append("      <EntityContainer Name=\"GraphService\">")
    for set in MetadataDocument.sets {
      lines.append(
        "        <EntitySet Name=\"\(set.name)\" EntityType=\"\(set.type().qualifiedName)\" />")
    }
    for one in MetadataDocument.singletons {
      lines.append(
        "        <Singleton Name=\"\(one.name)\" Type=\"\(one.type().qualifiedName)\" />")
    }
    lines += [
      "      </EntityContainer>", "    </Schema>", "  </edmx:DataServices>", "</edmx:Edmx>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A type with what it adds to its base type.
  private func element(_ kind: String, _ type: GraphType, _ known: [GraphType]) -> [String] {
    let base =
      type.ancestors.first.flatMap { name in known.first { $0.name == name } }
      ?? known.first { other in
        type.ancestors.isEmpty && other.derived.contains { $0.name == type.name }
      }
    let inherited = ((base?.properties.map(\.name) ?? []) + (base?.navigations.map(\.name) ?? []))
      .distinct
    var lines = [
      "      <\(kind) Name=\"\(type.name)\""
        + (base.map { " BaseType=\"graph.\($0.name)\"" } ?? "")
        + (type.isPolymorphic ? " Abstract=\"true\"" : "") + ">"
    ]
    if kind == "EntityType", base == nil {
      lines += ["        <Key>", "          <PropertyRef Name=\"id\" />", "        </Key>"]
    }
    for property in type.properties
    where property.exists(isBeta: isBeta) && !inherited.contains(property.name) {
      lines.append(
        "        <Property Name=\"\(property.name)\" Type=\"\(name(of: property.form))\""
          + (property.traits.contains(.nullable) ? "" : " Nullable=\"false\"") + " />")
    }
    for navigation in type.navigations
    where (isBeta || !navigation.isBeta) && !inherited.contains(navigation.name) {
      let target = "graph.\(navigation.type().name)"
      lines.append(
        "        <NavigationProperty Name=\"\(navigation.name)\" Type=\""
          + (navigation.isCollection ? "Collection(\(target))" : target)
          + "\" ContainsTarget=\"true\" />")
    }
    return lines + ["      </\(kind)>"]
  }

  private func name(of form: PropertyForm) -> String {
    switch form {
    case .boolean: "Edm.Boolean"
    case .integer: "Edm.Int32"
    case .text: "Edm.String"
    case .instant: "Edm.DateTimeOffset"
    case .duration: "Edm.Duration"
    case .choice(let kind), .flags(let kind): "graph.\(kind.name)"
    case .object: "Edm.Untyped"
    case .complex(let type): "graph.\(type.name)"
    case .list(let item): "Collection(\(name(of: item)))"
    }
  }
}
