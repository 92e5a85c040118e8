package import CaseModel
package import Conformance
internal import Contract
package import ExactText
internal import JSONText
internal import Reporting
internal import Storage
internal import VirtualTime

/// A case of a stored run without its history: what was found of it.
package struct StoredCase: Sendable {
  /// Its place in the run.
  package let number: Int
  /// Its full name.
  package let name: String
  /// What was found, with an empty history; steps of the case are its checks only.
  package var result: CaseResult
  /// The hash of its history.
  package let historyDigest: String
}

extension StoredRun {
  /// Every finished case, in the order of the report.
  package func cases() throws(StoreError) -> [StoredCase] {
    let checks = try checkRows()
    let rows = try rows(
      select(
        [
          "number", "suite", "id", "title", "area", "edition", "parameters", "file", "line",
          "verdict", "problem", "ending", "notes", "wall_milliseconds", "virtual_milliseconds",
          "epoch", "history_sha256",
        ], of: "case_result", "ORDER BY number")
    ) { $0.copy(17) }
    guard format > 2 else {
      return try rows.map { row throws(StoreError) in try storedCase(row, checks) }
    }
    let definitions = try caseDefinitions()
    return try rows.map { row throws(StoreError) in
      let name = "\(row[1].text)/\(row[2].text)"
      guard let definition = definitions[name] else { throw damaged("the title of \(name)") }
      var row = row
      row.replaceSubrange(3...4, with: definition[..<2])
      row.replaceSubrange(7...8, with: definition[2...])
      return try storedCase(row, checks)
    }
  }

  /// Title, area, file and line of each case, by suite and ID.
  private func caseDefinitions() throws(StoreError) -> [ExactString: [Value]] {
    let rows = try rows(
      select(["suite", "id", "title", "area", "file", "line"], of: "case_definition", "")
    ) { $0.copy(6) }
    var definitions: [ExactString: [Value]] = [:]
    for row in rows { definitions["\(row[0].text)/\(row[1].text)"] = Array(row[2...]) }
    return definitions
  }

  /// The names of the planned cases that were not run, in the order of the report.
  package func casesNotRun() throws(StoreError) -> [String] {
    try rows(
      "SELECT name FROM planned_case WHERE number NOT IN (SELECT number FROM case_result) "
        + "ORDER BY number"
    ) { $0.text(0) }
  }

  /// How far a run came that lacks cases, and how the rest is run: `did not finish: 4 of 32 cases were run`; nil for a
  /// run that lacks none.
  package func shortfall() throws(StoreError) -> String? {
    let missing = try casesNotRun().count
    guard missing > 0 else { return nil }
    let extent = "\(details.planned - missing) of \(details.planned) cases were run"
    guard !isRunning else { return "is still being written: \(extent) so far" }
    // With --fail-fast a run that lacks cases is finished.
    guard details.exitCode == nil || details.problem != nil else {
      return "stopped early: \(extent)"
    }
    return "did not finish: \(extent); 'mamconform run --resume \(folder)' runs the others"
  }

  /// The history of a case with its windows.
  package func history(of stored: StoredCase) throws(StoreError) -> History {
    let bytes = try historyLines(of: stored)
    var history = stored.result.history
    do throws(HistoryError) {
      history.records = try HistoryReport.records(bytes)
    } catch {
      throw damaged("the history of \(stored.name) (\(error))")
    }
    guard let windows = try windows(of: stored), let value = try? JSON(parsing: windows),
      StoredJSON.read(value, into: &history)
    else { throw damaged("the list of windows of \(stored.name)") }
    return history
  }

  /// The windows of a case as JSON; nil if they are damaged.
  private func windows(of stored: StoredCase) throws(StoreError) -> String? {
    let found = try rows(
      select(["windows", "windows_bytes", "dictionary"], of: "case_result", "WHERE number = ?"),
      [.int(stored.number)]
    ) { $0.copy(3) }.first
    switch found?[0] {
    case .text(let text): return text
    case .blob(let compressed):
      let count = try room(found?[1].int ?? 0, "the list of windows of \(stored.name)")
      let dictionary = try dictionary(found?[2].int ?? 0)
      return Compression.inflate(compressed, count: count, dictionary: dictionary)
        .map { String(decoding: $0, as: UTF8.self) }
    default: return nil
    }
  }

  /// The history of a case as JSON lines.
  package func historyLines(of stored: StoredCase) throws(StoreError) -> [UInt8] {
    let found = try rows(
      select(["history", "history_bytes", "dictionary"], of: "case_result", "WHERE number = ?"),
      [.int(stored.number)]
    ) { ($0.blob(0), $0.int(1), $0.int(2)) }.first
    guard let found else { throw damaged("the history of \(stored.name)") }
    return try history(
      of: stored.name, found.0, count: found.1, digest: stored.historyDigest, dictionary: found.2)
  }

  /// The results of the run with their histories, in the order of the report.
  ///
  /// - Parameter definitions: the cases by which they were judged, by name; a case that is not among them has its checks for
  ///   steps.
  package func results(_ definitions: [ExactString: ConformanceCase]) throws(StoreError)
    -> [CaseResult]
  {
    try cases().map { stored throws(StoreError) in try result(of: stored, definitions) }
  }

