internal import ExactText

/// The keychain groups of the entitlements, and what the provisioning profile allows.
extension AuditRule {
  private static let key = "keychain-access-groups"

  static let keychains: [AuditRule] = [
    AuditRule("INT-025", .bundle, .entitlements) { view in
      (view.bundle.keychainGroups ?? []).isEmpty
        ? .violated([
          view.entitlement(
            "keychain sharing is not switched on", key, do: "add the capability to this target")
        ]) : .kept
    },
    AuditRule("INT-026", .bundle, .profile) { view in
      guard let profile = view.bundle.profile else { return .notShown("there is no profile") }
      let groups = profile.root["Entitlements"]?[key]?.strings ?? []
      if groups.contains(where: { $0.hasSuffix(".*") }) { return .kept }
      let member = profile.root["Entitlements"]
      return .violated([
        AuditFinding(
          file: profile.file, place: member?.place(of: key) ?? .whole,
          keyPath: "Entitlements.\(key)",
          message: "the provisioning profile does not allow every keychain group of the team",
          suggestion: "it must hold a group that ends in .*")
      ])
    },
    AuditRule("INT-027", .bundle, .entitlements) { view in
      firstGroup(view)
    },
    AuditRule("INT-028", .bundle, .entitlements) { view in group(AppBundle.intuneGroup, view) },
    AuditRule("INT-030", .bundle, .entitlements) { view in group("com.microsoft.adalcache", view) },
    AuditRule("AUTH-018", .bundle, .entitlements) { view in
      let other = view.bundle.settings?["ADALCacheKeychainGroupOverride"]?.string
      guard other == nil else {
        return .doesNotApply("ADALCacheKeychainGroupOverride names another group")
      }
      guard case .kept = group("com.microsoft.adalcache", view) else {
        return group("com.microsoft.adalcache", view)
      }
      return firstGroup(view)
    },
    AuditRule("AUTH-019", .bundle, .entitlements) { view in
      guard case .kept = group("com.microsoft.adalcache", view) else {
        return .doesNotApply("the token cache is not shared")
      }
      return group("com.microsoft.workplacejoin", view)
    },
    AuditRule("INT-031", .bundle, .entitlements) { view in
      guard !view.bundle.isSigned else {
        return .doesNotApply("the signature holds the prefix itself in place of its variable")
      }
      let elements = view.entitlements.root[key]?.elements ?? []
      let wrong = elements.filter { element in
        let text = element.string ?? ""
        return !["$(AppIdentifierPrefix)", "${AppIdentifierPrefix}"].contains(where: text.hasPrefix)
      }
      return view.outcome(
        wrong.map { element in
          AuditFinding(
            file: view.entitlements.file, place: element.place, keyPath: key,
            message:
              "the keychain group '\(element.string ?? "")' has no $(AppIdentifierPrefix) before it",
            suggestion: "write $(AppIdentifierPrefix)\(element.string ?? "")")
        })
    },
  ]

  /// A group without the prefix of the team, be that a variable or the ten characters in a signature.
  private static func bare(_ group: String) -> String {
    for prefix in ["$(AppIdentifierPrefix)", "${AppIdentifierPrefix}", "$(TeamIdentifierPrefix)"]
    where group.hasPrefix(prefix) {
      return String(group.dropFirst(prefix.count))
    }
    let head = group.prefix { $0 != "." }
    let isTeam = head.count == 10 && head.utf8.allSatisfy { (0x30...0x5A).contains($0) }
    return isTeam ? String(group.dropFirst(11)) : group
  }

  private static func group(_ name: String, _ view: RuleView) -> RuleOutcome {
    (view.bundle.keychainGroups ?? []).contains { bare($0) == name }
      ? .kept
      : .violated([
        view.entitlement(
          "there is no keychain group \(name)", key, do: "add it to the keychain groups")
      ])
  }

  private static func firstGroup(_ view: RuleView) -> RuleOutcome {
    guard let first = view.bundle.keychainGroups?.first else {
      return .violated([
        view.entitlement(
          "there is no keychain group", key, do: "add the bundle identifier as the first group")
      ])
    }
    guard let identifier = view.bundle.identifier else {
      return .notShown(
        "no Info.plist among the files says which bundle identifier goes with the entitlements")
    }
    let own = bare(first)
    if own == identifier { return .kept }
    // The name that Xcode gives to the same thing.
    if AppBundle.hasVariable(own + identifier) {
      let isOwn = ["$(CFBundleIdentifier)", "$(PRODUCT_BUNDLE_IDENTIFIER)"].contains(own)
      return isOwn ? .kept : .notShown("the bundle identifier is known only when it is built")
    }
    return .violated([
      view.entitlement(
        "the first keychain group is '\(own)' and not the bundle identifier '\(identifier)'", key,
        do: "put the bundle identifier first")
    ])
  }
}
