internal import Contract
internal import ExactText

/// What a rule sees: the files, and the app or extension that it is asked about.
struct RuleView: Sendable {
  /// All files.
  let evidence: Evidence
  /// The edition.
  let edition: Edition
  /// The app or extension; one without files for a rule that looks at all files together.
  let bundle: AppBundle
  /// What else the whole audit has.
  private let audit: Audit

  init(_ audit: Audit, edition: Edition, bundle: AppBundle = AppBundle(path: "", kind: .unknown)) {
    self.audit = audit
    self.edition = edition
    self.bundle = bundle
    evidence = audit.evidence
  }

  /// The keys of `IntuneMAMSettings` that the table of the edition has.
  var supportedKeys: [SettingKey] {
    SettingKey.all.filter { audit.contract.holds($0.requirement, in: edition) }
  }

  /// The `Info.plist`; only for rules that need it.
  var info: PropertyList { bundle.info ?? RuleView.empty }
  /// The entitlements; only for rules that need them.
  var entitlements: PropertyList { bundle.entitlements ?? RuleView.empty }
  /// The containing app.
  var container: AppBundle? { bundle.container.map { evidence.bundles[$0] } }
  /// The extensions of the app.
  var extensions: [AppBundle] {
    evidence.bundles.filter { other in
      other.kind == .appExtension
        && other.container.map { evidence.bundles[$0].path == bundle.path } ?? false
    }
  }

  private static let empty = PropertyList(
    file: "", format: .xml, root: PropertyValue(.dictionary([]), at: .whole))

  /// True if what a rule needs is there.
  func has(_ need: AuditRule.Need) -> Bool {
    switch need {
    case .info: bundle.info != nil
    case .entitlements: bundle.entitlements != nil
    case .program: bundle.program != nil
    case .folder: bundle.contents != nil
    case .profile: bundle.profile != nil
    case .projects: !evidence.projects.isEmpty
    case .sources: !evidence.sources.isEmpty
    }
  }

  /// Where the build goes: as the command line says, else as the profile or the signature does; nil if nothing does.
  var distribution: Distribution? {
    if let given = audit.distribution { return given }
    let profile = bundle.profile ?? container?.profile
    if bundle.entitlements?.root["get-task-allow"]?.boolean == true { return .other }
    guard let root = profile?.root else { return nil }
    let isLimited = root["ProvisionedDevices"] != nil || root["ProvisionsAllDevices"] != nil
    return isLimited ? .other : .store
  }

  // MARK: - Outcomes

  /// Violated at a key of the `Info.plist`, or at the file where it has none.
  func violated(
    _ message: String, key: String, of value: PropertyValue? = nil, path: String? = nil,
    do suggestion: String? = nil
  ) -> RuleOutcome {
    .violated([finding(message, key: key, of: value, path: path, do: suggestion)])
  }

  /// A finding at a key of the `Info.plist`.
  func finding(
    _ message: String, key: String, of value: PropertyValue? = nil, path: String? = nil,
    do suggestion: String? = nil
  ) -> AuditFinding {
    let root = value ?? info.root
    return AuditFinding(
      file: info.file, place: root.place(of: key), keyPath: path ?? key, message: message,
      suggestion: suggestion)
  }

  /// A finding at a setting of the SDK.
  func setting(_ message: String, _ key: String, do suggestion: String? = nil) -> AuditFinding {
    guard let settings = bundle.settings else {
      return finding(message, key: AppBundle.settingsKey, do: suggestion)
    }
    return finding(
      message, key: key, of: settings, path: "\(AppBundle.settingsKey).\(key)", do: suggestion)
  }

  /// A finding at a key of the entitlements.
  func entitlement(_ message: String, _ key: String, do suggestion: String? = nil) -> AuditFinding {
    AuditFinding(
      file: entitlements.file, place: entitlements.root.place(of: key), keyPath: key,
      message: message, suggestion: suggestion)
  }

  /// A finding in the bundle's folder or program.
  func whole(_ message: String, do suggestion: String? = nil) -> AuditFinding {
    AuditFinding(
      file: bundle.path, place: .whole, keyPath: "", message: message, suggestion: suggestion)
  }

  /// Kept if nothing was found.
  func outcome(_ findings: [AuditFinding]) -> RuleOutcome {
    findings.isEmpty ? .kept : .violated(findings)
  }

  /// What must not be in a build for the App Store: violated in one, not shown where nothing says where the build goes.
  func notInStore(_ finding: AuditFinding) -> RuleOutcome {
    switch distribution {
    case .store: .violated([finding])
    case .other: .doesNotApply("the build is not for the App Store")
    case nil:
      .notShown(
        "\(finding.message), and nothing says whether this build is for the App Store (--store)")
    }
  }
}
