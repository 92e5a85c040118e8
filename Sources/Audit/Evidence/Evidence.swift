internal import ExactText

/// Everything that the audited files show.
package struct Evidence: Sendable {
  /// What a file was read as.
  package enum Kind: String, Sendable, CaseIterable {
    case info, entitlements, program, profile, project, configuration, packages, source, settings
  }

  /// A file that was read.
  package struct File: Sendable, Equatable {
    /// Its path.
    package var path: String
    /// What it was read as.
    package var kind: Kind
  }

  /// The files in the order in which they were read.
  package var files: [File] = []
  /// What could not be read, or was named and is not judged.
  package var problems: [FileProblem] = []
  /// What readers take in different ways, in files that could be read.
  package var remarks: [FileProblem] = []
  /// Files that are not judged, and why: of no app for iOS, or of which nothing says to which app they belong.
  package var ignored: [FileProblem] = []
  /// The apps and extensions.
  package var bundles: [AppBundle] = []
  /// The projects.
  package var projects: [XcodeProject] = []
  /// The build configurations of the projects and of `.xcconfig` files.
  package var configurations: [BuildConfiguration] = []
  /// The packages that are asked for.
  package var packages: [PackageList] = []
  /// The source files.
  package var sources: [SourceText] = []
  /// The panes of test policies, `MAMDebugSettings.plist`.
  package var debugPanes: [PropertyList] = []
  /// Builds of the SDK that are not part of an app.
  package var sdkBuilds: [MachOFile] = []

  /// The file and place of a package of that name.
  func package(_ names: [String]) -> (file: String, entry: PackageList.Entry)? {
    for list in packages {
      for entry in list.entries
      where names.contains(where: { $0.isSameIgnoringCase(as: entry.name) }) {
        return (list.file, entry)
      }
    }
    return nil
  }

  /// True if a project, a list of packages or a source shows that the app integrates the SDK.
  var showsSDK = false

  /// Looks whether anything shows it; once, because there may be thousands of sources.
  func findsSDK() -> Bool {
    let packages = ["IntuneMAM", "IntuneMAMSwift", "IntuneAppSDK", "ms-intune-app-sdk-ios"]
    return package(packages) != nil
      || projects.contains { project in
        project.references.contains {
          $0.name.hasPrefix("IntuneMAM") || $0.name.hasPrefix("libIntuneMAM")
        }
          || project.packageProducts.contains { $0.hasPrefix("IntuneMAM") }
      }
      || sources.contains { source in
        ["IntuneMAM", "IntuneMAMSwift"].contains(where: source.imports)
      }
  }

  /// True if files of which nothing says whose they are can be held to the rules: if they show the SDK, or others do.
  func judgesUnknown(_ bundle: AppBundle) -> Bool {
    bundle.showsSDK || showsSDK || isOfEntitlementsAlone
  }

  /// True if nothing but entitlements was given, which are then those of an app with the SDK.
  var isOfEntitlementsAlone: Bool {
    problems.isEmpty && ignored.isEmpty && bundles.allSatisfy { $0.kind == .unknown }
  }
}
