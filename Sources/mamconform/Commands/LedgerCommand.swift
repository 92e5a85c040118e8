import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import SystemFiles
import Wording

/// `mamconform ledger`: checks a ledger of known failures, or writes one from the report of a run.
struct LedgerCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Does what the first word says, and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    let task = arguments.operands[0]
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(task, "task", among: ["check", "write"])
    }
    guard arguments.operands.count > 1 else {
      throw CommandError(
        "'ledger \(task)' needs a file",
        suggestion: task == "check" ? "name the ledger" : LedgerCommand.reportHint)
    }
    let ofWriting = [Option.ledgerOutput, .owner, .link, .expires]
    if task == "check", let option = ofWriting.first(where: arguments.has) {
      throw CommandError("only write takes \(option.name)")
    }
    let file = arguments.operands[1]
    return task == "check" ? try check(file) : try write(file)
  }

  /// Everything that is wrong with a ledger and needs no run to be seen.
  private func check(_ file: String) throws(CommandError) -> Int32 {
    let suites = try Suites.load(arguments.withoutOperands)
    let ledger = try LedgerFile.read(file, suites, isAlone: true)
    let plan = LedgerPlan(ledger, over: suites.cases)
    let findings = (plan.findings + LedgerReview.expired(ledger, try LedgerFile.today(arguments)))
      .sorted { $0.location.isBefore($1.location) }
    try Output.write(findings.map { "\($0.diagnostic)\n" }.joined())
    let count = ledger.entries.count
    Output.complain(
      "\(ledger.name): \(Counted.text(count, "entry", "entries")), errors: \(findings.count)\n")
    return findings.isEmpty ? ExitCode.conforms : ExitCode.violated
  }

  /// A ledger of the failures of a report that are not known yet.
  private func write(_ path: String) throws(CommandError) -> Int32 {
    let file = Path.isFolder(path) ? "\(path)/run.json" : path
    let bytes = try FileInput.report(file)
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    let report: JSON
    do throws(JSONError) {
      report = try JSON(parsing: bytes[..<end])
    } catch {
      throw CommandError(
        "\(file) is not JSON: \(error.text(in: bytes))", suggestion: LedgerCommand.reportHint)
    }
    guard var draft = LedgerDraft(report) else {
      throw CommandError("\(file) is not a report of a run", suggestion: LedgerCommand.reportHint)
    }
    // What the report or the command line lacks need not wait for the suites.
    let care = try care()
    try refuse(report, file)
    guard !draft.isEmpty else {
      throw CommandError(
        "nothing was decided in the run of \(file): no check passed or failed",
        suggestion: "'mamconform adapter check' lists what the adapter does not offer")
    }
    let suites = try Suites.load(arguments.withoutOperands)
    try refuse(report, file, suites)
    draft.namesEditions =
      editions(of: report)
      != Set<ExactString>(suites.cases.map { ExactString($0.edition.rawValue) })
    let ledger = LedgerText.file(
      LedgerCommand.name(of: report), care, draft.entries)
    let output = arguments.value(.ledgerOutput) ?? FileOutput.standard
    if FileOutput.isInPlace(output) {
      try FileOutput.prepare(file: output)
      try FileOutput.write(Array(ledger.utf8), to: output)
    } else {
      // Reasons and owners in an older one were written by people.
      try FileOutput.writeNew(Array(ledger.utf8), to: output)
    }
    let cases = report["cases"]?.array ?? []
    let notOffered = cases.count { $0["verdict"]?.string == "not-offered" }
    Output.complain(
      "entries: \(draft.entries.count)"
        + (notOffered == 0
          ? "" : "; not offered, and not in the ledger: \(Counted.text(notOffered, "case"))") + "\n"
    )
    return ExitCode.conforms
  }

  private static let reportHint = "it takes the run.json of 'mamconform run --report DIR'"

  /// Refuses the report of a run that by itself shows that it has not judged every case: the ledger would take the others
  /// for kept.
  private func refuse(_ report: JSON, _ file: String) throws(CommandError) {
    let cases = report["cases"]?.array ?? []
    let planned = report["planned"]?.int ?? cases.count
    let extent = "\(cases.count) of \(Counted.text(planned, "case"))"
    if let message = report["problem"]?["message"]?.string {
      throw CommandError("the run of \(file) did not finish, it has \(extent): \(message)")
    }
    if let part = report["shard"], let total = part["cases"]?.int, total > cases.count {
      throw CommandError(
        "\(file) is a part of a run, with \(cases.count) of its \(Counted.text(total, "case"))",
        suggestion: "write a ledger from the report of 'mamconform merge'")
    }
    guard cases.count >= planned else {
      throw CommandError(
        "the run of \(file) did not finish: it has \(extent)", suggestion: LedgerCommand.runHint)
    }
    let open = cases.filter { ["error", "inconclusive"].contains($0["verdict"]?.string ?? "") }
    guard open.isEmpty else {
      throw CommandError(
        "\(open.count) of the \(Counted.text(cases.count, "case")) of \(file) were not decided, such as "
          + (open[0]["name"]?.string ?? "one without a name"),
        suggestion: "fix the adapter first: a ledger lists only violations")
    }
  }

  private static let runHint =
    "write a ledger from a run of all cases, or of all cases of some editions"

  /// Refuses the report of a run of chosen cases.
  private func refuse(_ report: JSON, _ file: String, _ suites: Suites) throws(CommandError) {
    let cases = report["cases"]?.array ?? []
    let editions = editions(of: report)
    let count = suites.cases.count { editions.contains(ExactString($0.edition.rawValue)) }
    guard cases.count == count else {
      let names = editions.sortedTexts.joined(separator: ", ")
      throw CommandError(
        "\(file) has \(Counted.text(cases.count, "case")) of \(names), but the suites have \(count)",
        suggestion: LedgerCommand.runHint)
    }
  }

  /// The editions that the cases of a report are of.
  private func editions(of report: JSON) -> Set<ExactString> {
    let names = (report["cases"]?.array ?? []).compactMap { $0["edition"]?.string }
    return Set<ExactString>(names.map { ExactString($0) })
  }

  private func care() throws(CommandError) -> LedgerText.Care {
    guard let owner = arguments.value(.owner), let link = arguments.value(.link),
      let day = arguments.value(.expires)
    else {
      let missing = [Option.owner, .link, .expires].filter { !arguments.has($0) }
        .map { "\($0.name) \($0.placeholder)" }
      throw CommandError("'ledger write' needs \(missing.joined(separator: " and "))")
    }
    let expires = try LedgerFile.day(day, Option.expires.name)
    if expires < (try LedgerFile.today(arguments)) {
      Output.complain(
        "mamconform ledger: note: \(expires) has passed: a run with this ledger fails\n")
    }
    return LedgerText.Care(link: link, owner: owner, expires: expires.description)
  }

  /// The name of the SDK: that of its adapter's program.
  private static func name(of report: JSON) -> String {
    let program = report["adapter"]?.array?.first?.string ?? "sdk"
    return program.split(separator: "/").last.map(String.init) ?? "sdk"
  }
}
