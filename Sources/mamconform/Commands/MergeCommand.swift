import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import Reporting
import SystemFiles

/// `mamconform merge`: the reports of shards become those of the whole run.
enum MergeCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let reports = try arguments.operands.map { path throws(CommandError) in try read(path) }
    if !arguments.has(.ledger), let report = reports.first(where: { $0.ledgerName != nil }) {
      throw CommandError(
        "\(report.name) was made with the ledger \(report.ledgerName ?? "")",
        suggestion: "give the ledger to 'merge' too, with --ledger FILE")
    }
    var merge: ReportMerge
    do throws(StoredReport.Fault) {
      merge = try ReportMerge(reports)
    } catch {
      throw CommandError(error.message, suggestion: "give one report of each shard of one run")
    }
    try check(arguments.value(.report), isNoneOf: reports)
    let files = try ReportFiles(arguments)
    var description = merge.description
    for requirement in Suites.contract(try Suites.folder(arguments)).contract.requirements {
      description.requirements[requirement.id] = requirement
    }
    try LedgerFile.apply(arguments, to: &merge.results, &description)
    try files.begin(description)
    let console = ConsoleWriter(description, arguments, besideReport: files.usesStandardOutput)
    var errors: [CommandError] = []
    for (index, result) in merge.results.enumerated() {
      let name = result.conformanceCase.name
      if let origin = merge.origins[name], let file = description.historyFiles[name] {
        do throws(CommandError) {
          let lines = try FileInput.bytes("\(Path.parent(of: origin))/\(file)")
          files.keep(lines, of: name)
          // For the pictures; a history that cannot be read has none.
          let records = try? HistoryReport.records(lines)
          merge.results[index].history.records = records ?? []
        } catch {
          errors.append(CommandError(error.line, exitCode: FileOutput.failureCode))
        }
      }
      files.tell(RunProgress(result: result, finished: index + 1, total: description.planned))
    }
    errors += files.write(merge.results, &description)
    console.summary(merge.results, description)
    if let error = console.error { errors.append(error) }
    for error in errors { Output.complain("mamconform merge: \(error.line)\n") }
    if description.emptiness != nil { return errors.first?.exitCode ?? ExitCode.conforms }
    let code = RunSummary(merge.results, description.ledger).exitCode
    guard code == ExitCode.conforms else { return code }
    if description.problem != nil { return ExitCode.inconclusive }
    return errors.first?.exitCode ?? code
  }

  /// The report of a file, or of a folder of reports.
  private static func read(_ path: String) throws(CommandError) -> StoredReport {
    let file = Path.isFolder(path) ? "\(path)/run.json" : path
    let bytes = try FileInput.report(file)
    do throws(StoredReport.Fault) {
      return try StoredReport(bytes, name: file)
    } catch {
      throw CommandError(error.message)
    }
  }

  /// A folder is emptied of histories before reports go there, which would be those of a shard.
  private static func check(
    _ folder: String?, isNoneOf reports: [StoredReport]
  ) throws(CommandError) {
    guard let folder else { return }
    for report in reports
    where Path.resolved(Path.parent(of: report.name)) == Path.resolved(folder) {
      throw CommandError(
        "\(folder) contains the report of a shard", suggestion: "give another folder")
    }
  }
}
