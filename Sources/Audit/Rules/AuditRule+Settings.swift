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

/// Colours and splash icons of the SDK's screens.
extension AuditRule {
  private static let splashKeys = ["SplashIconFile", "SplashIconFile~ipad"]

  static let appearance: [AuditRule] = [
    AuditRule("UIX-009", .bundle, .info) { view in
      let keys = view.supportedKeys.filter { $0.form == .colour }
      let found = keys.compactMap { key in
        view.bundle.settings?[key.name]?.string.map { (key.name, $0) }
      }
      guard !found.isEmpty else { return .doesNotApply("no colour is set") }
      return view.outcome(
        found.compactMap { name, text in
          let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
          guard digits.count == 6, digits.utf8.allSatisfy(isHexadecimal) else {
            return view.setting(
              "\(name) is '\(text)' and must be six hexadecimal digits, such as #1A2B3C", name)
          }
          guard digits.utf8.contains(where: { $0 > 0x60 }) else { return nil }
          // Only A to F are named; small letters are accepted with a warning (OQ-80).
          var finding = view.setting(
            "\(name) is '\(text)'; the digits are named in capitals", name,
            do: "write \(text.asciiUppercased())")
          finding.isMild = true
          return finding
        })
    },
    AuditRule("UIX-016", .bundle, .info) { view in distinctColours(view) },
    AuditRule("UIX-015", .files, .sources) { view in
      let words = ["setPrimaryColor", "setBackgroundColor", "setForegroundColor", "setAccentColor"]
      let properties = ["backgroundColor", "foregroundColor", "accentColor"]
      return view.outcome(
        view.evidence.sources.flatMap { source in
          source.code.enumerated().compactMap { index, line -> AuditFinding? in
            guard SourceText.column(of: "IntuneMAMSettings", in: line) != nil,
              source.lines.count > index, source.lines[index].contains("\"#"),
              words.contains(where: line.contains) || properties.contains(where: line.contains)
            else { return nil }
            return AuditFinding(
              file: source.file, place: .text(line: index + 1, column: 0), keyPath: "",
              message: "a colour that is known when the app is built is set at run time",
              suggestion: "set it in IntuneMAMSettings of Info.plist")
          }
        })
    },
    AuditRule("UIX-004", .app, .info) { view in
      let found = splashKeys.compactMap { key in
        view.bundle.settings?[key]?.string.map { (key, $0) }
      }
      guard !found.isEmpty else { return .doesNotApply("no splash icon is named") }
      return view.outcome(
        found.compactMap { key, name in
          if name.hasSuffix(".png") {
            return view.setting("\(key) is '\(name)'; the name goes without .png", key)
          }
          guard let contents = view.bundle.contents else { return nil }
          let isThere = contents.contains { $0.hasPrefix(name) && $0.hasSuffix(".png") }
          return isThere
            ? nil : view.setting("\(key) names '\(name)', and no such image is in the bundle", key)
        })
    },
    AuditRule("UIX-005", .app, .info, .folder) { view in
      splashImages(view) { key, image in
        let sizes = key.hasSuffix("~ipad") ? [152] : image.name.contains("@3x") ? [180] : [120]
        return sizes.contains(image.width) && image.width == image.height
          ? nil
          : "\(image.name) has \(image.width)x\(image.height) pixels and should have \(sizes[0])x\(sizes[0])"
      }
    },
    AuditRule("UIX-006", .app, .info, .folder) { view in
      splashImages(view) { key, image in
        let isPlain = key.hasSuffix("~ipad") ? image.width <= 76 : image.width <= 60
        let hasSuffix = image.name.contains("@2x") || image.name.contains("@3x")
        return isPlain || hasSuffix ? nil : "\(image.name) is scaled and has no suffix @2x or @3x"
      }
    },
  ]

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private static func distinctColours(_ view: RuleView) -> RuleOutcome {
    func colour(_ key: String) -> String? {
      view.bundle.settings?[key]?.string.map {
        ($0.hasPrefix("#") ? String($0.dropFirst()) : $0).asciiUppercased()
      }
    }
    let pairs = [
      ("SecondaryBackgroundColor", "BackgroundColor"),
      ("SecondaryForegroundColor", "ForegroundColor"),
      ("SecondaryForegroundColor", "BackgroundColor"),
      ("SecondaryForegroundColor", "SecondaryBackgroundColor"),
    ]
    guard pairs.contains(where: { colour($0.0) != nil }) else {
      return .doesNotApply("no secondary colour is set")
    }
    return view.outcome(
      pairs.filter { colour($0.0) != nil && colour($0.0) == colour($0.1) }.map { own, other in
        view.setting("\(own) is the same as \(other)", own)
      })
  }

  /// What is wrong with the images that the keys name.
  private static func splashImages(
    _ view: RuleView, _ complaint: (String, AppBundle.Image) -> String?
  ) -> RuleOutcome {
    let images = splashKeys.flatMap { key in
      guard let name = view.bundle.settings?[key]?.string, !name.isEmpty else {
        return [(String, AppBundle.Image)]()
      }
      return view.bundle.images.filter { $0.name.hasPrefix(name) }.map { (key, $0) }
    }
    guard !images.isEmpty else {
      return .doesNotApply("no image of a splash icon is in the bundle")
    }
    return view.outcome(
      images.compactMap { key, image in
        complaint(key, image).map { view.setting($0, key) }
      })
  }
}
