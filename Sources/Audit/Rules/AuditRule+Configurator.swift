internal import ExactText
internal import Wording

/// What the configurator tool of the vendor does to an Info.plist, and what stands for it where people edit by hand.
extension AuditRule {
  static let configurator: [AuditRule] = [
    AuditRule("INT-043", .bundle, .info, .entitlements) { view in
      let changes = ConfiguratorChange.all(view).filter { !$0.finding.isMild }
      guard let first = changes.first?.finding else { return .kept }
      return .violated([
        AuditFinding(
          file: first.file, place: first.place, keyPath: first.keyPath,
          message:
            "the configurator would change this file in \(Counted.text(changes.count, "place"))",
          suggestion: "run IntuneMAMConfigurator again, with -i this file and -e the entitlements")
      ])
    },
    AuditRule("INT-036", .bundle, .info, .entitlements) { view in appGroups(view) },
    AuditRule("SET-007", .bundle, .info, .entitlements) { view in
      let wrong = complaints("SET-007", view)
      return wrong.isEmpty ? appGroups(view) : .violated(wrong)
    },
    AuditRule("INT-022", .app, .info) { view in
      view.outcome(
        MainInterface.all.filter { view.info.root[$0.original] != nil }.map { interface in
          view.finding(
            "\(interface.original) must not be at the top of Info.plist", key: interface.original,
            do: "move it to IntuneMAMSettings as \(interface.moved)")
        })
    },
    AuditRule("INT-023", .app, .info) { view in moved(MainInterface.all, view) },
    AuditRule("SET-010", .app, .info) { view in
      let wrong = complaints("SET-010", view)
      return wrong.isEmpty
        ? moved(MainInterface.all.filter { $0.moved.hasPrefix("MainNib") }, view) : .violated(wrong)
    },
    AuditRule("SET-011", .app, .info) { view in
      let wrong = complaints("SET-011", view)
      return wrong.isEmpty
        ? moved(MainInterface.all.filter { $0.moved.hasPrefix("MainStoryboard") }, view)
        : .violated(wrong)
    },
  ]

  static let schemes: [AuditRule] = [
    AuditRule("INT-032", .bundle, .info) { view in
      guard !view.bundle.urlSchemes.isEmpty else {
        return .doesNotApply("no URL scheme is declared")
      }
      return view.outcome(ConfiguratorChange.findings(.schemeTwin, view))
    },
    AuditRule("INT-033", .app, .info, .sources) { view in
      let listed = view.bundle.querySchemes.map { $0.name.asciiLowercased() }
      let asked = QueriedScheme.all(view.evidence.sources)
      guard !asked.isEmpty else { return .notShown("no source shows which scheme is asked for") }
      return view.outcome(
        asked.filter { !listed.contains($0.name.asciiLowercased()) }.map { scheme in
          AuditFinding(
            file: scheme.file, place: scheme.place, keyPath: "",
            message:
              "canOpenURL asks for '\(scheme.name)', which LSApplicationQueriesSchemes does not list",
            suggestion: "list it in \(view.info.file), with its twin")
        })
    },
    AuditRule("INT-034", .bundle, .info) { view in
      guard !view.bundle.querySchemes.isEmpty else {
        return .doesNotApply("no scheme is asked for")
      }
      return view.outcome(ConfiguratorChange.findings(.queryTwin, view))
    },
    AuditRule("INT-035", .app, .info) { view in
      view.outcome(ConfiguratorChange.findings(.fixedQueries, view))
    },
    AuditRule("SHR-006", .app, .info) { view in
      let own = view.bundle.urlSchemes.filter { !$0.name.hasSuffix(AppBundle.schemeSuffix) }
      return own.isEmpty
        ? view.violated(
          "the app declares no URL scheme", key: "CFBundleURLTypes",
          do: "declare one, and its twin: the extension opens the app by it") : .kept
    },
    AuditRule("SET-029", .bundle, .info) { view in
      guard view.bundle.settings?["WebViewHandledURLSchemes"] != nil else {
        return .notShown("no file shows whether a web view of the app handles links itself")
      }
      return view.outcome(complaints("SET-029", view))
    },
  ]

  private static func appGroups(_ view: RuleView) -> RuleOutcome {
    guard view.bundle.appGroups?.isEmpty == false else {
      return .doesNotApply("the entitlements have no app group")
    }
    return view.outcome(ConfiguratorChange.findings(.appGroups, view))
  }

  private static func moved(_ interfaces: [MainInterface], _ view: RuleView) -> RuleOutcome {
    let missing = interfaces.filter { interface in
      view.info.root[interface.original] != nil && view.bundle.settings?[interface.moved] == nil
    }
    if missing.isEmpty { return .kept }
    return view.outcome(
      ConfiguratorChange.findings(.mainInterface, view).filter { finding in
        missing.contains { $0.original == finding.keyPath }
      })
  }
}

/// A URL scheme that a source asks for by `canOpenURL`.
struct QueriedScheme {
  let name: String
  let file: String
  let place: FilePlace

  /// The schemes that are written out in the same line as the call.
  static func all(_ sources: [SourceText]) -> [QueriedScheme] {
    sources.flatMap { source in
      source.lines.enumerated().flatMap { index, line -> [QueriedScheme] in
        guard
          SourceText.column(
            of: "canOpenURL", in: source.code.count > index ? source.code[index] : "") != nil
        else { return [] }
        return line.split(separator: "\"").compactMap { text in
          guard let end = text.firstRange(of: "://") else { return nil }
          let name = String(text[..<end.lowerBound])
          let isScheme =
            !name.isEmpty
            && name.utf8.allSatisfy {
              (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
                || "+-.".utf8.contains($0)
            }
          return isScheme
            ? QueriedScheme(name: name, file: source.file, place: .text(line: index + 1, column: 0))
            : nil
        }
      }
    }
  }
}
