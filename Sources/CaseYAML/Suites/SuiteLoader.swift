package import CaseModel
package import Contract
internal import ExactText
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
  static let maximumSteps = 1_000_000

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
      contract: contract, diagnostics: diagnostics, builtInWorld: world, builtInStanding: standing)
    var loaded = LoadedSuites(cases: [], diagnostics: [])
    for path in files(paths, diagnostics) {
      let errors = diagnostics.errorCount
      let cases = loader.suite(at: path)
      if let cases, diagnostics.errorCount == errors {
        for item in cases {
          if item.sweep == nil { loaded.cases.append(item) } else { loaded.sweeps.append(item) }
        }
      } else {
        loaded.brokenFiles.append(path)
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
      search(folder, &files, diagnostics)
      if files.count == before {
        diagnostics.error(SourceLocation(file: path), "the folder contains no suite")
      }
    }
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var seen: Set<ExactString> = []
    return files.filter { seen.insert(Path.resolved($0)).inserted }
  }

  private static func search(_ folder: String, _ files: inout [String], _ diagnostics: Diagnostics)
  {
    do throws(Diagnostic) {
      for entry in try TextFile.entries(of: folder) {
        let path = "\(folder)/\(entry.name)"
        if entry.isFolder {
          if !skippedFolders.contains(entry.name) { search(path, &files, diagnostics) }
        } else if entry.name.hasSuffix(".yaml"), entry.name != worldFile {
          files.append(path)
        }
      }
    } catch {
      diagnostics.add(error)
    }
  }

  /// What is kept from one suite to the next.
  private struct Loader {
    let contract: Contract
    let diagnostics: Diagnostics
    let builtInWorld: String?
    let builtInStanding: String?
    var stepBudget = SuiteLoader.maximumSteps
    var suites: [ExactString: SourceLocation] = [:]
    var worlds: [ExactString: (node: YAMLNode, world: CaseWorld?, folder: String)] = [:]
    var standing: [ExactString: [Edition: StandingChecks]] = [:]

    /// The cases of a file; nil if there is something wrong that was perhaps reported with another file.
    mutating func suite(at path: String) -> [ConformanceCase]? {
      guard let root = YAMLNode.read(path: path, diagnostics: diagnostics) else { return nil }
      if root["standing"] != nil, root["suite"] == nil {
        StandingReader(contract: contract, diagnostics: diagnostics).lint(root)
        return []
      }
      guard let header = header(root), let world = world(for: path),
        let list = diagnostics.required("cases", in: root, of: "suite"),
        let nodes = diagnostics.list(list, for: "cases", of: "cases")
      else { return nil }
      if nodes.isEmpty { diagnostics.error(list.location, "the suite has no cases") }
      var places: [ExactString: SourceLocation] = [:]
      var cases: [ConformanceCase] = []
      for node in nodes {
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
        guard var definition = CaseDefinition.read(node, diagnostics) else { continue }
        if isSecond { definition.isSound = false }
        stepBudget -= definition.expandedSteps
        guard stepBudget >= 0 else {
          diagnostics.error(
            definition.location,
            "the suites expand to more than \(SuiteLoader.maximumSteps) steps",
            suggestion: "make the matrix smaller")
          return cases
        }
        let expansion = CaseExpansion(
          suite: header, definition: definition, baseWorld: world.node, contract: contract,
          diagnostics: diagnostics)
        cases += expansion.cases(base: world.world)
      }
      let standing = standing(beside: world.folder)
      for index in cases.indices { cases[index].standing = standing[cases[index].edition] }
      return world.world == nil ? nil : cases
    }

    /// The header, as far as it can be read: with a mistake in it the cases are still looked at. Nil if there are none.
    private mutating func header(_ root: YAMLNode) -> SuiteHeader? {
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
      for path: String
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
    private mutating func standing(beside folder: String) -> [Edition: StandingChecks] {
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
