internal import Contract
internal import ExactText

/// The recipe by which an app integrates the SDK: what is in the bundle, and what Info.plist has at its top.
extension AuditRule {
  static let integration: [AuditRule] = [
    AuditRule("INT-004", .bundle) { view in
      let least = view.edition == .e2017_11 ? "9.0" : "11.0"
      return minimumSystem(view, least: least)
    },
    AuditRule("INT-038", .app, .info) { view in
      let key = "NSFaceIDUsageDescription"
      guard let value = view.info.root[key] else {
        return view.violated(
          "there is no NSFaceIDUsageDescription", key: key,
          do: "add a text: policy can let Face ID unlock the app")
      }
      guard let text = value.string, text.contains(where: { $0 != " " }) else {
        return view.violated(
          "NSFaceIDUsageDescription must be a string that is not empty", key: key)
      }
      return .kept
    },
    AuditRule("INT-047", .appExtension, .info) { view in
      let missing = [
        view.bundle.settings == nil ? "IntuneMAMSettings" : nil,
        view.bundle.keychainGroups.map { groups in
          groups.contains { $0.hasSuffix(AppBundle.intuneGroup) }
        } == false ? "the keychain group \(AppBundle.intuneGroup)" : nil,
      ].compactMap(\.self)
      guard missing.isEmpty else {
        return view.violated(
          "the extension hosts the SDK without \(missing.joined(separator: " and "))",
          key: AppBundle.settingsKey, do: "integrate it by the same steps as the app")
      }
      return .kept
    },
    AuditRule("INT-048", .appExtension, .info) { view in container(view) },
    AuditRule("SET-008", .appExtension, .info) { view in container(view) },
    AuditRule("INT-012", .app, .folder) { view in
      resource("IntuneMAMResources.bundle", view, inFramework: true)
    },
    AuditRule("AUTH-014", .app, .folder) { view in
      resource("ADALiOSBundle.bundle", view, inFramework: false)
    },
    AuditRule("INT-050", .app, .folder) { view in
      guard !view.bundle.frameworks.isEmpty else {
        return .doesNotApply("no framework of the SDK is embedded")
      }
      return view.notOnlyForDevices(
        suggestion: "remove them with lipo before the App Store sees them")
    },
    AuditRule("INT-051", .app, .folder) { view in
      guard !view.bundle.frameworks.isEmpty else {
        return .doesNotApply("no framework of the SDK is embedded")
      }
      return view.notOnlyForDevices(
        suggestion: "write a device-only file with lipo -remove, and copy it back")
    },
    AuditRule("INT-054", .files, .projects) { view in
      let shipped = [
        "libIntuneMAM.a", "IntuneMAMResources.bundle", "IntuneMAM.framework",
        "IntuneMAMSwift.framework", "IntuneMAMSwiftStub.framework", "IntuneMAM.h",
      ]
      return view.outcome(
        view.evidence.projects.flatMap { project in
          project.references.compactMap { reference in
            shipped.first { $0 != reference.name && $0.isSameIgnoringCase(as: reference.name) }
              .map { name in
                AuditFinding(
                  file: project.file, place: reference.place, keyPath: "",
                  message: "'\(reference.name)' is not the name of the SDK's file",
                  suggestion: "write \(name): file systems of devices tell capitals apart")
              }
          }
        })
    },
  ]

