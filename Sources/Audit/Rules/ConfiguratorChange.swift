internal import Contract
internal import ExactText

/// What the vendor's IntuneMAMConfigurator would change in an Info.plist for its entitlements.
///
/// It only adds and moves (OQ-85), so a plist is finished if it would change nothing (INT-042, INT-043).
struct ConfiguratorChange: Sendable {
  /// The steps that it takes.
  enum Step: Sendable {
    case schemeTwin, queryTwin, fixedQueries, appGroups, mainInterface
  }

  /// Which step it is.
  let step: Step
  /// What is missing, and where.
  let finding: AuditFinding

  /// The query schemes that every app has.
  static let fixedSchemes = ["http-intunemam", "https-intunemam", "ms-outlook-intunemam"]

  /// Every change, in the order of the steps.
  static func all(_ view: RuleView) -> [ConfiguratorChange] {
    [schemeTwins(view), queryTwins(view), fixedQueries(view), appGroups(view), mainInterface(view)]
      .joined().map(\.self)
  }

  /// The findings of one step.
  static func findings(_ step: Step, _ view: RuleView) -> [AuditFinding] {
    all(view).filter { $0.step == step }.map(\.finding)
  }

  private static func schemeTwins(_ view: RuleView) -> [ConfiguratorChange] {
    withoutTwin(view.bundle.urlSchemes).map { name, place in
      twin(
        .schemeTwin, of: "URL scheme", name, at: place, view,
        keyPath: "CFBundleURLTypes.CFBundleURLSchemes",
        suggestion: "declare that too, in the same list")
    }
  }

  private static func queryTwins(_ view: RuleView) -> [ConfiguratorChange] {
    withoutTwin(view.bundle.querySchemes).map { name, place in
      twin(
        .queryTwin, of: "query scheme", name, at: place, view,
        keyPath: "LSApplicationQueriesSchemes", suggestion: "list that too")
    }
  }

  /// The schemes beside which the one with the suffix of managed apps is missing.
  private static func withoutTwin(
    _ schemes: [(name: String, place: FilePlace)]
  ) -> [(name: String, place: FilePlace)] {
    let names = schemes.map(\.name)
    return schemes.filter { scheme in
      !scheme.name.hasSuffix(AppBundle.schemeSuffix)
        && !names.contains(scheme.name + AppBundle.schemeSuffix)
    }
  }

  private static func twin(
    _ step: Step, of kind: String, _ name: String, at place: FilePlace, _ view: RuleView,
    keyPath: String, suggestion: String
  ) -> ConfiguratorChange {
    ConfiguratorChange(
      step: step,
      finding: AuditFinding(
        file: view.info.file, place: place, keyPath: keyPath,
        message: "the \(kind) '\(name)' has no twin '\(name)\(AppBundle.schemeSuffix)'",
        suggestion: suggestion, isMild: UnmanagedScheme.contains(name)))
  }

  private static func fixedQueries(_ view: RuleView) -> [ConfiguratorChange] {
    guard view.bundle.kind != .appExtension else { return [] }
    let names = view.bundle.querySchemes.map(\.name)
    return fixedSchemes.filter { !names.contains($0) }.map { name in
      ConfiguratorChange(
        step: .fixedQueries,
        finding: view.finding(
          "LSApplicationQueriesSchemes does not list '\(name)'", key: "LSApplicationQueriesSchemes",
          do: "every app has to list it"))
    }
  }

  private static func appGroups(_ view: RuleView) -> [ConfiguratorChange] {
    let listed = view.bundle.settings?["AppGroupIdentifiers"]?.strings ?? []
    let near = ["AppGroupIdentitifiers", "AppGroupIdentifier"].first {
      view.bundle.settings?[$0] != nil
    }
    return (view.bundle.appGroups ?? []).filter { !listed.contains($0) }.map { group in
      ConfiguratorChange(
        step: .appGroups,
        finding: view.setting(
          "the app group '\(group)' of the entitlements is not in AppGroupIdentifiers",
          near ?? "AppGroupIdentifiers",
          do: near.map { "'\($0)' is misspelt: write AppGroupIdentifiers" } ?? "list it there"))
    }
  }

  /// The main interface, which the tool moves to where the SDK can start it; from 2020 on no table has it.
  private static func mainInterface(_ view: RuleView) -> [ConfiguratorChange] {
    guard view.edition <= .e2017_11 else { return [] }
    return MainInterface.all.filter { view.info.root[$0.original] != nil }
      .filter { view.bundle.settings?[$0.moved] == nil }
      .map { interface in
        ConfiguratorChange(
          step: .mainInterface,
          finding: view.finding(
            "\(interface.original) is not in IntuneMAMSettings as \(interface.moved)",
            key: interface.original, do: "move it there"))
      }
  }
}

/// URL schemes of apps that are never managed: brokers that sign people in, and threat-defence apps.
///
/// The vendor's configurator lists them without a twin, and so do the vendor's own samples. Their absence is a warning.
enum UnmanagedScheme {
  private static let names = [
    "companyportal", "zips", "lacoonsecurity", "wandera", "lookoutwork-ase", "skycure", "smsec",
    "smart-ns", "betteractiveshield", "scmx", "mvisionmobile", "intunemam-mtd",
  ]

  /// True for a scheme of such an app; those of the authentication library begin all alike.
  static func contains(_ scheme: String) -> Bool {
    scheme.hasPrefix("msauth") || scheme.hasPrefix("msal") || scheme.hasPrefix("x-msauth")
      || names.contains(scheme)
  }
}

/// A key that names the interface with which an app starts, and its place among the settings of the SDK.
struct MainInterface: Sendable {
  /// The key at the top of Info.plist.
  let original: String
  /// The key in `IntuneMAMSettings`.
  let moved: String

  /// The four of them.
  static let all = [
    MainInterface(original: "UIMainStoryboardFile", moved: "MainStoryboardFile"),
    MainInterface(original: "UIMainStoryboardFile~ipad", moved: "MainStoryboardFile~ipad"),
    MainInterface(original: "NSMainNibFile", moved: "MainNibFile"),
    MainInterface(original: "NSMainNibFile~ipad", moved: "MainNibFile~ipad"),
  ]
}
