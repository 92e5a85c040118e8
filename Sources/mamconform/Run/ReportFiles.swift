import Arguments
import CaseModel
import Conformance
internal import ExactText
import Glibc
import Reporting
import Locking
import RunStore
import SystemFiles
import Wording

/// The files that a run writes: where they go, made sure of before the run, written as it goes on and after it.
///
/// Before the first case every report is replaced by one that says that the run did not finish, so that no kill leaves
/// an older run's report behind. Verdicts and the histories of failed cases are written as they come.
final class ReportFiles: Sendable {
  private struct State {
    var verdicts: VerdictFile?
    var historyFiles: [String: String] = [:]
    var historyError: CommandError?
    /// The folders from which the history of an older run was removed.
    var clearedFolders: Set<ExactString> = []
    /// Those of the files that are replaced; see ``ReportFiles/lock``.
    var locks: [RunLock] = []
  }

  private enum Form {
    case junit, json, summary
  }

  /// The files in the folder of `--report`.
  static let names = ["junit.xml", "run.json", "summary.txt", "verdicts.jsonl"]

  private let folder: String?
  /// Keeps two runs from writing to one folder: the later one would replace a part of what the other has written.
  private let lock: RunLock?
  /// The reports, in the order in which they are written: the summary names the others.
  private let reports: [(file: String, form: Form)]
  /// Those of them that were something else than a regular file when the run began, such as a pipe, and are written in place.
  private let inPlace: Set<ExactString>
  private let histories: String?
  private let writesEveryHistory: Bool
  /// True if histories of an older run may lie where this one writes its own.
  private let hasOlderHistories: Bool
  private let base: String
  private let profile: JUnitReport.Profile
  /// The reports of `--format`.
  private let outputs: ReportOutputs
  /// The files that are not in the folder of `--report`.
  private let ownFiles: [String]
  private let state = Lock(State())
  /// What is said of the run before this one in the same folder; nil if there was none or it came to its end.
  let note: String?
  /// True if one of them goes to standard output.
  let usesStandardOutput: Bool

