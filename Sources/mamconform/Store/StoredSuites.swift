import Arguments
import CaseModel
import CaseYAML
import Conformance
import Contract
internal import ExactText
import RunStore
import SystemFiles

/// The suites by which a stored run was judged, as the run carries them.
struct StoredSuites {
  /// The contract.
  let contract: Contract
  /// Every case by its name.
  let cases: [ExactString: ConformanceCase]
  /// The cases with a sweep, which are none of these.
  private let sweeps: [ConformanceCase]
  /// The set of checks to which the run was pinned; nil if every check counted.
  let version: SuiteVersionPlan?
  /// The numbers in which its cases count.
  let profile: Profile

  /// Reads the suites of a run.
  ///
  /// - Throws: if this program cannot read them any more.
  init(_ run: StoredRun) throws(CommandError) {
    let files = try CommandError.ofStore { () throws(StoreError) in try run.suiteFiles() }
    let folder: String
    do throws(SystemError) {
      let place = EnvironmentVariable.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      folder = try Folder.makeTemporary(below: place, prefix: "mamconform-suites-")
    } catch {
      throw CommandError("cannot make a folder for the suites of \(run.name): \(error)")
    }
    defer { _ = FolderRemoval.remove(folder) }
    for file in files {
      // A path of a run that somebody else has made is not to lead out of the folder.
      guard !file.path.split(separator: "/").contains(".."), !file.path.hasPrefix("/") else {
        throw CommandError("\(run.folder) has a suite file outside of its suites: \(file.path)")
      }
      try FileOutput.prepare(folder: Path.parent(of: "\(folder)/\(file.path)"))
      try FileOutput.write(file.bytes, to: "\(folder)/\(file.path)")
    }
    let profilePath = "\(folder)/\(ProfileFile.storedPath)"
    profile = Path.exists(profilePath) ? try ProfileFile.read(profilePath) : .standard
    let own = StoredSuites.ownFiles(run, files.map(\.path))
    let (contract, loaded) = Suites.read(
      folder, paths: own.isEmpty ? [folder] : own.paths(in: folder), profile: profile)
    if let error = loaded.diagnostics.first(where: { $0.severity == .error }) {
      throw CommandError(
        "the suites of \(run.name) cannot be read by this program: \(error.message)",
        suggestion: "use the mamconform that wrote the run (\(run.details.program))")
    }
    // What stands after a "--" is the adapter's.
    let words = run.details.options.prefix { $0 != "--" }
    let moves = own.moves(in: folder) + [(from: folder, to: run.details.suitesFolder)]
    let all = loaded.cases.map { $0.moved(moves) }
    let place = words.firstIndex(of: Option.suiteVersion.name)
    version = try place.flatMap { words.dropFirst($0 + 1).first }.map {
      name throws(CommandError) in
      try SuiteVersionFile.plan(name, folder: folder, over: all, at: run.details.suitesFolder)
    }
    self.contract = contract
    var cases: [ExactString: ConformanceCase] = [:]
    for item in all { cases[item.name] = item }
    self.cases = cases
    sweeps = loaded.sweeps.map { $0.moved(moves) }
  }

  /// Every case by its name, with the points of those sweeps that some names speak of.
  ///
  /// - Throws: if a sweep cannot be expanded.
  func cases(named names: [String]) throws(CommandError) -> [ExactString: ConformanceCase] {
    var found = cases
    for item in try SweepNames(names).points(of: sweeps, contract) { found[item.name] = item }
    return found
  }

  /// The files that the run was given instead of a suites folder, if it carries them.
  private static func ownFiles(_ run: StoredRun, _ files: [String]) -> OwnFiles {
    guard files.contains(where: OwnFiles.contains),
      let command = try? CommandTable.command("run").description,
      let given = try? command.parse(run.details.options)
    else { return OwnFiles([]) }
    return OwnFiles(given.operands)
  }

  /// The files that a run takes with it: those of the suites folder or, if it was given files of its own, these and what
  /// the suites folder has besides cases.
  ///
  /// - Parameters:
  ///   - own: the files that were named instead of the suites folder.
  ///   - version: the set of checks to which the run is pinned, which it takes too; the other sets stay.
  ///   - profile: the file of its profile; nil for the contract's numbers.
  static func files(
    of folder: String, own: OwnFiles, version: String?, profile: String?
  ) throws(CommandError) -> [(path: String, bytes: [UInt8])] {
    var files = try own.files()
    func add(_ place: String, as prefix: String) throws(CommandError) {
      for path in Folder.files(below: place) where path.hasSuffix(".yaml") {
        files.append((prefix + path, try FileInput.bytes("\(place)/\(path)")))
      }
    }
    if own.isEmpty {
      try add(folder, as: "")
    } else {
      for part in ["contract", "standing"] { try add("\(folder)/\(part)", as: "\(part)/") }
      let world = "\(folder)/world.yaml"
      if Path.exists(world) { files.append(("world.yaml", try FileInput.bytes(world))) }
    }
    // The contract may be that of a folder above.
    if !Path.exists("\(folder)/contract"), let contract = ContractLoader.folder(near: folder) {
      try add(contract, as: "contract/")
    }
    if let version {
      let path = SuiteVersionFile.path(version, folder: folder)
      files.append(
        (String(path.dropFirst(folder.count + 1)), try FileInput.bytes(path)))
    }
    if let profile {
      files.append((ProfileFile.storedPath, try FileInput.bytes(profile)))
    }
    files.sort { $0.path < $1.path }
    return files
  }
}

extension ConformanceCase {
  /// The case as if its file had been read from elsewhere.
  ///
  /// - Parameter moves: files and folders, and where they were; the first counts in which a file is.
  fileprivate func moved(_ moves: [(from: String, to: String)]) -> ConformanceCase {
    func moved(_ location: SourceLocation) -> SourceLocation {
      var location = location
      for (old, new) in moves where location.file == old || location.file.hasPrefix("\(old)/") {
        location.file = "\(new)\(location.file.dropFirst(old.count))"
        break
      }
      return location
    }
    var item = self
    item.location = moved(location)
    item.steps = steps.map { step in
      var step = step
      step.location = moved(step.location)
      if let check = step.check { step.check?.location = moved(check.location) }
      return step
    }
    return item
  }

  /// True if another case does and demands the same; where it is written does not matter.
  func hasSameContent(as other: ConformanceCase) -> Bool {
    world == other.world && limit == other.limit && title == other.title
      && steps.map(\.withoutPlace) == other.steps.map(\.withoutPlace)
  }
}

extension Step {
  fileprivate var withoutPlace: Step {
    var step = self
    step.location = SourceLocation(file: "")
    step.check?.location = SourceLocation(file: "")
    step.digests = nil
    return step
  }
}
