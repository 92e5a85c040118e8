package import CaseModel
package import Contract
internal import ExactText
internal import SystemFiles

/// Reads the contract from its folder: one file of requirements for each area, `editions.yaml`,
/// `unproven.yaml` and `revisions.yml`.
///
/// The folder's other files (`conflicts.yaml`, `open-questions.yaml`, `apis.yaml`) are for readers.
package enum ContractLoader {
  private static let documents = [
    "apis.yaml", "conflicts.yaml", "open-questions.yaml", ReasonList.fileName,
    UnjudgedList.fileName,
  ]
  private static let keys = [
    "id", "title", "statement", "party", "level", "editions", "source", "testable", "observe",
    "numbers", "members", "revision",
  ]

  /// The contract of a folder, and everything that is wrong with it; after an error the contract
  /// holds what could be read.
  package static func load(folder: String) -> (contract: Contract, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    var requirements: [Requirement] = []
    var places: [ExactString: SourceLocation] = [:]
    var reasons: [String: UnprovenReason] = [:]
    var reasonPlaces: [(id: String, location: SourceLocation)] = []
    do throws(Diagnostic) {
      for entry in try TextFile.entries(of: folder)
      where entry.name.hasSuffix(".yaml") && !documents.contains(entry.name) {
        let path = "\(folder)/\(entry.name)"
        guard let root = YAMLNode.read(path: path, diagnostics: diagnostics) else { continue }
        switch entry.name {
        case "editions.yaml": checkEditions(root, diagnostics)
        case "unproven.yaml": unproven(root, diagnostics, &reasons, &reasonPlaces)
        default:
          let area = String(entry.name.dropLast(".yaml".count))
          for (requirement, place) in self.area(root, named: area, diagnostics) {
            if let first = places[requirement.id] {
              diagnostics.error(
                place, "the requirement \(requirement.id) is defined twice",
                suggestion: "the first is at \(first.file):\(first.line)")
            } else {
              places[requirement.id] = place
              requirements.append(requirement)
            }
          }
        }
      }
    } catch {
      diagnostics.add(error)
    }
    if requirements.isEmpty, diagnostics.errorCount == 0 {
      diagnostics.error(SourceLocation(file: folder), "the folder contains no contract")
    }
    let revisions = "\(folder)/\(Revisions.fileName)"
    if Path.exists(revisions), let root = YAMLNode.read(path: revisions, diagnostics: diagnostics) {
      Revisions(root, diagnostics).check(requirements, places, diagnostics)
    }
    for (id, location) in reasonPlaces where places[id] == nil {
      diagnostics.unknown("requirement", id, at: location, known: places.sortedNames)
    }
    return (
      Contract(requirements: requirements, unprovenReasons: reasons), diagnostics.all
    )
  }

  /// The contract's folder for a suite file or folder: `contract` beside it or in the nearest folder
  /// above, or below a `suites` there; nil if there is none.
  package static func folder(near path: String) -> String? {
    let start = Path.isFolder(path) ? path : Path.parent(of: path)
    return TextFile.nearest("contract", from: start)
      ?? TextFile.nearest("suites/contract", from: start)
  }

  private static func area(
    _ root: YAMLNode, named area: String, _ diagnostics: Diagnostics
  ) -> [(Requirement, SourceLocation)] {
    guard diagnostics.members(root, of: "contract", keys: ["area", "requirements"]) != nil,
      let name = diagnostics.required("area", in: root, of: "contract"),
      let list = diagnostics.required("requirements", in: root, of: "contract"),
      let elements = diagnostics.list(list, for: "requirements", of: "requirements")
    else { return [] }
    if name.text != area {
      diagnostics.error(name.location, "the file's name says that the area is '\(area)'")
    }
    return elements.compactMap { node in
      requirement(node, area: area, diagnostics).map { ($0, node.location) }
    }
  }

  private static func requirement(
    _ node: YAMLNode, area: String, _ diagnostics: Diagnostics
  ) -> Requirement? {
    guard diagnostics.members(node, of: "requirements", keys: keys) != nil else { return nil }
    func value(_ key: String) -> String? {
      diagnostics.required(key, in: node, of: "requirements").flatMap {
        diagnostics.text($0, for: key)
      }
    }
    func word(_ key: String, _ known: [String]) -> String? {
      diagnostics.required(key, in: node, of: "requirements")
        .flatMap { diagnostics.word($0, for: key, key, among: known) }
    }
    guard let id = value("id"), let title = value("title"), let statement = value("statement"),
      let party = word("party", ["sdk", "app", "service", "tool"]),
      let level = word("level", ["must", "should", "may"]),
      let testable = word("testable", ["protocol", "static", "ui-only", "untestable"]),
      let observe = value("observe"),
      let editions = diagnostics.required("editions", in: node, of: "requirements")
    else { return nil }
    let number = id.dropFirst(area.count + 1)
    guard id.hasPrefix("\(area)-"), number.count == 3, number.utf8.allSatisfy({ $0 < 0x3A }),
      Int(number) != nil
    else {
      diagnostics.error(
        node.location, "'\(id)' is not the ID of a requirement of the area \(area)",
        suggestion: "write '\(area)-001'")
      return nil
    }
    let members =
      node["members"].flatMap { diagnostics.list($0, for: "members", of: "member names") } ?? []
    var requirement = Requirement(
      id: id, title: title, statement: statement, party: party, level: level, testable: testable,
      editions: self.editions(editions, diagnostics), observe: observe,
      members: members.compactMap { diagnostics.text($0, for: "members") },
      source: node["source"].flatMap { diagnostics.text($0, for: "source") } ?? "")
    requirement.notes = notes(editions)
    if let node = node["revision"] {
      requirement.revision = diagnostics.integer(node, for: "revision", in: 1...10_000) ?? 1
    }
    return requirement
  }

  /// What stands behind the dash of `yes - note`.
  private static func notes(_ node: YAMLNode) -> [Edition: String] {
    var notes: [Edition: String] = [:]
    for member in node.members ?? [] {
      guard let edition = Edition(rawValue: member.name), let text = member.value.text,
        let dash = text.firstRange(of: " - ")
      else { continue }
      notes[edition] = String(text[dash.upperBound...])
    }
    return notes
  }

  /// `true`, `yes` and `yes - note` say that a requirement holds; `false`, `no` and `no - note` that
  /// it does not.
  private static func editions(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Set<Edition> {
    let names = Edition.allCases.map(\.rawValue)
    guard let members = diagnostics.members(node, of: "editions", keys: names) else { return [] }
    var editions: Set<Edition> = []
    for name in names where node[name] == nil {
      diagnostics.error(node.location, "'editions' needs the key '\(name)'")
    }
    for member in members {
      let text = member.value.text ?? ""
      switch String(text.prefix { $0 != " " }) {
      case "true", "yes":
        if let edition = Edition(rawValue: member.name) { editions.insert(edition) }
      case "false", "no": continue
      default:
        diagnostics.expected(
          "yes or no, or one of them with a note", for: member.name, not: member.value)
      }
    }
    return editions
  }

  private static func checkEditions(_ root: YAMLNode, _ diagnostics: Diagnostics) {
    let keys = ["id", "locale", "date", "sdk_release", "seed"]
    guard let list = diagnostics.required("editions", in: root, of: "editions.yaml"),
      let elements = diagnostics.list(list, for: "editions", of: "editions")
    else { return }
    for element in elements where diagnostics.members(element, of: "editions", keys: keys) != nil {
      guard let id = diagnostics.required("id", in: element, of: "editions") else { continue }
      _ = diagnostics.word(id, for: "id", "edition", among: Edition.allCases.map(\.rawValue))
    }
  }

  private static func unproven(
    _ root: YAMLNode, _ diagnostics: Diagnostics, _ reasons: inout [String: UnprovenReason],
    _ places: inout [(id: String, location: SourceLocation)]
  ) {
    guard let list = diagnostics.required("unproven", in: root, of: "unproven.yaml"),
      let elements = diagnostics.list(list, for: "unproven", of: "requirements with reasons")
    else { return }
    for element in elements
    where diagnostics.members(
      element, of: "unproven", keys: ["requirement", "editions", "reason"]) != nil
    {
      guard let idNode = diagnostics.required("requirement", in: element, of: "unproven"),
        let id = diagnostics.text(idNode, for: "requirement"),
        let reasonNode = diagnostics.required("reason", in: element, of: "unproven"),
        let reason = diagnostics.text(reasonNode, for: "reason")
      else { continue }
      let editions = element["editions"].flatMap { EditionSet.read($0, diagnostics) }
      if reasons.updateValue(UnprovenReason(reason, in: editions), forKey: id) != nil {
        diagnostics.error(idNode.location, "the requirement \(id) is given twice")
      }
      places.append((id, idNode.location))
    }
  }
}
