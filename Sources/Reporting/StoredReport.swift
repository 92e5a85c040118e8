internal import CaseModel
package import Conformance
internal import Contract
internal import ExactText
internal import JSONText
internal import VirtualTime

/// A run as its JSON report describes it: enough to write the same report again, and every other that needs no history.
package struct StoredReport {
  /// Where it was read; for messages.
  package let name: String
  /// The run; the requirements are not in a report.
  package var description: RunDescription
  /// What was found of its cases.
  package var results: [CaseResult]
  /// The ledger of known failures that the run was given; nil for none.
  package let ledgerName: String?

  /// Why a report cannot be read.
  package struct Fault: Error, Equatable {
    /// What is wrong, in words.
    package let message: String
  }

  /// Reads a report.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: what keeps it from being one, in words that name it.
  package init(_ bytes: [UInt8], name: String) throws(Fault) {
    self.name = name
    func fault(_ text: String) -> Fault { Fault(message: "\(name) \(text)") }
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    let document: JSON
    do throws(JSONError) {
      document = try JSON(parsing: bytes[..<end])
    } catch {
      throw fault("is not a report of a run: \(error.text(in: bytes))")
    }
    guard document["format"] == "mamconform-run", let version = document["version"]?.int else {
      throw fault("is not a report of a run")
    }
    guard version == JSONReport.formatVersion else {
      throw fault(
        "has format \(version), and this program reads \(JSONReport.formatVersion); "
          + "read it with the release of mamconform that wrote it")
    }
    guard let program = document["program"]?.string, let seed = document["seed"]?.int,
      let started = document["started"]?.string.flatMap(WallTime.milliseconds),
      let planned = document["planned"]?.int, let cases = document["cases"]?.array
    else { throw fault("lacks a part that every report has") }
    description = RunDescription(
      version: program, adapter: StoredReport.texts(document["adapter"]), seed: seed,
      startedMilliseconds: started, planned: planned, requirements: [:],
      repeatOptions: StoredReport.texts(document["options"]))
    ledgerName = document["ledger"]?["name"]?.string
    description.wallMilliseconds = StoredReport.number(document["wallMilliseconds"])
    description.nothingToRun = document["nothingToRun"]?.string
    description.verifiedRounds = document["verifiedRounds"]?.int
    if let set = document["suiteVersion"], let name = set["name"]?.string {
      description.suiteVersion = SuiteVersionName(name: name, date: set["date"]?.string ?? "")
    }
    description.profile = document["profile"].flatMap(ReportedProfile.read)
    description.problem = document["problem"].flatMap(StoredReport.problem)
    results = []
    var placed: [(name: String, place: Int)] = []
    for item in cases {
      guard let result = StoredReport.result(item) else {
        throw fault("has a case that cannot be read: \(item["name"]?.text ?? "one without a name")")
      }
      results.append(result)
      let name = result.conformanceCase.name
      if let place = item["place"]?.int { placed.append((name, place)) }
      if let file = item["history"]?.string { description.historyFiles[name] = file }
    }
    if let shard = document["shard"], let index = shard["index"]?.int,
      let count = shard["count"]?.int, let total = shard["cases"]?.int
    {
      description.part = RunDescription.Part(
        index: index, count: count, total: total, cases: placed)
    }
  }

  // MARK: - Parts of the report

  private static func result(_ item: JSON) -> CaseResult? {
    guard let suite = item["suite"]?.string, let id = item["id"]?.string,
      let edition = item["edition"]?.string.flatMap(Edition.init),
      let verdict = item["verdict"]?.string.flatMap(Verdict.init),
      let checks = item["checks"]?.array, let file = item["file"]?.string
    else { return nil }
    let history = History(epoch: .defaultEpoch)
    let found = checks.compactMap { check($0, file, history) }
    guard found.count == checks.count else { return nil }
    let parameters = item["parameters"]?.object?.members ?? []
    let conformanceCase = ConformanceCase(
      suite: suite, id: id, title: item["title"]?.string ?? "", area: item["area"]?.string ?? "",
      edition: edition,
      parameters: parameters.map { .init(axis: $0.name, value: $0.value.string ?? "") },
      location: SourceLocation(file: file, line: item["line"]?.int ?? 1, column: 1),
      world: World(),
      steps: found.map {
        Step(location: $0.check.location, action: nil, opensWindow: false, check: $0.check)
      },
      limit: .zero)
    var result = CaseResult(
      conformanceCase: conformanceCase, verdict: verdict, checks: found,
      problem: item["problem"].flatMap(problem), history: history,
      wallMilliseconds: number(item["wallMilliseconds"]),
      virtualTime: VirtualDuration(milliseconds: item["virtualMilliseconds"]?.int ?? 0))
    result.notes = texts(item["notes"])
    return result
  }

  private static func check(_ item: JSON, _ file: String, _ history: History) -> CheckResult? {
    guard let id = item["id"]?.string, let verdict = item["verdict"]?.string.flatMap(Verdict.init)
    else { return nil }
    func instant(_ value: JSON?) -> VirtualInstant? {
      value?.int.map { history.epoch + VirtualDuration(milliseconds: $0) }
    }
    let found = item["found"]?.string ?? ""
    let requirements = texts(item["requirements"])
    let difference = item["difference"].flatMap { words -> Difference? in
      guard let kind = words["kind"]?.string.flatMap(Difference.Kind.init) else { return nil }
      return Difference(
        kind, words["subject"]?.string ?? "", members: texts(words["members"]),
        shift: words["shiftMilliseconds"]?.int.map { VirtualDuration(milliseconds: $0) },
        time: instant(words["virtualMilliseconds"]) ?? history.epoch,
        text: words["text"]?.string ?? found)
    }
    var bound: [Check.Binding] = []
    if let difference {
      bound = bindings(
        requirements, violated: texts(item["violates"]), by: difference.members)
    }
    var result = CheckResult(
      check: Check(
        id: id, requirements: requirements, demand: .sequence([]), bindings: bound,
        location: SourceLocation(file: file, line: item["line"]?.int ?? 1, column: 1)),
      verdict: verdict, expected: item["expected"]?.string ?? "", found: found,
      nearest: texts(item["nearest"]), time: instant(item["virtualMilliseconds"]),
      difference: difference)
    result.recommended = texts(item["recommended"])
    result.isLater = item["later"] == .bool(true)
    if let first = item["looked"]?["first"]?.int, let count = item["looked"]?["count"]?.int,
      first >= 1, count >= 0, !first.addingReportingOverflow(count).overflow
    {
      result.looked = first - 1..<first - 1 + count
    }
    result.check.suspects = texts(item["suspect"])
    result.check.isDuty = item["party"]?.string == Requirement.app
    return result
  }

  /// Bindings by which a difference violates the requirements that it did violate.
  private static func bindings(
    _ requirements: [String], violated: [String], by members: [String]
  ) -> [Check.Binding] {
    guard violated.count < requirements.count else { return [] }
    if members.isEmpty {
      // A record as a whole violates what is bound to none of its members.
      return requirements.filter { !violated.contains($0) }
        .map { Check.Binding(requirement: $0, members: [""]) }
    }
    return violated.map { Check.Binding(requirement: $0, members: members) }
  }

  private static func problem(_ item: JSON) -> Problem? {
    guard let code = item["code"]?.string else { return nil }
    return Problem(
      code: code, participant: item["participant"]?.string ?? "",
      message: item["message"]?.string ?? "", lastMessage: item["lastMessage"]?.string ?? "")
  }

  private static func texts(_ list: JSON?) -> [String] {
    (list?.array ?? []).compactMap(\.string)
  }

  /// A number of milliseconds, whole or not.
  private static func number(_ value: JSON?) -> Double {
    if case .double(let number)? = value { return number }
    return Double(value?.int ?? 0)
  }
}
