internal import Contract
internal import ExactText

/// What a rule has found out of one app, one extension, or the files as a whole.
package enum RuleOutcome: Sendable {
  /// The files show that the requirement is kept.
  case kept
  /// The files show that it is violated, here and there.
  case violated([AuditFinding])
  /// What it speaks of is not there, for this reason.
  case doesNotApply(String)
  /// The files do not show it, for this reason.
  case notShown(String)
}

/// A place at which a requirement is violated.
package struct AuditFinding: Sendable, Equatable {
  /// The file's path.
  package var file: String
  /// Where in it.
  package var place: FilePlace
  /// The keys that lead there, such as `IntuneMAMSettings.SplashDuration`; empty if the file has none.
  package var keyPath: String
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  /// What to do about it.
  package var suggestion: String?
  /// True if it is a warning, whatever the requirement's level.
  package var isMild = false
}

/// One static requirement: what it looks at, and when it is violated. Each has one place, in one of the tables.
struct AuditRule: Sendable {
  /// What a rule looks at, once for each.
  enum Subject: Sendable {
    /// Every app.
    case app
    /// Every extension that hosts the SDK.
    case appExtension
    /// Every app, every extension that hosts the SDK, and entitlements of which no file says whose they are.
    case bundle
    /// All files together.
    case files
  }

  /// What a rule needs to say anything.
  enum Need: String, Sendable {
    case info = "Info.plist"
    case entitlements = "entitlements file"
    case program = "program"
    case folder = "folder"
    case profile = "provisioning profile"
    case projects = "project.pbxproj"
    case sources = "source file"
  }

  /// The requirement.
  let id: String
  /// What it looks at.
  let subject: Subject
  /// What has to be there.
  let needs: [Need]
  /// Decides; only where all that is needed is there.
  let judge: @Sendable (RuleView) -> RuleOutcome

  init(
    _ id: String, _ subject: Subject, _ needs: Need...,
    judge: @escaping @Sendable (RuleView) -> RuleOutcome
  ) {
    self.id = id
    self.subject = subject
    self.needs = needs
    self.judge = judge
  }

  /// Every rule, by the tables of its topic.
  static let all: [AuditRule] =
    settings + integration + linking + keychains + schemes + configurator + authentication
    + extensions + sharing + debugging + appearance + sourceCode + sdkBuilds

  /// The outcomes for everything that the rule looks at in an edition, each with what it was.
  func outcomes(_ audit: Audit, edition: Edition) -> [(subject: String, outcome: RuleOutcome)] {
    if subject == .files { return [("", outcome(RuleView(audit, edition: edition)))] }
    var found: [(String, RuleOutcome)] = []
    for bundle in audit.evidence.bundles {
      switch (subject, bundle.kind) {
      case (.app, .app), (.bundle, .app): break
      case (.bundle, .unknown):
        guard audit.evidence.judgesUnknown(bundle) else { continue }
      case (.appExtension, .appExtension), (.bundle, .appExtension):
        guard bundle.showsSDK else { continue }
      default: continue
      }
      // One cause is one finding: of an app without any trace of the SDK, only that the settings are missing.
      if bundle.kind == .app, !bundle.showsSDK, !audit.evidence.showsSDK, id != "INT-037" {
        found.append((bundle.path, .notShown("nothing shows that it integrates the SDK")))
      } else {
        found.append((bundle.path, outcome(RuleView(audit, edition: edition, bundle: bundle))))
      }
    }
    if found.isEmpty {
      let what = subject == .appExtension ? "extension that hosts the SDK" : "app"
      return [("", .notShown("none of the files belongs to an \(what)"))]
    }
    return found
  }

  private func outcome(_ view: RuleView) -> RuleOutcome {
    for need in needs where !view.has(need) {
      return .notShown(
        subject == .files
          ? "there is no \(need.rawValue) among the files"
          : "its \(need.rawValue) is not among the files")
    }
    return judge(view)
  }
}

/// Where a build goes.
package enum Distribution: String, Sendable {
  /// To the App Store.
  case store
  /// To testers, developers or the people of one company.
  case other
}
