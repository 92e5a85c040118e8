internal import ExactText

/// What the app's own source code, or the names in its program, must and must not have.
extension AuditRule {
  static let sourceCode: [AuditRule] = [
    header("CFG-006", of: ["IntuneMAMAppConfigManager"]),
    header("ENR-042", of: ["IntuneMAMEnrollmentManager"]),
    header("INT-015", of: publicClasses),
    unused("DBG-027", ["displayDiagnosticConsoleInDarkMode:"]),
    unused(
      "ENR-046",
      [
        "enrollApplication", "enrollApplication:", "unEnrollApplication", "unEnrollApplication:",
        "unEnrollApplicationAndSwitchPrimaryUserTo:", "devicePrimaryUser",
      ]),
    unused("POL-027", ["isSaveToPersonalAllowed"]),
  ]

  /// The classes of the SDK, each with a header of its own name.
  private static let publicClasses = [
    "IntuneMAMEnrollmentManager", "IntuneMAMEnrollmentStatus", "IntuneMAMPolicyManager",
    "IntuneMAMDataProtectionManager", "IntuneMAMFileProtectionManager",
    "IntuneMAMAppConfigManager", "IntuneMAMComplianceManager", "IntuneMAMDiagnosticConsole",
    "IntuneMAMLogger", "IntuneMAMUIHelper", "IntuneMAMVersionInfo",
  ]

  /// A source that uses a class has to include its header, or that of the whole SDK; Swift has a bridging header.
  private static func header(_ id: String, of classes: [String]) -> AuditRule {
    AuditRule(id, .files, .sources) { view in
      let users = view.evidence.sources.filter { !$0.isSwift }.flatMap { source in
        classes.compactMap { name in source.place(of: name).map { (source, name, $0) } }
      }
      // The SDK's own headers define what they name.
      let foreign = users.filter { !$0.0.isOfSDK }
      guard !foreign.isEmpty else { return .doesNotApply("no source in Objective-C uses it") }
      let sources = view.evidence.sources
      return view.outcome(
        foreign.filter { source, name, _ in
          !imports(name, source)
            // A header of the app may pass it on.
            && !sources.contains { other in
              other.file.hasSuffix(".h") && imports(name, other)
                && source.imports(String(other.file.split(separator: "/").last ?? ""))
            }
        }.map { source, name, place in
          AuditFinding(
            file: source.file, place: place, keyPath: "",
            message: "\(name) is used without its header",
            suggestion: "import <IntuneMAM/\(name).h> or <IntuneMAM/IntuneMAM.h>")
        })
    }
  }

  private static func imports(_ name: String, _ source: SourceText) -> Bool {
    ["\(name).h", "IntuneMAM", "IntuneMAMSwift", "IntuneMAM.h"].contains(where: source.imports)
      // The guides of 2016 name a header that is called otherwise in the package.
      || name == "IntuneMAMEnrollmentManager" && source.imports("IntuneMAMEnrollment.h")
  }

  /// Methods that new code must not call.
  private static func unused(_ id: String, _ methods: [String]) -> AuditRule {
    AuditRule(id, .files) { view in
      let programs = view.evidence.bundles.compactMap(\.program)
      let readable = programs.filter { $0.slices.allSatisfy(\.isReadable) && !$0.slices.isEmpty }
      guard !view.evidence.sources.isEmpty || !readable.isEmpty else {
        return .notShown("no source, and no program whose names can be read, is among the files")
      }
      let words = methods.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }.distinct
        .sortedTexts
      let own = view.evidence.sources.filter { !$0.isOfSDK }
      let inSources = own.flatMap { source in
        words.compactMap { word in
          source.place(of: word).map {
            AuditFinding(
              file: source.file, place: $0, keyPath: "",
              message: "\(word) must not be used in new code")
          }
        }
      }
      let inPrograms = readable.flatMap { program in
        methods.filter { method in
          // A program that holds the SDK has the names of all of its methods.
          program.slices.contains {
            $0.hasMethod(method) && !$0.definesClass(prefix: "IntuneMAMEnrollmentManager")
          }
        }.map { method in
          AuditFinding(
            file: program.file, place: .whole, keyPath: "",
            message: "the program calls \(method), which new code must not use")
        }
      }
      return view.outcome(inSources + inPrograms)
    }
  }
}

/// The settings pane by which an app is tested without the service.
extension AuditRule {
  private static let pane = "MAMDebugSettings"

