internal import Contract
internal import ExactText

/// The extension that takes files from other managed apps, and other extensions to which files are shared.
extension AuditRule {
  static let extensions: [AuditRule] = [
    AuditRule("SHR-004", .app, .folder, .info) { view in
      guard view.info.root["CFBundleDocumentTypes"]?.elements?.isEmpty == false else {
        return .doesNotApply("the app takes no documents")
      }
      return view.extensions.contains(where: \.isOpenInExtension)
        ? .kept
        : .violated([
          view.finding(
            "the app takes documents and has no Open-in action extension",
            key: "CFBundleDocumentTypes",
            do: "add an action extension without a user interface that links the SDK")
        ])
    },
    openIn("SHR-012") { view in marker(view) },
    openIn("SET-028") { view in marker(view) },
    openIn("SHR-007") { view in
      guard let container = view.container, let own = view.bundle.appGroups,
        let others = container.appGroups
      else {
        return .notShown("the entitlements of app and extension are not both among the files")
      }
      let shared = own.filter(others.contains)
      guard !shared.isEmpty else {
        return .violated([
          view.setting(
            "app and extension share no app group", "AppGroupIdentifiers", do: "give both one")
        ])
      }
      let listed = view.bundle.settings?["AppGroupIdentifiers"]?.strings ?? []
      let listedByApp = container.settings?["AppGroupIdentifiers"]?.strings ?? []
      return shared.contains { listed.contains($0) && listedByApp.contains($0) }
        ? .kept
        : .violated([
          view.setting(
            "the app group '\(shared[0])' is not in AppGroupIdentifiers of both",
            "AppGroupIdentifiers")
        ])
    },
    openIn("SHR-008") { view in
      guard let own = view.bundle.keychainGroups, let others = view.container?.keychainGroups else {
        return .notShown("the entitlements of app and extension are not both among the files")
      }
      let isShared = [own, others].allSatisfy { groups in
        groups.contains { $0.hasSuffix(AppBundle.intuneGroup) }
      }
      return isShared
        ? .kept
        : .violated([
          view.whole(
            "app and extension do not both have the keychain group \(AppBundle.intuneGroup)")
        ])
    },
    openIn("SHR-009") { view in
      let key = "CFBundleDisplayName"
      guard let name = view.info.root[key]?.string, !AppBundle.hasVariable(name) else {
        return .notShown("the name of the extension is known only when it is built")
      }
      guard let app = view.container?.info?.root,
        let appName = (app[key] ?? app["CFBundleName"])?.string, !AppBundle.hasVariable(appName)
      else { return .notShown("no file says what the containing app is called") }
      // Another language has words of its own; the name of the app is in it all the same.
      return name.contains(appName) && name != appName
        ? .kept
        : view.violated(
          "the extension is called '\(name)'", key: key, do: "call it 'Open in \(appName)'")
    },
    openIn("SHR-010") { view in
      if view.info.root["CFBundleIcons"] != nil || view.info.root["CFBundleIconFiles"] != nil {
        return .kept
      }
      guard let contents = view.bundle.contents else {
        return .notShown("the folder of the extension is not among the files")
      }
      return contents.contains { $0.hasSuffix(".png") || $0.hasSuffix("Assets.car") }
        ? .kept : .violated([view.whole("the extension has no icon", do: "add a template icon")])
    },
    openIn("SHR-025") { view in
      guard
        view.info.root["NSExtension"]?["NSExtensionAttributes"]?[ActivationRule.key]?.string
          .map({ $0.asciiUppercased() != "TRUEPREDICATE" }) ?? true,
        view.bundle.settings?["AppGroupIdentifiers"]?.strings.isEmpty == false
      else {
        return .violated([
          view.setting(
            "the ready-made extension still needs its app groups and a real activation rule",
            "AppGroupIdentifiers")
        ])
      }
      return .kept
    },
  ]

