internal import Contract
internal import ExactText
internal import Wording

/// The keys of `IntuneMAMSettings`, one rule for each from the table, and the rules about all of them.
extension AuditRule {
  static let settings: [AuditRule] =
    keyRules + [
      AuditRule("INT-037", .app, .info) { view in
        if let settings = view.bundle.settings {
          return settings.members == nil
            ? view.violated(
              "IntuneMAMSettings must be a dictionary and is \(settings.kind)",
              key: "IntuneMAMSettings")
            : .kept
        }
        let near = (view.info.root.members ?? []).map(\.key)
          .first { $0.isSameIgnoringCase(as: "IntuneMAMSettings") || $0 == "IntuneMamSetting" }
        return view.violated(
          near.map { "the settings are in '\($0)'" } ?? "there is no IntuneMAMSettings",
          key: near ?? "IntuneMAMSettings",
          do: near == nil
            ? "add a dictionary IntuneMAMSettings at the top of Info.plist"
            : "name it IntuneMAMSettings")
      },
      AuditRule("SET-032", .bundle, .info) { view in
        guard let settings = view.bundle.settings else {
          return .doesNotApply("there is no IntuneMAMSettings")
        }
        return view.outcome(
          view.supportedKeys.compactMap { key in
            settings[key.name].flatMap(key.complaint).map { view.setting($0, key.name) }
          })
      },
      AuditRule("SET-033", .bundle, .info) { view in
        guard let members = view.bundle.settings?.members else {
          return .doesNotApply("there is no IntuneMAMSettings")
        }
        let known = view.supportedKeys.map(\.name)
        return view.outcome(
          members.filter { !known.contains($0.key) }.map { member in
            let near = Spelling.nearest(to: member.key, among: known)
            var finding = view.setting(
              "\(member.key) is not a key of edition \(view.edition.rawValue), and the SDK ignores it",
              member.key, do: near.map { "did you mean \($0)?" })
            // Settings that the SDK ignores do no harm by themselves (OQ-78).
            finding.isMild = true
            return finding
          })
      },
      AuditRule("LCH-008", .app, .info) { view in
        guard view.bundle.settings?["MAMPolicyRequired"]?.boolean == true else { return .kept }
        return view.notInStore(view.setting("MAMPolicyRequired is YES", "MAMPolicyRequired"))
      },
      AuditRule("LCH-009", .app, .info) { view in
        guard let settings = view.bundle.settings, settings["MAMPolicyRequired"]?.boolean == true
        else {
          return .doesNotApply("MAMPolicyRequired is not YES")
        }
        if settings["AutoEnrollOnLaunch"]?.boolean == true { return .kept }
        return .violated([
          view.setting(
            "MAMPolicyRequired is YES without AutoEnrollOnLaunch YES", "MAMPolicyRequired",
            do: "set AutoEnrollOnLaunch to YES too")
        ])
      },
      AuditRule("LCH-012", .app, .info) { view in
        guard view.bundle.settings?["MAMPolicyWarnAbsent"]?.boolean == true else { return .kept }
        return view.notInStore(view.setting("MAMPolicyWarnAbsent is YES", "MAMPolicyWarnAbsent"))
      },
      AuditRule("DBG-002", .bundle, .info) { view in
        guard view.bundle.settings?["DebugSettingsEnabled"]?.boolean == true else { return .kept }
        return view.notInStore(view.setting("DebugSettingsEnabled is YES", "DebugSettingsEnabled"))
      },
      AuditRule("DBG-013", .app, .info) { view in
        if view.bundle.settings?["UsePPE"] != nil {
          return .violated([
            view.setting("UsePPE must not be in Info.plist", "UsePPE", do: "remove it")
          ])
        }
        guard view.info.root["UsePPE"] != nil else { return .kept }
        return view.violated("UsePPE must not be in Info.plist", key: "UsePPE", do: "remove it")
      },
    ]

  /// Requirements of keys that have a rule of their own, in which more is looked at than type and value.
  private static let keysWithMore = [
    "SET-001", "SET-002", "SET-003", "SET-007", "SET-008", "SET-010", "SET-011", "SET-028",
    "SET-029",
    // What these do is seen while the app runs.
    "SET-005", "SET-031",
  ]

  /// A rule for each requirement of the table: if its keys are set, their values are of the right type and range.
  private static let keyRules: [AuditRule] = requirementsOfKeys.map { requirement in
    AuditRule(requirement, .bundle, .info) { view in
      let keys = SettingKey.all.filter { $0.requirement == requirement }
      let found = keys.filter { view.bundle.settings?[$0.name] != nil }
      guard !found.isEmpty else {
        return .doesNotApply("\(keys.map(\.name).joined(separator: " or ")) is not set")
      }
      return view.outcome(found.compactMap { complaint(of: $0, view) })
    }
  }

  private static var requirementsOfKeys: [String] {
    SettingKey.all.map(\.requirement).distinct.sortedTexts.filter { !keysWithMore.contains($0) }
  }

  /// What is wrong with the value of a key that is set; nil if nothing is.
  static func complaint(of key: SettingKey, _ view: RuleView) -> AuditFinding? {
    guard let value = view.bundle.settings?[key.name] else { return nil }
    return (key.complaint(of: value) ?? key.valueComplaint(of: value)).map {
      view.setting($0, key.name)
    }
  }

  /// What is wrong with the values of the keys of a requirement.
  static func complaints(_ requirement: String, _ view: RuleView) -> [AuditFinding] {
    SettingKey.all.filter { $0.requirement == requirement }.compactMap { complaint(of: $0, view) }
  }
}
