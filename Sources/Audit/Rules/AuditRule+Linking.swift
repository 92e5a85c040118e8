internal import Contract
internal import ExactText

/// How the SDK and what it needs are linked.
extension AuditRule {
  static let linking: [AuditRule] = [
    AuditRule("INT-005", .app, .info, .program) { view in
      let first =
        view.info.root["MinimumOSVersion"]?.string
        ?? view.bundle.program?.slices.lazy.compactMap(\.minimumSystem).first
      guard let first, !AppBundle.hasVariable(first) else {
        return .notShown("no file says on which system version it runs first")
      }
      guard !isVersion(first, atLeast: "8") else {
        return .doesNotApply("the app does not run on iOS 7")
      }
      let strong = (view.bundle.program?.slices ?? []).lazy.flatMap(\.libraries)
        .first { $0.lastPart == "LocalAuthentication" && !$0.isWeak }
      return view.outcome(
        strong.map { library in
          [
            AuditFinding(
              file: view.bundle.program?.file ?? view.bundle.path, place: library.place,
              keyPath: "",
              message: "LocalAuthentication is not linked as optional, and iOS 7 has none",
              suggestion: "mark LocalAuthentication.framework as optional")
          ]
        } ?? [])
    },
    AuditRule("INT-006", .app, .folder) { view in
      guard !view.extensions.isEmpty else { return .doesNotApply("the app has no extension") }
      return staticSDK(view, "an app with extensions must link the framework")
    },
    AuditRule("INT-007", .app, .program) { view in
      staticSDK(view, "the framework is recommended in place of the static library")
    },
    AuditRule("INT-009", .bundle, .program) { view in
      guard let program = view.bundle.program, program.slices.contains(where: \.hasSwift) else {
        return .doesNotApply("the target holds no Swift")
      }
      if view.bundle.hasStaticSDK == true {
        return .doesNotApply("the static library is linked, of which INT-010 speaks")
      }
      let names = program.slices.flatMap { $0.libraries.map(\.lastPart) }
      let missing = ["IntuneMAMSwift", "IntuneMAMSwiftStub"].filter { !names.contains($0) }
      return missing.isEmpty
        ? .kept
        : .violated([
          view.whole(
            "a target with Swift does not link \(missing.joined(separator: " and "))",
            do: "link and embed IntuneMAMSwift.framework and IntuneMAMSwiftStub.framework")
        ])
    },
    AuditRule("INT-010", .bundle, .program) { view in
      guard let program = view.bundle.program, program.slices.contains(where: \.hasSwift) else {
        return .doesNotApply("the target holds no Swift")
      }
      return staticSDK(view, "a target with Swift must not link the static library")
    },
    AuditRule("INT-011", .files, .projects) { forceLoad(of: "libIntuneMAM.a", $0) },
    AuditRule("INT-013", .bundle, .program) { view in systemFrameworks(view) },
    AuditRule("INT-014", .files, .projects) { view in
      let references = view.evidence.projects.flatMap { project in
        (project.references + project.linked).map { (project.file, $0) }
      }
      let found = references.filter { $0.1.name == "libIntuneMAM.a" }
      guard !found.isEmpty else { return .doesNotApply("no project links libIntuneMAM.a") }
      guard let debug = found.first(where: { $0.1.path.asciiLowercased().contains("debug/") })
      else {
        return .kept
      }
      return view.notInStore(
        AuditFinding(
          file: debug.0, place: debug.1.place, keyPath: "",
          message: "the project links the debug build of the library",
          suggestion: "link release/libIntuneMAM.a"))
    },
  ]

  private static func staticSDK(_ view: RuleView, _ message: String) -> RuleOutcome {
    switch view.bundle.hasStaticSDK {
    case true?: .violated([view.whole("the static library is linked: \(message)")])
    case false?: .kept
    case nil: .notShown("the names of the program's classes cannot be read")
    }
  }

  /// What the guide lists, by the last part of the name without its version.
  private static func wanted(_ view: RuleView) -> [[String]] {
    var names = [
      "MessageUI", "Security", "SystemConfiguration", "libsqlite3", "libc++", "ImageIO",
      "LocalAuthentication", "AudioToolbox",
    ]
    if view.edition >= .e2017_11 { names += ["QuartzCore", "WebKit"] }
    // The one replaces the other in the last edition, where it is also part of it.
    let services =
      view.edition >= .e2020_06 ? ["CoreServices", "MobileCoreServices"] : ["MobileCoreServices"]
    return names.map { [$0] } + [services]
  }

  private static func systemFrameworks(_ view: RuleView) -> RuleOutcome {
    // From 2017-11 on the list stands with the static library.
    if view.edition >= .e2017_11, view.bundle.hasStaticSDK != true {
      return view.bundle.hasStaticSDK == nil
        ? .notShown("the names of the program's classes cannot be read")
        : .doesNotApply("the framework is used, which names what it needs")
    }
    let names = (view.bundle.program?.slices ?? []).flatMap { $0.libraries.map(\.lastPart) }
    let missing = wanted(view).filter { choice in
      !names.contains { name in
        choice.contains { name == $0 || name.hasPrefix("\($0).") }
      }
    }
    return missing.isEmpty
      ? .kept
      : .violated([
        view.whole(
          "the program does not link \(missing.map { $0[0] }.joined(separator: ", "))",
          do: "add what is missing to the linked frameworks and libraries")
      ])
  }
}
