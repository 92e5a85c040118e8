internal import Contract
internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting
internal import VirtualTime

/// A folder of results as Allure 2 and 3 read them: a test for each case, a step for each check.
///
/// The history of every case is attached, and for one that did not pass its picture too. Identifiers are hashes of names, so that
/// Allure knows a case again in the next run; `start` and `stop` are the machine's time, which Allure demands.
struct AllureReport {
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The files of the folder.
  var files: [ReportFile] {
    var files: [ReportFile] = []
    for result in run.results { add(result, to: &files) }
    files.append(
      ReportFile(path: "environment.properties", bytes: Array(environment.utf8)))
    files.append(ReportFile(path: "categories.json", bytes: AllureReport.categories.fileBytes))
    return files
  }

  private func add(_ result: CaseResult, to files: inout [ReportFile]) {
    let item = result.conformanceCase
    let id = Digest.uuid(item.name)
    var attachments: [JSON] = []
    func attach(_ name: String, _ file: String, _ type: String, _ bytes: [UInt8]) {
      attachments.append(["name": .string(name), "source": .string(file), "type": .string(type)])
      files.append(ReportFile(path: file, bytes: bytes))
    }
    attach("history", "\(id)-attachment.jsonl", "application/x-ndjson", result.history.lines)
    if result.outcome != .passed, result.outcome != .skipped {
      attach(
        "timeline", "\(id)-attachment.svg", "image/svg+xml",
        Array(TimelinePicture(Timeline(result)).document.utf8))
    }
    let start = run.times == .fixed ? 1_591_261_200_000 : run.description.startedMilliseconds
    let wall = run.times == .fixed ? 0 : Int(result.wallMilliseconds.rounded())
    var object: JSONObject = [
      "uuid": .string(id),
      "historyId": .string(Digest.uuid("history \(item.name)")),
      "testCaseId": .string(Digest.uuid("case \(item.suite)/\(item.id)")),
      "name": .string(item.title),
      "fullName": .string(item.name), "status": .string(AllureReport.status(result.outcome)),
      "stage": "finished", "start": .int(start), "stop": .int(start + wall),
      "description": .string(
        "\(run.place(of: item.location.file)):\(item.location.line), virtual time "
          + "\(result.virtualTime)"),
      "labels": .array(labels(result)),
      "parameters": .array(
        ([("edition", item.edition.rawValue)] + item.parameters.map { ($0.axis, $0.value) }).map {
          ["name": .string($0.0), "value": .string($0.1)]
        }),
      "steps": .array(result.checks.map { step($0, result) }),
      "attachments": .array(attachments),
    ]
    if result.verdict != .pass {
      object["statusDetails"] = [
        "message": .string(CaseExplanation.headline(result)),
        "trace": .string(CaseExplanation(result, run.description).text),
      ]
    }
    files.append(
      ReportFile(path: "\(id)-result.json", bytes: JSON.object(object).fileBytes))
  }

  private func labels(_ result: CaseResult) -> [JSON] {
    let item = result.conformanceCase
    let requirements = result.checks.flatMap(\.check.requirements).distinct.sortedTexts
    let labels =
      [
        ("epic", item.area), ("feature", item.suite), ("suite", item.suite),
        ("parentSuite", item.area), ("subSuite", item.edition.rawValue),
        ("framework", "mamconform"), ("host", "localhost"), ("thread", "main"),
      ] + requirements.map { ("story", $0) } + requirements.map { ("tag", $0) }
    return labels.map { ["name": .string($0.0), "value": .string($0.1)] }
  }

  private func step(_ check: CheckResult, _ result: CaseResult) -> JSON {
    let time = check.time.map { " at +\($0 - result.history.epoch)" } ?? ", never reached"
    var step: JSONObject = [
      "name": .string("\(check.check.id)\(time)"),
      "status": .string(AllureReport.status(check.known == nil ? check.verdict.outcome : .skipped)),
      "stage": "finished",
      "parameters": .array([
        ["name": "proves", "value": .string(check.check.requirements.joined(separator: ", "))],
        ["name": "demands", "value": .string(check.check.demand.text)],
      ]),
    ]
    if check.verdict != .pass {
      step["statusDetails"] = [
        "message": .string(check.found), "trace": .string(check.nearest.joined(separator: "\n")),
      ]
    }
    return .object(step)
  }

  private static func status(_ outcome: CaseOutcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "failed"
    case .broken: "broken"
    case .undecided: "unknown"
    case .skipped: "skipped"
    }
  }

  private var environment: String {
    let lines = [
      ("mamconform", run.description.version), ("adapter", run.adapter),
      ("seed", String(run.description.seed)),
    ]
    // Of Java's properties only the backslash and the end of the line need an escape here.
    return lines.map { name, value in
      "\(name)=\(value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
    }.joined()
  }

  private static let categories: JSON = [
    ["name": "Violated requirements", "matchedStatuses": ["failed"]],
    ["name": "Breakdowns of harness or adapter", "matchedStatuses": ["broken"]],
    ["name": "Nothing can be said", "matchedStatuses": ["unknown"]],
  ]
}