  /// The files of a command line.
  ///
  /// - Throws: wrong usage if one of them cannot be written.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    if arguments.has(.junitProfile), !arguments.has(.junit), !arguments.has(.report) {
      throw CommandError("--junit-profile needs --junit or --report")
    }
    let folder = arguments.value(.report).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.folder = folder
    let junit = [folder.map { "\($0)/junit.xml" }, arguments.value(.junit)].compactMap(\.self)
    let json = [folder.map { "\($0)/run.json" }, arguments.value(.json)].compactMap(\.self)
    let summary = [folder.map { "\($0)/summary.txt" }].compactMap(\.self)
    reports =
      junit.map { ($0, .junit) } + json.map { ($0, .json) } + summary.map { ($0, .summary) }
    let named = (json + junit).filter { $0 != FileOutput.standard }
    // Nothing but files belongs into the folder of a report.
    inPlace =
      [arguments.value(.junit), arguments.value(.json)].compactMap(\.self)
      .filter(FileOutput.isInPlace).distinct
    writesEveryHistory = arguments.has(.histories)
    usesStandardOutput = (json + junit).contains(FileOutput.standard)
    let beside = folder ?? named.first.map(Path.parent(of:))
    histories = arguments.value(.histories) ?? beside.map { "\($0)/histories" }
    // The reports name histories relative to themselves if those lie below the report.
    base = named.first.map { Path.parent(of: $0) + "/" } ?? ""
    profile = arguments.value(.junitProfile).flatMap(JUnitReport.Profile.init) ?? .strict
    outputs = try ReportOutputs(arguments)
    for file in junit + json + summary { try FileOutput.prepare(file: file) }
    if writesEveryHistory, let histories { try FileOutput.prepare(folder: histories) }
    try FileOutput.requireDistinct(junit + json + summary + ReportOutputs.places(arguments))
    lock = try CommandError.ofStore { () throws(StoreError) in
      try folder.map { folder throws(StoreError) in try RunLock(writing: folder) }
    }
    // The files of their own are locked as soon as they are of this run.
    ownFiles =
      ([arguments.value(.junit), arguments.value(.json)].compactMap(\.self) + outputs.files)
      .filter { !FileOutput.isInPlace($0) }
    for file in ownFiles where Path.exists(file) {
      _ = try CommandError.ofStore { () throws(StoreError) in try RunLock(replacing: file) }
    }
    note = folder.flatMap(ReportFiles.note(of:))
    // Histories of an earlier run in the same report would be taken for this run's.
    if let folder { ReportFiles.removeHistories("\(folder)/histories") }
    hasOlderHistories = histories.map(Path.isFolder) ?? false
  }

  /// True if a report that is written at the end may read the histories of cases that passed.
  var readHistories: Bool { outputs.readHistories }

  /// Replaces every report by one of a run that did not finish.
  ///
  /// - Throws: if one cannot be written; a run is not spent on a report that has nowhere to go.
  func begin(_ description: RunDescription) throws(CommandError) {
    do throws(CommandError) {
      try replaceReports(description)
      try beginVerdicts(description)
    } catch {
      if let verdictsPath { unlink(verdictsPath) }
      throw error
    }
  }

  /// Begins the reports of a run that is over: what is there stays until it is replaced by what is found of that run.
  func beginAgain(_ description: RunDescription) throws(CommandError) {
    try beginVerdicts(description)
  }

  private func replaceReports(_ description: RunDescription) throws(CommandError) {
    var failure: CommandError?
    for (file, form) in reports where !inPlace.contains(ExactString(file)) {
      TemporaryName.removeAll(of: file)
      do throws(CommandError) {
        try FileOutput.replace(file, with: bytes(form, [], description.unfinished))
      } catch {
        // Rather none than one of another run; and so with those that come behind it.
        unlink(file)
        failure = failure ?? error
      }
    }
    do throws(CommandError) {
      try outputs.begin(description.unfinished)
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
    let locks = ownFiles.compactMap { (try? RunLock(replacing: $0)) ?? nil }
    state.withLock { $0.locks = locks }
  }

  private func beginVerdicts(_ description: RunDescription) throws(CommandError) {
    guard let verdictsPath else { return }
    let verdicts = try VerdictFile(verdictsPath, description)
    state.withLock { $0.verdicts = verdicts }
  }

  private var verdictsPath: String? { folder.map { "\($0)/verdicts.jsonl" } }

  /// Takes in a finished case, from any thread: writes its history if that is wanted, and removes that of an older run
  /// otherwise.
  func record(_ result: CaseResult) {
    let name = result.conformanceCase.name
    guard !writesEveryHistory, !result.verdict.isBad else {
      return keep(result.history.lines, of: name)
    }
    guard hasOlderHistories, let histories else { return }
    let path = "\(histories)/\(HistoryFileName.path(of: name))"
    guard unlink(path) == 0 else { return }
    state.withLock {
      $0.historyFiles[name] = nil
      _ = $0.clearedFolders.insert(ExactString(Path.parent(of: path)))
    }
  }

  /// Writes the history of a case.
  func keep(_ lines: [UInt8], of name: String) {
    guard let histories else { return }
    let path = "\(histories)/\(HistoryFileName.path(of: name))"
    do throws(CommandError) {
      try FileOutput.prepare(folder: Path.parent(of: path))
      try FileOutput.replace(path, with: lines)
      let file = path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
      state.withLock { $0.historyFiles[name] = file }
    } catch {
      // One message is enough for a disk that is full.
      state.withLock { $0.historyError = $0.historyError ?? error }
    }
  }

  /// Adds a finished case to the verdicts.
  func tell(_ progress: RunProgress) {
    let name = progress.result.conformanceCase.name
    let (verdicts, file) = state.withLock { ($0.verdicts, $0.historyFiles[name]) }
    verdicts?.add(progress.result, corrected: progress.corrected, historyFile: file)
  }

  /// Writes everything and returns what went wrong; a file that fails does not keep the others from being written.
  ///
  /// - Parameter description: receives the places of the histories and the list of files.
  func write(_ results: [CaseResult], _ description: inout RunDescription) -> [CommandError] {
    var errors: [CommandError] = []
    let (verdicts, files, historyError, cleared) = state.withLock {
      ($0.verdicts, $0.historyFiles, $0.historyError, $0.clearedFolders)
    }
    // Those that have other files stay.
    for folder in cleared { rmdir(folder.text) }
    if let histories, !cleared.isEmpty { rmdir(histories) }
    description.historyFiles = files
    if let historyError { errors.append(historyError) }
    if let histories, !files.isEmpty {
      let count = Counted.text(files.count, "history", "histories")
      description.files.append("\(histories)/ (\(count))")
    }
    for (file, form) in reports {
      do throws(CommandError) {
        let bytes = bytes(form, results, description)
        if inPlace.contains(ExactString(file)) {
          try FileOutput.write(bytes, to: file)
        } else {
          try FileOutput.replace(file, with: bytes)
        }
        if file != FileOutput.standard { description.files.append(file) }
      } catch {
        errors.append(error)
      }
    }
    errors += outputs.write(results, &description)
    do throws(CommandError) {
      try verdicts?.end(finished: results.count, problem: description.problem)
    } catch {
      errors.append(error)
    }
    return errors
  }

  private func bytes(
    _ form: Form, _ results: [CaseResult], _ description: RunDescription
  ) -> [UInt8] {
    switch form {
    case .junit: JUnitReport(profile: profile).bytes(results, description)
    case .json: JSONReport().bytes(results, description)
    case .summary: Array(ConsoleReport.log(results, description).utf8)
    }
  }

  /// What is to be said of the run that wrote into a folder before.
  private static func note(of folder: String) -> String? {
    guard let bytes = try? FileInput.bytes("\(folder)/verdicts.jsonl"), let run = LoggedRun(bytes),
      run.isInterrupted
    else { return nil }
    let extent =
      run.planned == 0
      ? "before its first case" : "after \(run.finished) of \(run.planned) cases"
    return "the last run into \(folder) was ended \(extent)"
  }

  private static func removeHistories(_ folder: String) {
    for suite in Folder.names(in: folder) where Path.isFolder("\(folder)/\(suite)") {
      for name in Folder.names(in: "\(folder)/\(suite)") where name.hasSuffix(".jsonl") {
        unlink("\(folder)/\(suite)/\(name)")
      }
      rmdir("\(folder)/\(suite)")
    }
    // Only what is empty goes away.
    rmdir(folder)
  }
}

extension Verdict {
  /// True for what keeps a run from conforming.
  var isBad: Bool {
    switch self {
    case .pass, .notApplicable, .advisory, .later: false
    case .fail, .error, .inconclusive, .notOffered, .warning: true
    }
  }
}
