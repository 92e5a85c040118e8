package import CaseModel
package import Contract
internal import ExactText
internal import Locking
internal import SystemFiles

/// The first members of a suite file.
struct SuiteHeader {
  var name: String
  var area: String
}

/// Reads suites: YAML files to cases that can be run.
///
///     let contract = ContractLoader.load(folder: "suites/contract").contract
///     let suites = SuiteLoader.load(paths: ["suites"], contract: contract)
package enum SuiteLoader {
  /// The most steps of all cases in every combination and edition.
  static let maximumSteps = 4_000_000

  private static let worldFile = "world.yaml"
  private static let skippedFolders = [
    "contract", "profiles", "schemas", "standing", "starts", "versions",
  ]
  private static let standingFolder = "standing"

  /// The cases of suite files and folders, expanded by matrix and edition, and everything that is
  /// wrong with them.
  ///
  /// Folders are searched for `.yaml` files, without `world.yaml`, hidden names and folders named
  /// `contract`, `profiles`, `schemas`, `standing`, `starts` or `versions`. The standard world is the `world.yaml` beside a suite, or in the
  /// nearest folder above it, else the one that is given. At most 100 diagnostics are kept. A file with an error
  /// gives no case, and does not keep the others from giving theirs. Standing checks are those of the folder `standing` beside
  /// the standard world, else of the one that is given.
  ///
  /// - Parameters:
  ///   - world: the file of the standard world for suites that have none beside or above them.
  ///   - standing: the folder of the standing checks for suites that have none beside their world.
  ///   - profile: the numbers in which durations may count.
  package static func load(
    paths: [String], contract: Contract, world: String? = nil, standing: String? = nil,
    profile: Profile = .standard
  ) -> LoadedSuites {
    let diagnostics = Diagnostics(profile)
    var loader = Loader(
      contract: contract, profile: profile, builtInWorld: world, builtInStanding: standing)
    let drafts = files(paths, diagnostics).map { loader.draft(of: $0) }
    let expanded = SuiteLoader.expand(drafts.flatMap(\.cases))
    var loaded = LoadedSuites(cases: [], diagnostics: [])
    var next = 0
    for draft in drafts {
      diagnostics.add(all: draft.diagnostics)
      var errors = draft.diagnostics.errorCount
      let cases = expanded[next..<next + draft.cases.count]
      next = cases.endIndex
      for item in draft.cases {
        diagnostics.add(all: item.diagnostics)
        errors += item.diagnostics.errorCount
      }
      guard draft.isReadable, errors == 0 else {
        loaded.brokenFiles.append(draft.path)
        continue
      }
      for item in cases.joined() {
        if !item.steps.contains(where: { $0.check != nil }) {
          loaded.scenes.append(item)
        } else if item.sweep == nil {
          loaded.cases.append(item)
        } else {
          loaded.sweeps.append(item)
        }
      }
    }
    loaded.diagnostics = diagnostics.all
    return loaded
  }

  /// The standing checks of the files of a folder, by edition; `lint` reports what is wrong with them.
  package static func standingChecks(
    of folder: String, contract: Contract
  ) -> [Edition: StandingChecks] {
    StandingReader.checks(of: folder, contract: contract, diagnostics: Diagnostics(.standard))
  }

  /// The standard world of the suites in a folder, if it is there or in a folder above it.
  package static func standardWorld(near folder: String) -> String? {
    TextFile.nearest(worldFile, from: folder)
  }

  /// The suite files of the given paths, sorted by path, each file once.
  private static func files(_ paths: [String], _ diagnostics: Diagnostics) -> [String] {
    var files: [String] = []
    for path in paths {
      guard Path.isFolder(path) else {
        files.append(path)
        continue
      }
      let before = files.count
      let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      let isRead = search(folder, &files, diagnostics)
      // Of what cannot be read nobody knows what it contains.
      if isRead, files.count == before {
        diagnostics.error(SourceLocation(file: path), "the folder contains no suite")
      }
    }
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var seen: Set<ExactString> = []
    return files.filter { seen.insert(Path.resolved($0)).inserted }
  }

  /// Adds the suite files below a folder, and says whether all of it could be read.
  private static func search(
    _ folder: String, _ files: inout [String], _ diagnostics: Diagnostics
  ) -> Bool {
    var isRead = true
    do throws(Diagnostic) {
      for entry in try TextFile.entries(of: folder) {
        let path = "\(folder)/\(entry.name)"
        if entry.isFolder {
          guard !skippedFolders.contains(entry.name) else { continue }
          if !search(path, &files, diagnostics) { isRead = false }
        } else if entry.name.hasSuffix(".yaml"), entry.name != worldFile {
          files.append(path)
        }
      }
    } catch {
      diagnostics.add(error)
      return false
    }
    return isRead
  }

  /// The cases of definitions, in their order. As expanding takes most of the time of loading, every processor takes part.
  private static func expand(_ drafts: [CaseDraft]) -> [[ConformanceCase]] {
    let threads = min(drafts.count, Processors.available)
    guard threads > 1 else { return drafts.map { $0.expanded() } }
    let work = Lock((next: 0, done: [[ConformanceCase]?](repeating: nil, count: drafts.count)))
    SystemThread.inParallel(count: threads) { _ in
      while true {
        let index = work.withLock { work -> Int in
          defer { work.next += 1 }
          return work.next
        }
        guard index < drafts.count else { return }
        let expanded = drafts[index].expanded()
        work.withLock { $0.done[index] = expanded }
      }
    }
    return work.withLock { $0.done }.enumerated().map { $1 ?? drafts[$0].expanded() }
  }

  /// What is kept from one suite to the next.
  private struct Loader {
    let contract: Contract
    let profile: Profile
    let builtInWorld: String?
    let builtInStanding: String?
    var stepBudget = SuiteLoader.maximumSteps
    var suites: [ExactString: SourceLocation] = [:]
    var worlds: [ExactString: (node: YAMLNode, world: CaseWorld?, folder: String)] = [:]
    var standing: [ExactString: [Edition: StandingChecks]] = [:]

    /// What a file defines, with everything that is wrong with it apart from the steps of its cases.
    mutating func draft(of path: String) -> SuiteDraft {
      var draft = SuiteDraft(path: path, diagnostics: Diagnostics(profile))
      draft.isReadable = read(&draft)
      return draft
    }

    /// Reads the file of a draft; false if there is something wrong with it that was perhaps reported with another file.
    private mutating func read(_ draft: inout SuiteDraft) -> Bool {
      let diagnostics = draft.diagnostics
      guard let root = YAMLNode.read(path: draft.path, diagnostics: diagnostics) else {
        return false
      }
      if root["standing"] != nil, root["suite"] == nil {
        StandingReader(contract: contract, diagnostics: diagnostics).lint(root)
        return true
      }
      guard let header = header(root, diagnostics), let world = world(for: draft.path, diagnostics),
        let list = diagnostics.required("cases", in: root, of: "suite"),
        let nodes = diagnostics.list(list, for: "cases", of: "cases")
      else { return false }
      if nodes.isEmpty { diagnostics.error(list.location, "the suite has no cases") }
      let standing = standing(beside: world.folder, diagnostics)
      var places: [ExactString: SourceLocation] = [:]
      for node in nodes {
        // Each case has its own, so that their order does not depend on which is expanded first.
        let diagnostics = Diagnostics(profile)
        var isSecond = false
        if let idNode = node["id"], let id = idNode.text {
          if let first = places[id] {
            diagnostics.error(
              idNode.location, "the case '\(id)' is defined twice",
              suggestion: "the first is at line \(first.line)")
            isSecond = true
          } else {
            places[id] = idNode.location
          }
        }
        var definition = CaseDefinition.read(node, diagnostics)
        if isSecond { definition?.isSound = false }
        stepBudget -= definition?.expandedSteps ?? 0
        if let place = definition?.location, stepBudget < 0 {
          diagnostics.error(
            place, "the suites expand to more than \(SuiteLoader.maximumSteps) steps",
            suggestion: "make the matrix smaller")
          definition = nil
        }
        draft.cases.append(
          CaseDraft(
            expansion: definition.map {
              CaseExpansion(
                suite: header, definition: $0, baseWorld: world.node, contract: contract,
                diagnostics: diagnostics)
            }, diagnostics: diagnostics, base: world.world, standing: standing))
        if stepBudget < 0 { break }
      }
      return world.world != nil
    }

    /// The header, as far as it can be read: with a mistake in it the cases are still looked at. Nil if there are none.
    private mutating func header(
      _ root: YAMLNode, _ diagnostics: Diagnostics
    ) -> SuiteHeader? {
      guard diagnostics.members(root, of: "suite", keys: Vocabulary.suiteKeys) != nil else {
        return nil
      }
      let nameNode = diagnostics.required("suite", in: root, of: "suite")
      let areaNode = diagnostics.required("area", in: root, of: "suite")
      if let title = diagnostics.required("title", in: root, of: "suite") {
        _ = diagnostics.text(title, for: "title")
      }
      let name = nameNode.flatMap { diagnostics.id($0, for: "suite") }
      let area = areaNode.flatMap {
        diagnostics.word($0, for: "area", "area", among: contract.areas)
      }
      guard let nameNode, let name else { return SuiteHeader(name: "", area: area ?? "") }
      if let first = suites[name] {
        diagnostics.error(
          nameNode.location, "the suite '\(name)' is defined twice",
          suggestion: "the first is at \(first.file):\(first.line)")
      } else {
        suites[name] = nameNode.location
      }
      return SuiteHeader(name: name, area: area ?? "")
    }

    /// The standard world for a suite file.
    private mutating func world(
      for path: String, _ diagnostics: Diagnostics
    ) -> (node: YAMLNode, world: CaseWorld?, folder: String)? {
      guard let file = TextFile.nearest(worldFile, from: Path.parent(of: path)) ?? builtInWorld
      else {
        diagnostics.error(
          SourceLocation(file: path), "there is no '\(worldFile)' next to the suite or above it")
        return nil
      }
      if let known = worlds[file] { return known }
      guard let node = YAMLNode.read(path: file, diagnostics: diagnostics) else { return nil }
      let world = (
        node: node, world: CaseWorld.read(node, diagnostics), folder: Path.parent(of: file)
      )
      worlds[file] = world
      return world
    }

    /// The standing checks of a folder, by edition; none if it has none.
    private mutating func standing(
      beside folder: String, _ diagnostics: Diagnostics
    ) -> [Edition: StandingChecks] {
      if let known = standing[folder] { return known }
      let beside = "\(folder)/\(SuiteLoader.standingFolder)"
      let place = Path.isFolder(beside) ? beside : builtInStanding
      let checks =
        place.map {
          StandingReader.checks(of: $0, contract: contract, diagnostics: diagnostics)
        } ?? [:]
      standing[folder] = checks
      return checks
    }
  }
}
