internal import ExactText

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
