internal import ExactText
internal import SystemFiles

extension EvidenceCollector {
  /// Makes bundles of the files that are not in one: each `Info.plist` with the entitlements, program and profile that
  /// go with it, as a project says, or else where there is only one of each.
  mutating func pair() {
    let first = evidence.bundles.count
    for info in infos {
      switch EvidenceCollector.kind(of: info, productType(of: info)) {
      case .success(let kind):
        evidence.bundles.append(AppBundle(path: info.file, kind: kind, info: info))
      case .failure(let reason): evidence.ignored.append(reason)
      }
    }
    for index in evidence.bundles.indices.dropFirst(first) {
      evidence.bundles[index].entitlements = entitlements(
        ofProjectWith: evidence.bundles[index].path)
    }
    let loose = Array(evidence.bundles.indices.dropFirst(first))
    pairEntitlements(loose)
    let apps = loose.filter { evidence.bundles[$0].kind == .app }
    for profile in profiles {
      if apps.count == 1, profiles.count == 1 {
        evidence.bundles[apps[0]].profile = profile
      } else {
        evidence.bundles.append(AppBundle(path: profile.file, kind: .unknown, profile: profile))
      }
    }
    for program in programs {
      var bundle = AppBundle(path: program.file, kind: .unknown)
      let signed = signedEntitlements(program)
      if apps.count == 1, programs.count == 1 {
        bundle = evidence.bundles[apps[0]]
      }
      bundle.program = program
      if bundle.entitlements == nil, let signed {
        bundle.entitlements = signed
        bundle.isSigned = true
      }
      if apps.count == 1, programs.count == 1 {
        evidence.bundles[apps[0]] = bundle
      } else {
        evidence.bundles.append(bundle)
      }
    }
    let all = evidence.bundles.indices.filter { evidence.bundles[$0].kind == .app }
    guard all.count == 1 else { return }
    for index in loose where evidence.bundles[index].kind == .appExtension {
      evidence.bundles[index].container = all[0]
    }
  }

  private mutating func pairEntitlements(_ loose: [Int]) {
    let taken = loose.compactMap { evidence.bundles[$0].entitlements?.file }
    var left = entitlements.filter { !taken.contains($0.file) }
    func without() -> [Int] { loose.filter { evidence.bundles[$0].entitlements == nil } }
    if without().count == 1, left.count == 1 {
      evidence.bundles[without()[0]].entitlements = left.removeFirst()
    }
    for index in without() {
      let folder = Path.parent(of: evidence.bundles[index].path)
      let beside = left.filter { Path.parent(of: $0.file) == folder }
      let others = without().filter { Path.parent(of: evidence.bundles[$0].path) == folder }
      guard beside.count == 1, others.count == 1 else { continue }
      evidence.bundles[index].entitlements = beside[0]
      left.removeAll { $0.file == beside[0].file }
    }
    for list in left {
      evidence.bundles.append(AppBundle(path: list.file, kind: .unknown, entitlements: list))
    }
  }

  // MARK: - What a project says

  /// The type of product of the target that has an `Info.plist`.
  private func productType(of info: PropertyList) -> String? {
    configuration(of: info.file)?.productType
  }

  /// The entitlements of the target that has an `Info.plist`.
  private func entitlements(ofProjectWith info: String) -> PropertyList? {
    guard let named = configuration(of: info)?.setting("CODE_SIGN_ENTITLEMENTS") else { return nil }
    return entitlements.first { EvidenceCollector.leads(named, to: $0.file) }
  }

  private func configuration(of info: String) -> BuildConfiguration? {
    evidence.configurations.first { configuration in
      configuration.target != nil
        && configuration.setting("INFOPLIST_FILE").map {
          EvidenceCollector.leads($0, to: info)
        } ?? false
    }
  }

  /// True if a setting with a path below the folder of its project leads to a file.
  private static func leads(_ setting: BuildSetting, to file: String) -> Bool {
    var path = setting.text
    for variable in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/", "./"]
    where path.hasPrefix(variable) {
      path = String(path.dropFirst(variable.count))
    }
    let folder = Path.parent(of: Path.parent(of: setting.file))
    return !path.isEmpty && (folder == "." ? path : "\(folder)/\(path)") == file
  }

  // MARK: - Kinds

  /// What an `Info.plist` is of, or why it is not audited.
  private static func kind(
    of info: PropertyList, _ productType: String?
  ) -> Result<AppBundle.Kind, FileProblem> {
    func ignored(_ reason: String) -> Result<AppBundle.Kind, FileProblem> {
      .failure(FileProblem(info.file, .whole, reason))
    }
    let root = info.root
    if root["WKWatchKitApp"] != nil || root["WKApplication"] != nil {
      return ignored("it is of an app for a watch")
    }
    if root["NSExtension"] != nil { return .success(.appExtension) }
    if root[AppBundle.settingsKey] != nil { return .success(.app) }
    let keys = (root.members ?? []).map(\.key)
    let isOfIOS = keys.contains { $0.hasPrefix("UI") || $0 == "LSRequiresIPhoneOS" }
    switch productType ?? root["CFBundlePackageType"]?.string ?? "" {
    case "com.apple.product-type.application", "APPL":
      if !isOfIOS, root["LSMinimumSystemVersion"] != nil || root["NSPrincipalClass"] != nil {
        return ignored("it is of an app for macOS")
      }
      return .success(.app)
    case "com.apple.product-type.app-extension", "XPC!":
      return ignored("it is of an extension without NSExtension")
    case "FMWK", "BNDL", "com.apple.product-type.framework",
      "com.apple.product-type.bundle.unit-test", "com.apple.product-type.bundle.ui-testing":
      return ignored("it belongs to a framework or to a bundle that is not an app")
    default:
      // Whatever else says nothing of itself, or only by a variable, is known by what only apps have.
      return isOfIOS ? .success(.app) : ignored("nothing in it says that it is of an app for iOS")
    }
  }
}

extension FileProblem {
  /// The problem in a line: place, message, and what to do.
  package var line: String {
    "\(place.text(in: file)): \(message)\(suggestion.map { "; \($0)" } ?? "")"
  }
}
