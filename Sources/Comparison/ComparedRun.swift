internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting
package import RunStore
internal import SystemFiles

/// One side of a comparison: what was found of each case, and where its history is.
package struct ComparedRun {
  /// What it is called in reports: its label, or the name of its folder.
  package let title: String
  /// Where it was read from.
  package let path: String
  /// The cases, in the order of the run.
  package let cases: [Case]
  /// What of the run is not what one takes it for, in words: that it was killed, that it holds no verdicts.
  package let notes: [String]
  /// The numbers by which it was judged, in words; nil if nothing was judged, or nobody knows.
  package let profile: String?
  /// How many cases were to run and did not, because the run did not finish.
  let countNotRun: Int
  /// Their names; nil if the run does not say them.
  let casesNotRun: [String]?
  private let keysNotRun: Set<ExactString>?
  /// Reads the history of a case; nil if the run does not have it.
  let lines: (Case) throws(StoreError) -> [UInt8]?

  /// A case of one side.
  package struct Case: Sendable {
    /// The place in the run.
    let number: Int
    /// The full name; of a folder of histories what the name of the file says.
    package let name: String
    /// What was found; nil for histories alone.
    let verdict: Verdict?
    /// The checks; none for histories alone.
    let checks: [Check]
    /// The hash of its history; nil if it is not known.
    let digest: String?
    /// The file of its history below a folder of histories, which names the case on every side.
    let key: ExactString

    init(
      _ number: Int, _ name: String, _ verdict: Verdict?, _ checks: [Check] = [],
      digest: String? = nil, file: String? = nil
    ) {
      self.number = number
      self.name = name
      self.verdict = verdict
      self.checks = checks
      self.digest = digest
      key = ExactString(file ?? HistoryFileName.path(of: name))
    }
  }

  /// What was found of a check.
  struct Check: Sendable {
    let id: String
    let verdict: Verdict
    /// All requirements that it proves.
    let requirements: [String]
    /// Those of which the verdict speaks.
    let blamed: [String]
    let found: String

    /// True for a violation of a standing check, of which those that hold are not listed.
    var isFoundByStanding: Bool {
      id.hasPrefix(StandingChecks.prefix) && (verdict == .fail || verdict == .warning)
    }
  }

  /// Reads a stored run, a report's folder, or a folder of histories.
  package init(_ path: String) throws(StoreError) {
    let hasFile = Path.exists("\(path)/\(RunFormat.fileName)")
    if hasFile || Path.kind(of: path) == .regularFile {
      guard hasFile || RunFormat.isDatabase(path) else { throw ComparedRun.file(path) }
      try self.init(stored: StoredRun(path))
    } else if Path.exists("\(path)/run.json") {
      try self.init(report: path)
    } else if Path.isFolder(path) {
      try self.init(histories: path)
    } else {
      throw StoreError("there is no run at \(path)")
    }
  }

  /// The error of a file that is no stored run: most likely a report, whose folder was meant.
  private static func file(_ path: String) -> StoreError {
    let folder = Path.parent(of: path)
    return StoreError(
      "\(path) is a file, and not a stored run",
      suggestion: Path.exists("\(folder)/run.json")
        ? "name the folder of the report instead: \(folder)"
        : "name stored runs, folders of reports (with a run.json) or folders of histories")
  }

  private init(stored run: StoredRun) throws(StoreError) {
    let stored = try run.cases()
    title = run.details.label ?? run.name
    profile = ReportedProfile.text(
      run.details.profile.flatMap { ReportedProfile.read(.object($0)) })
    path = run.folder
    cases = stored.map { item in
      Case(
        item.number, item.name, item.result.verdict,
        item.result.checks.map {
          Check(
            id: $0.check.id, verdict: $0.verdict, requirements: $0.check.requirements,
            blamed: $0.requirements, found: $0.found)
        }, digest: item.historyDigest)
    }
    var notes: [String] = []
    if let shortfall = try run.shortfall() { notes.append(shortfall) }
    self.notes = notes
    let missing = try run.casesNotRun()
    casesNotRun = missing
    keysNotRun = Set<ExactString>(missing.map { ExactString(HistoryFileName.path(of: $0)) })
    countNotRun = missing.count
    var places: [Int: StoredCase] = [:]
    for item in stored { places[item.number] = item }
    lines = { item throws(StoreError) in
      guard let stored = places[item.number] else { return nil }
      return try run.historyLines(of: stored)
    }
  }

  private init(report folder: String) throws(StoreError) {
    let document = try ComparedRun.document("\(folder)/run.json")
    guard document["format"] == "mamconform-run", let list = document["cases"]?.array else {
      throw StoreError("\(folder)/run.json is not a report of mamconform run")
    }
    guard let version = document["version"]?.int, version <= JSONReport.formatVersion else {
      throw StoreError(
        "\(folder)/run.json was written by a newer mamconform", suggestion: "compare with that one")
    }
    var files: [Int: String] = [:]
    cases = try list.enumerated().map { entry throws(StoreError) in
      let (number, value) = entry
      guard let name = value["name"]?.string,
        let verdict = value["verdict"]?.string.flatMap(Verdict.init(rawValue:))
      else { throw StoreError("\(folder)/run.json: case \(number + 1) has no name or verdict") }
      files[number] = value["history"]?.string.map { "\(folder)/\($0)" }
      return Case(number, name, verdict, (value["checks"]?.array ?? []).map(ComparedRun.check))
    }
    title = Path.name(of: Path.resolved(folder))
    path = folder
    profile = ReportedProfile.text(document["profile"].flatMap(ReportedProfile.read))
    let planned = document["planned"]?.int ?? list.count
    countNotRun = max(0, planned - list.count)
    casesNotRun = countNotRun == 0 ? [] : nil
    keysNotRun = nil
    var notes: [String] = []
    if countNotRun > 0 { notes.append("lacks cases: \(list.count) of \(planned) were run") }
    if let problem = document["problem"]?["message"]?.string { notes.append(problem) }
    self.notes = notes
    lines = { item throws(StoreError) in
      let below = "\(folder)/histories/\(item.key.text)"
      return try ComparedRun.bytes([files[item.number], below].compactMap(\.self))
    }
  }

  private init(histories folder: String) throws(StoreError) {
    var hidden: (folder: String, error: SystemError)?
    let files = Folder.files(below: folder) { name, error in
      hidden = hidden ?? (name.isEmpty ? folder : "\(folder)/\(name)", error)
    }.filter { $0.hasSuffix(".jsonl") }
    if let hidden { throw StoreError("\(hidden.folder) cannot be read: \(hidden.error)") }
    guard !files.isEmpty else {
      throw StoreError("\(folder) contains neither a stored run nor a report nor histories")
    }
    cases = files.enumerated().map { number, file in
      Case(number, String(file.dropLast(6)), nil, file: file)
    }
    title = Path.name(of: Path.resolved(folder))
    path = folder
    profile = nil
    countNotRun = 0
    casesNotRun = []
    keysNotRun = nil
    notes = ["contains only histories, so no verdicts are compared"]
    lines = { item throws(StoreError) in try ComparedRun.bytes(["\(folder)/\(files[item.number])"])
    }
  }

  /// True for a case that the run does not have because it did not come to it; of a run that does not say the names of
  /// these, for every case that it does not have.
  func wasToRun(_ item: Case) -> Bool {
    countNotRun > 0 && (keysNotRun?.contains(item.key) ?? true)
  }

  private static func check(_ value: JSON) -> Check {
    let requirements = (value["requirements"]?.array ?? []).compactMap(\.string)
    return Check(
      id: value["id"]?.string ?? "",
      verdict: value["verdict"]?.string.flatMap(Verdict.init(rawValue:)) ?? .error,
      requirements: requirements,
      blamed: value["violates"]?.array?.compactMap(\.string) ?? requirements,
      found: value["found"]?.string ?? "")
  }

  private static func document(_ path: String) throws(StoreError) -> JSON {
    guard let bytes = try bytes([path]) else { throw StoreError("there is no \(path)") }
    do throws(JSONError) {
      return try JSON(parsing: bytes[...])
    } catch {
      throw StoreError("\(path) is not JSON, or only a part of a report: \(error.text(in: bytes))")
    }
  }

  /// The bytes of the first file that is there.
  private static func bytes(_ paths: [String]) throws(StoreError) -> [UInt8]? {
    guard let path = paths.first(where: Path.exists) else { return nil }
    do throws(SystemError) {
      return try WholeFile.bytes(path)
    } catch {
      throw StoreError("cannot read \(path): \(error)")
    }
  }
}
