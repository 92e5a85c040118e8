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

/// What the SDK itself ships: its binaries and its headers.
extension AuditRule {
  static let sdkBuilds: [AuditRule] = [
    AuditRule("INT-052", .files) { view in
      guard !view.evidence.sdkBuilds.isEmpty else {
        return .notShown("no build of the SDK outside of an app is among the files")
      }
      return view.outcome(
        view.evidence.sdkBuilds.compactMap { build in
          // Of a framework for several platforms, each has a file of its own beside the others.
          let parts = view.evidence.sdkBuilds.filter { other in
            other.file == build.file
              || build.file.contains(".xcframework/") && name(other.file) == name(build.file)
          }.flatMap(\.slices)
          let hasBoth =
            parts.contains(where: \.isForSimulator) && parts.contains { !$0.isForSimulator }
          guard !hasBoth else { return nil }
          let names = build.slices.map(\.architecture).joined(separator: ", ")
          return AuditFinding(
            file: build.file, place: .whole, keyPath: "",
            message:
              "the build is not for both devices and simulators (\(names.isEmpty ? "one architecture" : names))"
          )
        })
    },
    constants("LOC-007", "IntuneMAMSaveLocation") { edition in
      [
        ("Other", 0), ("OneDriveForBusiness", 1), ("SharePoint", 2), ("Box", 4), ("Dropbox", 8),
        ("GoogleDrive", 16), ("LocalDrive", 32),
      ] + (edition >= .e2020_06 ? [("CameraRoll", 64), ("AccountDocument", 128)] : [])
    },
    constants("LOC-020", "IntuneMAMOpenLocation") { _ in
      [
        ("Other", 0), ("OneDriveForBusiness", 1), ("SharePoint", 2), ("Camera", 4),
        ("LocalStorage", 8), ("AccountDocument", 16),
      ]
    },
    AuditRule("FIL-029", .files) { view in
      guard let header = named("IntuneMAMFile.h", view) else {
        return .notShown("IntuneMAMFile.h of the SDK is not among the files")
      }
      let line = header.code.first {
        $0.contains("init") && $0.contains("UNAVAILABLE") || $0.contains("unavailable")
      }
      return line != nil
        ? .kept
        : .violated([
          AuditFinding(
            file: header.file, place: .whole, keyPath: "",
            message: "the header does not mark init as unavailable")
        ])
    },
    AuditRule("INT-016", .files) { view in
      guard let header = named("IntuneMAM.h", view) else {
        return .notShown("IntuneMAM.h of the SDK is not among the files")
      }
      let beside = view.evidence.sources.filter {
        $0.file.hasSuffix(".h") && folder($0.file) == folder(header.file) && $0.file != header.file
          && name($0.file).hasPrefix("IntuneMAM") && !name($0.file).hasSuffix("-Swift.h")
          // The umbrella header of the framework for Swift reaches this one.
          && name($0.file) != "IntuneMAMSwift.h"
      }
      return view.outcome(
        beside.filter { other in
          let word = name(other.file)
          // What one of the others imports is reached too.
          return !header.imports(word)
            && !beside.contains { $0.file != other.file && $0.imports(word) }
        }.map { other in
          AuditFinding(
            file: header.file, place: .whole, keyPath: "",
            message: "the umbrella header does not reach \(name(other.file))")
        })
    },
  ]

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func named(_ name: String, _ view: RuleView) -> SourceText? {
    view.evidence.sources.first { self.name($0.file) == name }
  }

  /// The constants of an enumeration in a header of the SDK, with their values.
  private static func constants(
    _ id: String, _ prefix: String, _ wanted: @escaping @Sendable (Edition) -> [(String, Int)]
  ) -> AuditRule {
    AuditRule(id, .files) { view in
      let definitions = view.evidence.sources.filter { $0.file.hasSuffix(".h") }
        .flatMap { source in
          source.code.enumerated().compactMap { index, line -> (SourceText, Int, String, Int)? in
            guard let sign = line.firstIndex(of: "=") else { return nil }
            let word = line[..<sign].split { $0.isWhitespace }.last.map(String.init) ?? ""
            guard word.hasPrefix(prefix), let value = value(line[line.index(after: sign)...]) else {
              return nil
            }
            return (source, index + 1, String(word.dropFirst(prefix.count)), value)
          }
        }
      guard let first = definitions.first else {
        return .notShown("no header among the files gives the values of \(prefix)")
      }
      return view.outcome(
        wanted(view.edition).compactMap { name, value in
          guard let found = definitions.first(where: { $0.2 == name }) else {
            return AuditFinding(
              file: first.0.file, place: .text(line: first.1, column: 0), keyPath: "",
              message: "\(prefix)\(name) is not defined; it is \(value)")
          }
          return found.3 == value
            ? nil
            : AuditFinding(
              file: found.0.file, place: .text(line: found.1, column: 0), keyPath: "",
              message: "\(prefix)\(name) is \(found.3) and must be \(value)")
        })
    }
  }

  /// The value of `4`, `0x4` or `1 << 2`, as an enumeration in C has it.
  private static func value(_ text: Substring) -> Int? {
    let words = text.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }.prefix {
      $0 != "," && $0 != "}"
    }
    func number(_ part: Substring) -> Int? {
      let digits = part.prefix { $0.isHexDigit || $0 == "x" }
      return digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    }
    let text = String(words)
    guard let shift = text.firstRange(of: "<<") else { return number(text[...]) }
    guard let left = number(text[..<shift.lowerBound]),
      let right = number(text[shift.upperBound...]),
      (0..<62).contains(right), left < 2
    else { return nil }
    return left << right
  }
}