  static let debugging: [AuditRule] = [
    AuditRule("DBG-005", .app, .folder) { view in
      let hasFile = contains(view, "Settings.bundle/\(pane).plist")
      let specifiers = view.bundle.settingsPane?.root["PreferenceSpecifiers"]?.elements ?? []
      let child = specifiers.first { specifier in
        let file = specifier["File"]?.string ?? specifier["FileName"]?.string ?? ""
        return file == pane
      }
      switch (hasFile, child) {
      case (false, nil): return .doesNotApply("the app has no pane of test policies")
      case (true, let child?):
        return child["Type"]?.string == "PSChildPaneSpecifier"
          ? .kept
          : .violated([inPane(view, "the entry of \(pane) must be a child pane", child.place)])
      case (true, nil):
        return .violated([
          inPane(
            view, "Settings.bundle has \(pane).plist, and Root.plist has no child pane of it",
            .whole)
        ])
      case (false, let child?):
        return .violated([
          inPane(view, "Root.plist names \(pane), which is not in Settings.bundle", child.place)
        ])
      }
    },
    AuditRule("DBG-006", .app, .folder) { view in
      guard contains(view, "Settings.bundle/\(pane).plist") else { return .kept }
      return view.notInStore(
        view.whole("Settings.bundle holds \(pane).plist", do: "copy it in debug builds only"))
    },
    AuditRule("DBG-009", .files) { view in
      ofPanes(view) { list in
        let entries = specifiers(list)
        return TestPolicyTable.defaults(view.edition).compactMap { name, value in
          guard let entry = entries.first(where: { $0.key == name }) else {
            return finding(
              list, list.root.place, "there is no key \(TestPolicyTable.prefix)\(name)")
          }
          guard let own = entry.specifier["DefaultValue"] else {
            return finding(
              list, entry.specifier.place, "\(name) has no default; it must be \(value.text)")
          }
          return value.isSame(as: own)
            ? nil : finding(list, own.place, "the default of \(name) must be \(value.text)")
        }
      }
    },
    AuditRule("DBG-010", .files) { view in
      ofPanes(view) { list in
        let entries = specifiers(list)
        return TestPolicyTable.scales.compactMap { name, scale in
          guard let entry = entries.first(where: { $0.key == name }),
            let values = entry.specifier["Values"]?.elements
          else { return finding(list, list.root.place, "\(name) has no list of values") }
          let numbers = values.compactMap { $0.integer ?? $0.string.flatMap { Int($0) } }.sorted()
          return numbers == Array(scale)
            ? nil
            : finding(
              list, entry.specifier.place,
              "the values of \(name) must be \(scale.lowerBound) to \(scale.upperBound)")
        }
      }
    },
  ]

  private static func contains(_ view: RuleView, _ name: String) -> Bool {
    (view.bundle.contents ?? []).contains(name)
  }

  private static func inPane(
    _ view: RuleView, _ message: String, _ place: FilePlace
  ) -> AuditFinding {
    AuditFinding(
      file: view.bundle.settingsPane?.file ?? view.bundle.path, place: place,
      keyPath: "PreferenceSpecifiers", message: message,
      suggestion: "Root.plist needs an entry of the type Child Pane with the file name \(pane)")
  }

  private static func ofPanes(
    _ view: RuleView, _ body: (PropertyList) -> [AuditFinding]
  ) -> RuleOutcome {
    guard !view.evidence.debugPanes.isEmpty else {
      return .notShown("there is no \(pane).plist among the files")
    }
    return view.outcome(view.evidence.debugPanes.flatMap(body))
  }

  private static func finding(
    _ list: PropertyList, _ place: FilePlace, _ message: String
  ) -> AuditFinding {
    AuditFinding(
      file: list.file, place: place, keyPath: "PreferenceSpecifiers", message: message,
      suggestion: "use the file as the SDK ships it")
  }

  /// The entries with a key of test policies, by the key without its prefix.
  private static func specifiers(
    _ list: PropertyList
  ) -> [(key: String, specifier: PropertyValue)] {
    (list.root["PreferenceSpecifiers"]?.elements ?? []).compactMap { specifier in
      guard let key = specifier["Key"]?.string, key.hasPrefix(TestPolicyTable.prefix) else {
        return nil
      }
      return (String(key.dropFirst(TestPolicyTable.prefix.count)), specifier)
    }
  }
}
