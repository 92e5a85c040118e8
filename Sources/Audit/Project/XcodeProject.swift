internal import ExactText

/// A `project.pbxproj`: its build configurations, what it refers to, and what its targets link and copy.
package struct XcodeProject: Sendable {
  /// The file's path.
  package var file: String
  /// The configurations of the project, and then of its targets.
  package var configurations: [BuildConfiguration] = []
  /// Every file that it refers to.
  package var references: [ProjectReference] = []
  /// What the targets link.
  package var linked: [ProjectReference] = []
  /// What the targets copy into the bundle as resources.
  package var resources: [ProjectReference] = []
  /// The packages and frameworks that come from Swift packages.
  package var packageProducts: [String] = []

  /// Reads a project.
  ///
  /// - Throws: if the property list has no objects.
  package init(_ list: PropertyList) throws(FileProblem) {
    file = list.file
    guard let objects = list.root["objects"]?.members else {
      throw FileProblem(file, .whole, "the project has no 'objects'")
    }
    var index: [ExactString: PropertyValue] = [:]
    for member in objects where index[member.key] == nil { index[member.key] = member.value }
    let all = objects.map(\.value)
    references = all.filter { $0["isa"]?.string == "PBXFileReference" }
      .compactMap { Self.reference($0) }
    for object in all where object["isa"]?.string == "PBXProject" {
      add(object, target: nil, index)
    }
    for object in all where object["isa"]?.string?.hasSuffix("Target") == true {
      add(object, target: object["name"]?.string ?? "a target without a name", index)
    }
    for object in all {
      switch object["isa"]?.string {
      case "PBXFrameworksBuildPhase": linked += Self.files(of: object, index)
      case "PBXResourcesBuildPhase": resources += Self.files(of: object, index)
      case "XCSwiftPackageProductDependency":
        if let name = object["productName"]?.string { packageProducts.append(name) }
      default: break
      }
    }
  }

  private static func reference(_ object: PropertyValue) -> ProjectReference? {
    let member = object.member("path") ?? object.member("name")
    return member.flatMap { member in
      member.value.string.map { ProjectReference(path: $0, place: member.place) }
    }
  }

  /// The files of a build phase.
  private static func files(
    of phase: PropertyValue, _ index: [ExactString: PropertyValue]
  ) -> [ProjectReference] {
    (phase["files"]?.strings ?? []).compactMap { id in
      guard let file = index[id], let target = file["fileRef"]?.string.flatMap({ index[$0] })
      else { return nil }
      var found = reference(target)
      found?.isOptional = file["settings"]?["ATTRIBUTES"]?.strings.contains("Weak") ?? false
      return found
    }
  }

  private mutating func add(
    _ object: PropertyValue, target: String?, _ index: [ExactString: PropertyValue]
  ) {
    let list = object["buildConfigurationList"]?.string.flatMap { index[$0] }
    for id in list?["buildConfigurations"]?.strings ?? [] {
      guard let configuration = index[id] else { continue }
      let settings = (configuration["buildSettings"]?.members ?? []).map { member in
        BuildSetting(
          name: Self.name(member.key), words: member.value.strings, file: file,
          place: member.place)
      }
      configurations.append(
        BuildConfiguration(
          name: configuration["name"]?.string ?? "", target: target,
          productType: object["productType"]?.string, settings: settings))
    }
  }

  /// The name of a setting without its condition, as in `OTHER_LDFLAGS[sdk=iphoneos*]`.
  static func name(_ key: String) -> String { String(key.prefix { $0 != "[" }) }
}