  static let sharing: [AuditRule] = [
    openIn("SHR-013") { view in
      guard let rule = ActivationRule(view.bundle) else {
        return view.violated("the extension has no NSExtensionActivationRule", key: "NSExtension")
      }
      return view.outcome(
        rule.openInComplaints.map { view.finding($0, key: "NSExtension", path: rule.path) })
    },
    openIn("SHR-014") { view in
      guard let app = view.container?.info else {
        return .notShown("the Info.plist of the app is not among the files")
      }
      guard let rule = ActivationRule(view.bundle) else {
        return .doesNotApply("the extension has no activation rule")
      }
      let types = (app.root["CFBundleDocumentTypes"]?.elements ?? [])
        .flatMap { $0["LSItemContentTypes"]?.strings ?? [] }
      let missing = types.filter { !rule.types.contains(ActivationRule.prefix + $0) }
      return view.outcome(
        missing.map { type in
          view.finding(
            "the activation rule does not name '\(ActivationRule.prefix)\(type)', which the app takes as '\(type)'",
            key: "NSExtension", path: rule.path)
        })
    },
    AuditRule("SHR-015", .appExtension, .info) { view in
      let points = ["com.apple.share-services", "com.apple.ui-services", "com.apple.services"]
      guard points.contains(view.bundle.extensionPoint ?? ""), !view.bundle.isOpenInExtension else {
        return .doesNotApply("it is not a share or action extension that existed before")
      }
      guard let rule = ActivationRule(view.bundle) else {
        return .doesNotApply("the extension has no activation rule")
      }
      if rule.isDictionary {
        return view.violated(
          "the activation rule is a dictionary, which cannot name the types of the SDK",
          key: "NSExtension", path: rule.path,
          do: "write it as a predicate; the configurator turns it into one")
      }
      let own = rule.types.filter { !$0.hasPrefix(ActivationRule.prefix) }
      let missing = own.filter { !rule.types.contains(ActivationRule.prefix + $0) }
      return view.outcome(
        missing.map { type in
          view.finding(
            "the activation rule names '\(type)' without '\(ActivationRule.prefix)\(type)'",
            key: "NSExtension", path: rule.path)
        })
    },
  ]

  /// A rule about the Open-in extension; it applies to no other.
  private static func openIn(
    _ id: String, _ judge: @escaping @Sendable (RuleView) -> RuleOutcome
  ) -> AuditRule {
    AuditRule(id, .appExtension, .info) { view in
      let takesTypes = ActivationRule(view.bundle)?.types.contains {
        $0.hasPrefix(ActivationRule.prefix)
      }
      let isLikely = takesTypes == true && view.bundle.extensionPoint == "com.apple.services"
      guard view.bundle.isOpenInExtension || isLikely else {
        return .doesNotApply("it is no Open-in action extension")
      }
      return judge(view)
    }
  }

  private static func marker(_ view: RuleView) -> RuleOutcome {
    view.bundle.settings?["OpenInActionExtension"]?.boolean == true
      ? .kept
      : .violated([
        view.setting(
          "OpenInActionExtension must be YES in the Open-in extension", "OpenInActionExtension")
      ])
  }
}

/// The rule by which the system offers an extension for what is shared.
struct ActivationRule {
  static let key = "NSExtensionActivationRule"
  /// What the SDK puts before a type of a managed document.
  static let prefix = "com.microsoft.intune.mam."

  /// The keys that lead to it.
  let path = "NSExtension.NSExtensionAttributes.NSExtensionActivationRule"
  /// True if it is made of the system's keys instead of a predicate.
  let isDictionary: Bool
  /// The predicate.
  private let predicate: String
  /// The types that the predicate names.
  let types: [String]

  /// The rule of an extension; nil if it has none.
  init?(_ bundle: AppBundle) {
    let attributes = bundle.info?.root["NSExtension"]?["NSExtensionAttributes"]
    guard let value = attributes?[ActivationRule.key] else { return nil }
    isDictionary = value.members != nil
    predicate = value.string ?? ""
    var types: [String] = []
    var rest = predicate[...]
    while let found = rest.firstRange(of: "UTI-CONFORMS-TO") {
      rest = rest[found.upperBound...]
      let text = rest.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
      // The older sample of the guide has typographic quotes, which do not parse.
      let quotes: [Character] = ["\"", "'", "\u{201C}", "\u{201D}"]
      guard let quote = text.first, quotes.contains(where: { $0 == quote }) else { continue }
      types.append(
        String(text.dropFirst().prefix { next in !quotes.contains { $0 == next } }))
    }
    self.types = types
  }

  /// What is wrong with it as the rule of an Open-in extension.
  var openInComplaints: [String] {
    if isDictionary { return ["the activation rule is a dictionary and not a predicate"] }
    if predicate.contains(where: { $0 == "\u{201C}" || $0 == "\u{201D}" }) {
      return ["the activation rule has typographic quotes, which do not parse; write straight ones"]
    }
    var found: [String] = []
    // A comparison of two counts, as of the attachments that conform with all of them, limits neither.
    let counts = ActivationRule.counts(predicate).filter { $0 != "==" && !$0.isEmpty }
    if counts.count < 2 || counts.contains(where: { $0 != "==1" }) {
      found.append("the activation rule must demand exactly one item with exactly one attachment")
    }
    if types.isEmpty { found.append("the activation rule names no type") }
    found += types.filter { !$0.hasPrefix(ActivationRule.prefix) }.map {
      "the activation rule takes '\($0)', which is not a type of managed documents (\(ActivationRule.prefix)*)"
    }
    return found
  }

  /// What follows each `.@count`, without spaces, such as `==1`.
  private static func counts(_ predicate: String) -> [String] {
    var found: [String] = []
    var rest = predicate[...]
    while let range = rest.firstRange(of: ".@count") {
      rest = rest[range.upperBound...]
      let text = rest.filter { !$0.isWhitespace }
      found.append(String(text.prefix { "=<>!0123456789".contains($0) }))
    }
    return found
  }
}
