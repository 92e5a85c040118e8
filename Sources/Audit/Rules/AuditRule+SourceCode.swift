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
