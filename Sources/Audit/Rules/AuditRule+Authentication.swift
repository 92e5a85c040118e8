internal import Contract
internal import ExactText

/// The authentication libraries, and what the app tells the SDK of its sign-in.
extension AuditRule {
  static let authentication: [AuditRule] = [
    AuditRule("AUTH-005", .app, .info) { signIn(.client, $0) },
    AuditRule("AUTH-006", .app, .info) { signIn(.authority, $0) },
    AuditRule("AUTH-007", .app, .info) { signIn(.redirect, $0) },
    AuditRule("SET-001", .app, .info) { view in
      let wrong = complaints("SET-001", view)
      return wrong.isEmpty ? demanded(.client, view) : .violated(wrong)
    },
    AuditRule("SET-002", .bundle, .info) { view in
      let wrong = complaints("SET-002", view)
      guard wrong.isEmpty else { return .violated(wrong) }
      guard let doubt = SignInValue.authority.doubts(view).first else {
        return .doesNotApply("ADALAuthority is not set, and a default takes its place")
      }
      return doubt.map { .notShown($0) } ?? .kept
    },
    AuditRule("SET-003", .app, .info) { view in
      let wrong = complaints("SET-003", view)
      return wrong.isEmpty ? demanded(.redirect, view) : .violated(wrong)
    },
    AuditRule("AUTH-010", .app, .info) { view in
      switch AuthenticationLibrary.msal.isUsed(view) {
      case false?: return .doesNotApply("MSAL is not linked")
      case nil: return .notShown("no program or list of packages shows whether MSAL is linked")
      case true?: break
      }
      return both(SignInValue.client.outcome(view), SignInValue.redirect.outcome(view))
    },
    AuditRule("AUTH-012", .app) { view in
      let libraries: [AuthenticationLibrary] =
        view.edition >= .e2020_01 ? [.adal, .msal] : [.adal]
      let found = libraries.map { $0.isUsed(view) }
      if found.contains(true) { return .kept }
      guard view.bundle.program != nil, !found.contains(where: { $0 == nil }) else {
        return .notShown("no program shows which authentication library is linked")
      }
      return .violated([
        view.whole(
          "no authentication library is linked",
          do: "link \(libraries.map(\.rawValue).joined(separator: " or "))")
      ])
    },
    AuditRule("AUTH-013", .files, .projects) { view in
      forceLoad(of: "libADALiOS.a", view)
    },
    AuditRule("AUTH-031", .files, .sources) { view in
      let properties = [SignInValue.client, .authority, .redirect].map(\.property)
      return view.outcome(
        view.evidence.sources.flatMap { source in
          source.code.enumerated().flatMap { index, line in
            properties.compactMap { property -> AuditFinding? in
              guard let column = SourceText.column(of: property, in: line) else { return nil }
              let rest = line.dropFirst(column - 1 + property.count).filter {
                $0 != " " && $0 != "@"
              }
              guard rest.hasPrefix("=\"\"") else { return nil }
              return AuditFinding(
                file: source.file, place: .text(line: index + 1, column: column), keyPath: "",
                message: "\(property) is set to a text that is known when the app is built",
                suggestion: "set it in IntuneMAMSettings")
            }
          }
        })
    },
    AuditRule("AUTH-036", .files, .sources) { view in
      view.outcome(
        safariViews(view.evidence.sources).map { file, place, word in
          AuditFinding(
            file: file, place: place, keyPath: "",
            message: "\(word) makes MSAL sign in through a view of Safari's kind",
            suggestion: "data may leak there; use a WKWebView")
        })
    },
    AuditRule("AUTH-037", .app, .info) { view in
      let isSet = view.bundle.settings?["SafariViewControllerBlockedOverride"]?.boolean == true
      guard let first = safariViews(view.evidence.sources).first else {
        return view.evidence.sources.isEmpty && !isSet
          ? .notShown("no source shows which view MSAL signs in by")
          : .doesNotApply("no view of Safari's kind is asked for")
      }
      return isSet
        ? .kept
        : .violated([
          view.setting(
            "\(first.word) is used without SafariViewControllerBlockedOverride YES",
            "SafariViewControllerBlockedOverride",
            do: "set it to YES, or use another view (\(first.place.text(in: first.file)))")
        ])
    },
  ]

  /// A value that an app supplies if it uses a library by itself.
  private static func signIn(_ value: SignInValue, _ view: RuleView) -> RuleOutcome {
    switch AuthenticationLibrary.anyIsUsed(view) {
    case false?: .doesNotApply("the app links no authentication library")
    case true?: value.outcome(view)
    case nil:
      switch value.outcome(view) {
      case .kept: .kept
      default: .notShown("nothing shows whether the app uses ADAL or MSAL itself")
      }
    }
  }

  /// A key that the table demands of apps with ADAL; in the last edition of apps with MSAL.
  private static func demanded(_ value: SignInValue, _ view: RuleView) -> RuleOutcome {
    if case .kept = value.outcome(view) { return .kept }
    let library: AuthenticationLibrary = view.edition >= .e2020_06 ? .msal : .adal
    return switch library.isUsed(view) {
    case false?: .doesNotApply("the app does not link \(library.rawValue)")
    case true?: value.outcome(view)
    case nil: .notShown("nothing shows whether the app uses \(library.rawValue)")
    }
  }

  /// The worse of two outcomes.
  private static func both(_ left: RuleOutcome, _ right: RuleOutcome) -> RuleOutcome {
    switch (left, right) {
    case (.violated(let first), .violated(let second)): .violated(first + second)
    case (.violated, _), (.notShown, .kept): left
    default: right
    }
  }

  /// The words by which MSAL is told to sign in through a view of Safari's kind.
  private static func safariViews(
    _ sources: [SourceText]
  ) -> [(file: String, place: FilePlace, word: String)] {
    sources.flatMap { source in
      ["MSALWebviewTypeSafariViewController", "MSALWebviewTypeAuthenticationSession"].compactMap {
        word in source.place(of: word).map { (source.file, $0, word) }
      }
        + [".safariViewController", ".authenticationSession"].compactMap { word in
          guard
            let line = source.code.firstIndex(where: {
              $0.contains("webviewType") && $0.contains(word)
            })
          else { return nil }
          return (source.file, .text(line: line + 1, column: 0), word)
        }
    }
  }

  /// A static library that a project links must be loaded whole.
  static func forceLoad(of library: String, _ view: RuleView) -> RuleOutcome {
    let linking = view.evidence.projects.filter { project in
      (project.linked + project.references).contains { $0.name == library }
    }
    guard !linking.isEmpty else { return .doesNotApply("no project links \(library)") }
    let isLoaded = view.evidence.configurations.contains { configuration in
      configuration.settings.contains { setting in
        setting.name == "OTHER_LDFLAGS" && setting.text.contains("-force_load")
          && setting.text.contains(library)
      }
    }
    if isLoaded { return .kept }
    return view.outcome(
      linking.map { project in
        AuditFinding(
          file: project.file,
          place: (project.linked + project.references).first { $0.name == library }?.place
            ?? .whole,
          keyPath: "OTHER_LDFLAGS", message: "\(library) is linked without -force_load",
          suggestion: "add -force_load with its path to OTHER_LDFLAGS")
      })
  }
}