  /// The result of one case with its history; see ``results(_:)``.
  package func result(
    of stored: StoredCase, _ definitions: [ExactString: ConformanceCase]
  ) throws(StoreError) -> CaseResult {
    var result = stored.result
    result.history = try history(of: stored)
    guard let item = definitions[stored.name] else { return result }
    result.conformanceCase = item
    let checks = item.allChecks
    for index in result.checks.indices {
      let id = result.checks[index].check.id
      if let check = checks.first(where: { $0.id == id }) { result.checks[index].check = check }
    }
    return result
  }

  private func storedCase(
    _ row: [Value], _ checks: [Int: [CheckResult]]
  ) throws(StoreError) -> StoredCase {
    let number = row[0].int
    guard let edition = Edition(rawValue: row[5].text), let verdict = Verdict(rawValue: row[9].text)
    else {
      throw StoreError(
        "\(database.path): case \(number) has the edition '\(row[5].text)' and the verdict "
          + "'\(row[9].text)', which this program does not know",
        suggestion: "read it with the mamconform that wrote it, or a newer one")
    }
    let epoch = VirtualInstant(milliseconds: row[15].int)
    let file = row[7].text
    let results = (checks[number] ?? []).map { result in
      var result = result
      // A standing check is of no suite's file.
      let isStanding = result.check.id.hasPrefix(StandingChecks.prefix)
      result.check.location.file = isStanding ? "standing checks" : file
      result.time = result.time.map { epoch + ($0 - VirtualInstant(milliseconds: 0)) }
      return result
    }
    let parameters = row[6].json.object?.members.map {
      ConformanceCase.Parameter(axis: $0.name, value: $0.value.string ?? "")
    }
    let item = ConformanceCase(
      suite: row[1].text, id: row[2].text, title: row[3].text, area: row[4].text,
      edition: edition, parameters: parameters ?? [],
      location: SourceLocation(file: file, line: row[8].int), world: World(),
      steps: results.map {
        Step(
          location: $0.check.location, action: nil, opensWindow: false, check: $0.check,
          condition: nil)
      }, limit: .zero)
    var result = CaseResult(
      conformanceCase: item, verdict: verdict, checks: results,
      problem: StoredJSON.problem(row[10].json), history: History(epoch: epoch),
      wallMilliseconds: row[13].real, virtualTime: VirtualDuration(milliseconds: row[14].int))
    result.ending = StoredJSON.ending(row[11].json)
    result.notes = row[12].texts
    return StoredCase(
      number: number, name: item.name, result: result, historyDigest: row[16].digest)
  }

  /// The checks of every case by its number. Times are since the start of the case, and differences of its epoch 0.
  private func checkRows() throws(StoreError) -> [Int: [CheckResult]] {
    let rows = try rows(
      select(
        [
          "case_number", "id", "verdict", "requirements", "violates", "line",
          "virtual_milliseconds", "expected", "found", "nearest", "difference",
        ], of: "check_result", "ORDER BY case_number, place")
    ) { $0.copy(11) }
    var checks: [Int: [CheckResult]] = [:]
    for row in rows {
      guard let verdict = Verdict(rawValue: row[2].text) else {
        throw StoreError(
          "\(database.path): a check has the verdict '\(row[2].text)', which this program does not know",
          suggestion: "read it with the mamconform that wrote it, or a newer one")
      }
      let requirements = row[3].words
      let difference = StoredJSON.difference(row[10].json, epoch: .defaultEpoch)
      var check = Check(
        id: row[1].text, requirements: requirements, demand: .sequence([]),
        isAdvisory: verdict == .advisory,
        location: SourceLocation(file: "", line: row[5].int))
      if let difference, row[4] != .null {
        // So that the difference blames whom it has blamed.
        let blamed = row[4].words
        check.bindings =
          requirements.filter { !blamed.contains($0) }.map { .init(requirement: $0, members: []) }
          + blamed.map { .init(requirement: $0, members: difference.members) }
      }
      checks[row[0].int, default: []].append(
        CheckResult(
          check: check, verdict: verdict, expected: row[7].text, found: row[8].text,
          nearest: row[9].texts,
          time: row[6] == .null ? nil : VirtualInstant(milliseconds: row[6].int),
          difference: difference))
    }
    return checks
  }
}

extension Row {
  /// The values of the first columns.
  fileprivate func copy(_ count: Int) -> [Value] { (0..<count).map { self[$0] } }
}

extension Value {
  fileprivate var int: Int { if case .int(let number) = self { number } else { 0 } }
  fileprivate var real: Double { if case .real(let number) = self { number } else { Double(int) } }
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
  fileprivate var words: [String] { text.split(separator: " ").map(String.init) }
  /// A hash in hexadecimal, as format 1 has it, or its bytes.
  fileprivate var digest: String {
    if case .blob(let bytes) = self { Digest.text(bytes) } else { text }
  }
  fileprivate var texts: [String] { (json.array ?? []).compactMap(\.string) }
  fileprivate var json: JSON {
    guard case .text(let text) = self else { return .null }
    do throws(JSONError) { return try JSON(parsing: text) } catch { return .null }
  }
}
