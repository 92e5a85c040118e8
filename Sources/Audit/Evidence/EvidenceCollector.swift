internal import ExactText
internal import SystemFiles

/// Finds and reads the files that an audit is given: files, bundles, unpacked packages and folders of a project.
struct EvidenceCollector {
  /// The most files of a folder that are looked at.
  private static let mostFiles = 100_000
  /// Folders of a project that hold the work of others, or what a build has made.
  private static let foreignFolders = [
    ".git", "Pods", "Carthage", "DerivedData", "node_modules", ".build", "build",
  ]

  /// What was found so far.
  var evidence = Evidence()
  var infos: [PropertyList] = []
  var entitlements: [PropertyList] = []
  var profiles: [PropertyList] = []
  var programs: [MachOFile] = []

  /// Reads everything that the paths lead to.
  static func collect(_ paths: [String]) -> Evidence {
    var collector = EvidenceCollector()
    for path in paths {
      if Path.isFolder(path) {
        collector.folder(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
      } else {
        collector.file(path, isNamed: true)
      }
    }
    collector.pair()
    collector.evidence.showsSDK = collector.evidence.findsSDK()
    collector.noteStrangers(named: paths)
    return collector.evidence
  }

  /// Says which files are not judged because nothing says to which app they belong. Whoever names one expects it to be; a
  /// folder may have others.
  private mutating func noteStrangers(named paths: [String]) {
    let strangers = evidence.bundles.filter { $0.kind == .unknown && !evidence.judgesUnknown($0) }
      .map { bundle in
        FileProblem(
          bundle.path, .whole, "nothing says to which app it belongs, so it is not judged",
          suggestion:
            "give each app with its own files alone, or its project or .app, which says it")
      }
    let named = paths.distinct
    evidence.problems += strangers.filter { named.contains(ExactString($0.file)) }
    evidence.ignored += strangers.filter { !named.contains(ExactString($0.file)) }
  }

  // MARK: - Folders

  private mutating func folder(_ path: String) {
    if EvidenceCollector.isBundle(path) {
      bundle(path, container: nil)
      return
    }
    let before = evidence.files.count + evidence.problems.count
    let names = files(below: path) { parts in
      // A bundle is read as a whole, and says itself what it could not read.
      !parts.contains { EvidenceCollector.isBundle($0) || EvidenceCollector.isForeign($0) }
    }
    guard names.count <= EvidenceCollector.mostFiles else {
      evidence.problems.append(
        FileProblem(
          path, .whole, "the folder has more than \(EvidenceCollector.mostFiles) files",
          suggestion: "name the app or the project's own folder"))
      return
    }
    var bundles: [String] = []
    for name in names {
      let parts = name.split(separator: "/").map(String.init)
      // A bundle is read as a whole, once.
      if let end = parts.dropLast().firstIndex(where: EvidenceCollector.isBundle) {
        let bundle = "\(path)/\(parts[...end].joined(separator: "/"))"
        if bundles.last != bundle {
          bundles.append(bundle)
          self.bundle(bundle, container: nil)
        }
        continue
      }
      if parts.dropLast().contains(where: EvidenceCollector.isForeign) { continue }
      if EvidenceCollector.isOfInterest(parts) { file("\(path)/\(name)", isNamed: false) }
    }
    if evidence.files.count + evidence.problems.count == before {
      evidence.problems.append(
        FileProblem(
          path, .whole, "the folder has no file that an audit reads",
          suggestion: "give an .app, a project's folder, or files such as Info.plist"))
    }
  }

  /// The files below a folder. A folder among them that cannot be read is a problem, since it may hold what an audit reads.
  ///
  /// - Parameter isWanted: false for a folder, in the parts of its path, in which nothing would be read.
  private mutating func files(
    below path: String, isWanted: ([String]) -> Bool = { _ in true }
  ) -> [String] {
    var problems: [FileProblem] = []
    let names = Folder.files(below: path) { (folder, error) in
      guard isWanted(folder.split(separator: "/").map(String.init)) else { return }
      let place = folder.isEmpty ? path : "\(path)/\(folder)"
      problems.append(FileProblem(place, .whole, "the folder cannot be read: \(error)"))
    }
    // The folder of an extension is seen with its app, too.
    evidence.problems += problems.filter { !evidence.problems.contains($0) }
    return names
  }

  private static func isForeign(_ folder: String) -> Bool { foreignFolders.contains(folder) }

  private static func isBundle(_ path: String) -> Bool {
    path.hasSuffix(".app") || path.hasSuffix(".appex")
  }

  /// True for the names of files that are read when they are found in a folder.
  private static func isOfInterest(_ parts: [String]) -> Bool {
    let name = parts.last ?? ""
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    if PackageList.names.contains(name) || name == "project.pbxproj" { return true }
    if name == "Info.plist" || name.hasSuffix("-Info.plist") || name == "MAMDebugSettings.plist" {
      // That of a framework says nothing of the app.
      return !parts.contains { $0.hasSuffix(".framework") || $0.hasSuffix(".bundle") }
        || name == "MAMDebugSettings.plist"
    }
    if AppBundle.isSDK(name) || name == "libIntuneMAM.a" { return true }
    return [".entitlements", ".xcconfig", ".mobileprovision"].contains(ending)
      || SourceText.endings.contains(ending)
  }

  /// Reads the bundle of an app or extension with the extensions in it.
  private mutating func bundle(_ path: String, container: Int?) {
    var bundle = AppBundle(path: path, kind: path.hasSuffix(".appex") ? .appExtension : .app)
    let names = files(below: path)
    let own = names.filter { name in
      !name.split(separator: "/").dropLast().contains { $0.hasSuffix(".appex") }
    }
    bundle.contents = own
    bundle.container = container
    guard names.contains("Info.plist") else {
      evidence.problems.append(
        FileProblem(path, .whole, "there is no Info.plist at the top of the bundle"))
      return
    }
    bundle.info = list("\(path)/Info.plist", as: .info)
    let executable =
      bundle.info?.root["CFBundleExecutable"]?.string
      ?? Path.name(of: path).split(separator: ".").first.map(String.init) ?? ""
    if !executable.contains("/"), names.contains(executable) {
      bundle.program = program("\(path)/\(executable)")
    }
    for name in names where name.hasSuffix(".xcent") && !name.contains("/") {
      bundle.entitlements = list("\(path)/\(name)", as: .entitlements)
    }
    if let signed = bundle.program.flatMap({ signedEntitlements($0) }) {
      bundle.entitlements = signed
      bundle.isSigned = true
    }
    if names.contains("embedded.mobileprovision") {
      bundle.profile = profile("\(path)/embedded.mobileprovision")
    }
    for framework in ["IntuneMAM", "IntuneMAMSwift", "IntuneMAMSwiftStub"] {
      let name = "Frameworks/\(framework).framework/\(framework)"
      if names.contains(name), let file = program("\(path)/\(name)") {
        bundle.frameworks.append(file)
      }
    }
    if names.contains("Settings.bundle/Root.plist") {
      bundle.settingsPane = list("\(path)/Settings.bundle/Root.plist", as: .settings)
    }
    if names.contains("Settings.bundle/MAMDebugSettings.plist"),
      let pane = list("\(path)/Settings.bundle/MAMDebugSettings.plist", as: .settings)
    {
      evidence.debugPanes.append(pane)
    }
    bundle.images = own.filter { !$0.contains("/") && $0.hasSuffix(".png") }.compactMap { name in
      PNGImage.size(of: "\(path)/\(name)").map {
        AppBundle.Image(name: name, width: $0.width, height: $0.height)
      }
    }
    let index = evidence.bundles.count
    evidence.bundles.append(bundle)
    for name in Folder.names(in: "\(path)/PlugIns") where name.hasSuffix(".appex") {
      self.bundle("\(path)/PlugIns/\(name)", container: index)
    }
  }

  // MARK: - Files

  /// Reads a file as what its name and its content say.
  ///
  /// - Parameter isNamed: true if the command line names it, so that it must be something.
  private mutating func file(_ path: String, isNamed: Bool) {
    let name = Path.name(of: path)
    if Path.kind(of: path) == .other {
      // A pipe may never have a writer, and a device no end.
      if isNamed {
        evidence.problems.append(FileProblem(path, .whole, "it is not a regular file"))
      }
    } else if name.hasSuffix(".mobileprovision") {
      if let profile = profile(path) { profiles.append(profile) }
    } else if name.hasSuffix(".xcconfig") {
      read(path, as: .configuration) { (text, path) throws(FileProblem) in
        .configuration(try ConfigurationFile.read(text, file: path))
      }
    } else if PackageList.names.contains(name) {
      read(path, as: .packages) { (text, path) throws(FileProblem) in
        .packages(try PackageList.read(text, file: path, name: name))
      }
    } else if SourceText.endings.contains(where: name.hasSuffix) {
      read(path, as: .source) { (text, path) throws(FileProblem) in
        .source(SourceText(text, file: path))
      }
    } else if MachOReader.isMachO(Path.beginning(of: path, count: 8) ?? []) {
      guard let program = program(path) else { return }
      if AppBundle.isSDK(name) || name == "libIntuneMAM.a" {
        evidence.sdkBuilds.append(program)
      } else {
        programs.append(program)
      }
    } else if name.hasSuffix(".ipa") {
      evidence.problems.append(
        FileProblem(path, .whole, "a package is not read", suggestion: "unpack it: 'unzip \(name)'")
      )
    } else {
      propertyList(path)
    }
  }

  private enum Read {
    case configuration(BuildConfiguration)
    case packages(PackageList)
    case source(SourceText)
  }

  private mutating func read(
    _ path: String, as kind: Evidence.Kind,
    _ body: ([UInt8], String) throws(FileProblem) -> Read
  ) {
    do throws(FileProblem) {
      let bytes = try bytes(path, atMost: PropertyList.largest)
      // A compiler passes over what is odd in a comment; so does this.
      let text = kind == .source ? bytes : try TextDecoding.utf8(bytes, file: path)
      switch try body(text, path) {
      case .configuration(let value): evidence.configurations.append(value)
      case .packages(let value): evidence.packages.append(value)
      case .source(let value): evidence.sources.append(value)
      }
      evidence.files.append(.init(path: path, kind: kind))
    } catch {
      evidence.problems.append(error)
    }
  }

  private mutating func propertyList(_ path: String) {
    do throws(FileProblem) {
      let list = try PropertyList.read(bytes(path, atMost: PropertyList.largest), file: path)
      let kind = EvidenceCollector.kind(of: list)
      switch kind {
      case .project:
        let project = try XcodeProject(list)
        evidence.projects.append(project)
        evidence.configurations += project.configurations
      case .entitlements: entitlements.append(list)
      case .settings: evidence.debugPanes.append(list)
      case .info: infos.append(list)
      default:
        throw FileProblem(
          path, .whole, "the property list is neither an Info.plist nor entitlements",
          suggestion: "an Info.plist has CFBundleIdentifier; name entitlements *.entitlements")
      }
      evidence.files.append(.init(path: path, kind: kind ?? .info))
      evidence.remarks += list.remarks
    } catch {
      evidence.problems.append(error)
    }
  }

  /// What a property list is for; nil if nobody can tell.
  private static func kind(of list: PropertyList) -> Evidence.Kind? {
    let name = Path.name(of: list.file)
    let keys = (list.root.members ?? []).map(\.key)
    if name.hasSuffix(".pbxproj") || keys.contains("archiveVersion") { return .project }
    if name.hasSuffix(".entitlements") || name.hasSuffix(".xcent") { return .entitlements }
    if keys.contains("PreferenceSpecifiers") { return .settings }
    if keys.contains(where: { $0.hasPrefix("CFBundle") || $0 == AppBundle.settingsKey }) {
      return .info
    }
    if keys.contains(where: {
      $0 == "keychain-access-groups" || $0.hasPrefix("com.apple.") || $0 == "application-identifier"
    }) {
      return .entitlements
    }
    return name.hasSuffix("Info.plist") ? .info : nil
  }

  private mutating func list(_ path: String, as kind: Evidence.Kind) -> PropertyList? {
    do throws(FileProblem) {
      let list = try PropertyList.read(bytes(path, atMost: PropertyList.largest), file: path)
      evidence.files.append(.init(path: path, kind: kind))
      evidence.remarks += list.remarks
      return list
    } catch {
      evidence.problems.append(error)
      return nil
    }
  }

  private mutating func program(_ path: String) -> MachOFile? {
    do throws(FileProblem) {
      let file = try MachOReader.read(bytes(path, atMost: MachOReader.largest), file: path)
      evidence.files.append(.init(path: path, kind: .program))
      return file
    } catch {
      evidence.problems.append(error)
      return nil
    }
  }

  /// The entitlements that a program was signed with.
  mutating func signedEntitlements(_ program: MachOFile) -> PropertyList? {
    guard let found = program.slices.lazy.compactMap(\.entitlements).first else { return nil }
    do throws(FileProblem) {
      return try PropertyList.read(found.bytes, file: program.file)
    } catch {
      var problem = error
      problem.message = "the entitlements at byte \(found.offset) cannot be read: \(error.message)"
      evidence.problems.append(problem)
      return nil
    }
  }

  /// The property list within a signed provisioning profile.
  private mutating func profile(_ path: String) -> PropertyList? {
    do throws(FileProblem) {
      let bytes = try bytes(path, atMost: PropertyList.largest)
      var cursor = TextCursor(bytes)
      guard cursor.take(until: "<?xml") != nil else {
        throw FileProblem(path, .whole, "the provisioning profile holds no property list")
      }
      let start = cursor.position - 5
      guard cursor.take(until: "</plist>") != nil else {
        throw FileProblem(
          path, .bytes(start), "the property list of the provisioning profile does not end",
          suggestion: "see whether the file is cut off")
      }
      let list = try PropertyList.read(Array(bytes[start..<cursor.position]), file: path)
      evidence.files.append(.init(path: path, kind: .profile))
      return list
    } catch {
      evidence.problems.append(error)
      return nil
    }
  }

  private func bytes(_ path: String, atMost limit: Int) throws(FileProblem) -> [UInt8] {
    do throws(SystemError) {
      if let bytes = try WholeFile.bytes(path, atMost: limit) { return bytes }
    } catch {
      throw FileProblem(path, .whole, "it cannot be read: \(error)")
    }
    throw FileProblem(path, .whole, "it is larger than \(limit >> 20) MiB")
  }
}