  /// The first system version, of the program, of Info.plist or of the build settings.
  private static func minimumSystem(_ view: RuleView, least: String) -> RuleOutcome {
    if let info = view.bundle.info, let value = info.root["MinimumOSVersion"]?.string,
      !AppBundle.hasVariable(value)
    {
      return isVersion(value, atLeast: least)
        ? .kept
        : view.violated(
          "MinimumOSVersion is \(value), and edition \(view.edition.rawValue) demands \(least)",
          key: "MinimumOSVersion")
    }
    let program = view.bundle.program?.slices.first { !$0.isForSimulator }?.minimumSystem
    if let program {
      return isVersion(program, atLeast: least)
        ? .kept
        : .violated([
          view.whole(
            "the program runs from iOS \(program) on, and edition \(view.edition.rawValue) demands \(least)"
          )
        ])
    }
    let settings = view.evidence.configurations.compactMap {
      $0.setting("IPHONEOS_DEPLOYMENT_TARGET")
    }
    .filter { !AppBundle.hasVariable($0.text) && !$0.text.isEmpty }
    guard !settings.isEmpty else {
      return .notShown("no file says on which system version it runs first")
    }
    return view.outcome(
      settings.filter { !isVersion($0.text, atLeast: least) }.map { setting in
        AuditFinding(
          file: setting.file, place: setting.place, keyPath: setting.name,
          message:
            "IPHONEOS_DEPLOYMENT_TARGET is \(setting.text), and edition \(view.edition.rawValue) demands \(least)"
        )
      })
  }

  /// True if a version such as `9.3` is not before another one.
  static func isVersion(_ version: String, atLeast least: String) -> Bool {
    let own = version.split(separator: ".").map { Int($0) ?? 0 }
    let other = least.split(separator: ".").map { Int($0) ?? 0 }
    for index in 0..<max(own.count, other.count) {
      let (left, right) = (
        index < own.count ? own[index] : 0, index < other.count ? other[index] : 0
      )
      if left != right { return left > right }
    }
    return true
  }

  private static func container(_ view: RuleView) -> RuleOutcome {
    let key = "ContainingAppBundleId"
    guard let value = view.bundle.settings?[key]?.string, !value.isEmpty else {
      return .violated([
        view.setting(
          "the extension does not name its containing app", key,
          do: "set ContainingAppBundleId to the bundle identifier of the app")
      ])
    }
    guard let identifier = view.container?.identifier else {
      // The identifier of an extension begins with that of its app, unless either is a variable.
      if let own = view.bundle.identifier, !AppBundle.hasVariable(own + value),
        !own.hasPrefix(value + ".")
      {
        return .violated([
          view.setting("ContainingAppBundleId is '\(value)', and the extension is '\(own)'", key)
        ])
      }
      return .notShown("no file says which identifier the containing app has")
    }
    if identifier == value { return .kept }
    if AppBundle.hasVariable(identifier + value) {
      return .notShown("the identifier of the containing app is known only when it is built")
    }
    return .violated([
      view.setting(
        "ContainingAppBundleId is '\(value)', and the containing app is '\(identifier)'", key)
    ])
  }

  private static func resource(
    _ name: String, _ view: RuleView, inFramework: Bool
  ) -> RuleOutcome {
    let contents = view.bundle.contents ?? []
    if contents.contains(where: {
      $0.contains("\(name)/") || $0.hasSuffix("/\(name)") || $0 == name
    }) {
      return .kept
    }
    // The framework brings it along; from 2020 on the rule speaks of the static library alone.
    if inFramework, view.bundle.hasStaticSDK == false {
      return .doesNotApply("the framework is used, which carries its resources")
    }
    if inFramework, view.bundle.hasStaticSDK == nil {
      return .notShown("no program shows whether the static library is linked")
    }
    return .violated([view.whole("\(name) is not in the bundle", do: "copy it with the resources")])
  }
}

extension RuleView {
  /// The frameworks of the SDK that hold code for simulators.
  fileprivate func notOnlyForDevices(suggestion: String) -> RuleOutcome {
    let findings = bundle.frameworks.compactMap { framework -> AuditFinding? in
      let names = framework.slices.filter(\.isForSimulator).map(\.architecture)
      guard !names.isEmpty else { return nil }
      return AuditFinding(
        file: framework.file, place: .whole, keyPath: "",
        message: "it holds code for simulators (\(names.joined(separator: ", ")))",
        suggestion: suggestion)
    }
    return findings.isEmpty ? .kept : notInStore(findings[0])
  }
}
