import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import RunStore
import SystemFiles

/// `mamconform requirements --from RUN`: what a run has shown of each requirement, in each edition it holds in.
struct CoverageCommand {
  private let arguments: ParsedArguments
  private let suites: Suites
  private let areas: [String]

  /// The command with its arguments, for the given areas.
  init(_ arguments: ParsedArguments, _ suites: Suites, areas: [String]) {
    self.arguments = arguments
    self.suites = suites
    self.areas = areas
  }

  /// Writes what the run shows; exit code 1 if a requirement is violated, not exercised or not proven.
  func run(_ name: String) throws(CommandError) -> Int32 {
    let output = arguments.value(.coverageOutput) ?? FileOutput.standard
    try FileOutput.prepare(file: output)
    let defects = try arguments.value(.coverageMatrix).map { path throws(CommandError) in
      try matrix(path)
    }
    let (results, shortfall) = try results(of: name)
    func rows(_ party: String) -> [RequirementCoverage] {
      RequirementCoverage.all(
        suites.contract, declared: suites.cases, results: results, party: party,
        defects: { defects?[ExactString($0)] ?? [] }
      ).filter { areas.contains($0.requirement.area) }
    }
    let report = CoverageReport(
      rows("sdk"), duties: rows("app"), run: name, hasMatrix: defects != nil)
    let text =
      switch arguments.value(.coverageFormat) {
      case "json": report.document(program: programVersion).prettyText
      case "html": report.html
      default: report.text
      }
    try FileOutput.write(Array(text.utf8), to: output)
    Output.complain("\(report.summary)\n")
    if let shortfall { Output.complain("mamconform requirements: note: \(shortfall)\n") }
    guard report.isComplete else { return ExitCode.violated }
    return shortfall == nil ? ExitCode.conforms : ExitCode.inconclusive
  }

  /// The results of a report, of the folder that holds one, or of a stored run, and what is said of one that lacks cases.
  private func results(
    of name: String
  ) throws(CommandError) -> (results: [CaseResult], shortfall: String?) {
    let file = Path.isFolder(name) ? "\(name)/run.json" : name
    guard Path.kind(of: file) == .regularFile else {
      let run = try arguments.storedRun(name)
      let stored = try StoredSuites(run)
      return try CommandError.ofStore { () throws(StoreError) in
        (try run.results(stored.cases), try run.shortfall().map { "\(run.name) \($0)" })
      }
    }
    let bytes = try FileInput.report(file)
    do throws(StoredReport.Fault) {
      let report = try StoredReport(bytes, name: file)
      let (count, planned) = (report.results.count, report.description.planned)
      let shortfall = count < planned ? "\(file) lacks cases: \(count) of \(planned) were run" : nil
      return (report.results, shortfall)
    } catch {
      throw CommandError(error.message)
    }
  }

  /// The defects of every check, from a matrix in JSON.
  private func matrix(_ path: String) throws(CommandError) -> [ExactString: [String]] {
    guard let document = try? JSON(parsing: try FileInput.bytes(path)[...]),
      document["format"]?.string == "mamconform-matrix", let checks = document["checks"]?.array
    else {
      throw CommandError(
        "\(path) is not a matrix of defects and checks",
        suggestion: "write one with 'mamconform prove --matrix --format json --output \(path)'")
    }
    var defects: [ExactString: [String]] = [:]
    for check in checks {
      guard let name = check["case"]?.string, let id = check["check"]?.string else { continue }
      defects[ExactString("\(name) \(id)")] = (check["defects"]?.array ?? []).compactMap(\.string)
    }
    return defects
  }
}
