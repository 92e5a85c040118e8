import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import Glibc
import JSONText
import Reporting
import RunStore
import SystemFiles

/// Keeps a run in a store while it goes on, if one is asked for; goes on with a stored one.
struct RunKeeper {
  private let recorder: RunRecorder?
  /// What the run that goes on had found before.
  let earlier: [CaseResult]
  private let earlierMilliseconds: Double

  /// Begins a run in the store of a command line, or takes up the one that it names.
  ///
  /// - Parameters:
  ///   - cases: the planned cases, in the order of the report.
  ///   - folder: the folder of the suites.
  init(
    _ arguments: ParsedArguments, _ description: RunDescription, cases: [ConformanceCase],
    suites folder: String
  ) throws(CommandError) {
    if let word = arguments.value(.resume) {
      let run = try arguments.storedRun(word)
      try RunKeeper.checkSame(run, description, arguments, folder)
      let suites = try StoredSuites(run)
      earlier = try CommandError.ofStore { () throws(StoreError) in
        try run.results(suites.cases)
      }
      recorder = try CommandError.ofStore { () throws(StoreError) in
        try RunRecorder(resuming: run)
      }
      earlierMilliseconds = run.details.wallMilliseconds
      return
    }
    earlier = []
    earlierMilliseconds = 0
    // A run of nothing would be the latest one, and hide the one with the results.
    guard let store = arguments.store, description.nothingToRun == nil else {
      guard !arguments.has(.label) || arguments.store != nil else {
        throw CommandError("--label needs --store")
      }
      recorder = nil
      return
    }
    try arguments.checkStore(isRead: false)
    if let label = arguments.value(.label), label == "latest" || label.hasPrefix("latest~") {
      throw CommandError(
        "the label '\(label)' could not be distinguished from the latest run",
        suggestion: "give another one"
      )
    }
    if let label = arguments.value(.label), let name = store.name(labelled: label) {
      Output.complain(
        "mamconform run: note: until now the label '\(label)' meant \(name); it means this run now\n"
      )
    }
    let details = RunKeeper.details(arguments, description, cases, folder)
    let files = try StoredSuites.files(
      of: folder, own: OwnFiles(arguments.operands), version: arguments.value(.suiteVersion),
      profile: arguments.value(.profile))
    do throws(StoreError) {
      let folder = try store.makeFolder(startedMilliseconds: description.startedMilliseconds)
      do throws(StoreError) {
        recorder = try RunRecorder(
          beginning: folder, details, cases: cases.map(\.name), suiteFiles: files)
      } catch {
        // Nothing of the run is there yet: what is left would only stand in the list of runs.
        FolderRemoval.remove(folder)
        throw error
      }
    } catch {
      throw arguments.unusable(error)
    }
  }

  /// The cases that are still to run.
  func left(of cases: [ConformanceCase]) -> [ConformanceCase] {
    guard !earlier.isEmpty else { return cases }
    var done: [ExactString: Bool] = [:]
    for result in earlier { done[result.conformanceCase.name] = true }
    let left = cases.filter { done[$0.name] == nil }
    Output.complain(
      "mamconform run: note: \(earlier.count) of \(cases.count) cases were run before; "
        + "\(left.count) are left\n")
    return left
  }

  /// The results of the whole run, in the order of the report.
  func whole(_ results: [CaseResult], of cases: [ConformanceCase]) -> [CaseResult] {
    guard !earlier.isEmpty else { return results }
    var found: [ExactString: CaseResult] = [:]
    for result in earlier + results { found[result.conformanceCase.name] = result }
    return cases.compactMap { found[$0.name] }
  }

  /// Has the report files take in what was found before.
  func tellEarlier(_ files: ReportFiles) {
    for (index, result) in earlier.enumerated() {
      files.record(result)
      files.tell(RunProgress(result: result, finished: index + 1, total: earlier.count))
    }
  }

  /// Takes in a finished case, from any thread.
  func record(_ result: CaseResult) { recorder?.record(result) }

  /// Ends the run and returns what kept it from being stored.
  ///
  /// - Parameter description: receives where the run is.
  func end(
    _ results: [CaseResult], _ description: inout RunDescription, exitCode: Int32
  ) -> CommandError? {
    guard let recorder else { return nil }
    description.files.append("\(recorder.folder) (the stored run)")
    let summary = RunSummary(results)
    let final = description
    let error = recorder.end { details in
      details.endedMilliseconds = WallClock.sinceEpoch
      details.wallMilliseconds = final.wallMilliseconds + earlierMilliseconds
      details.problem = final.problem
      details.verifiedRounds = final.verifiedRounds
      details.exitCode = Int(exitCode)
      details.verdicts = JSONObject(
        Verdict.allCases.compactMap { verdict in
          summary.cases[verdict].map { (verdict.rawValue, .int($0)) }
        })
    }
    return error.map { error in
      let name = Path.name(of: recorder.folder)
      return CommandError(
        "\(error.description); the stored run lacks what came then",
        suggestion: "'mamconform run --resume \(name)' runs that again",
        exitCode: FileOutput.failureCode)
    }
  }

  private static func details(
    _ arguments: ParsedArguments, _ description: RunDescription, _ cases: [ConformanceCase],
    _ folder: String
  ) -> RunDetails {
    var details = RunDetails()
    details.program = description.version
    details.label = arguments.value(.label)
    details.startedMilliseconds = description.startedMilliseconds
    details.planned = cases.count
    details.seed = description.seed
    details.command = description.adapter
    details.sdkFiles = sdkFiles(description.adapter, isInProcess: arguments.has(.inProcess))
    details.suitesFolder = folder
    details.options = arguments.wordsOfVerdicts
    details.reports = arguments.wordsOfReports
    details.repeatOptions = description.repeatOptions
    details.profile = description.profile.map { profile in
      var object = ReportedProfile.json(profile)
      object["sha256"] = arguments.value(.profile).flatMap(Digest.text(ofFile:)).map(JSON.string)
      return object
    }
    details.editions = cases.map(\.edition.rawValue).distinct.sortedTexts
    details.workingFolder = Path.resolved(".")
    details.environment = environment(arguments)
    return details
  }

  /// The program of a command, and the files that its arguments name: a script's interpreter says little of the SDK.
  private static func sdkFiles(_ command: [String], isInProcess: Bool) -> [RunDetails.File] {
    var paths = isInProcess ? [ProgramPath.own] : []
    if !isInProcess, let program = command.first {
      do throws(ProgramPath.Fault) { paths = [try ProgramPath.find(program)] } catch {}
      paths += command.dropFirst().filter { Path.kind(of: $0) == .regularFile }
    }
    return paths.compactMap { path in
      Digest.text(ofFile: path).map { RunDetails.File(path: path, digest: $0) }
    }
  }

  private static func environment(_ arguments: ParsedArguments) -> JSONObject {
    var system = utsname()
    uname(&system)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return [
      "system": .string("\(text(system.sysname)) \(text(system.release))"),
      "machine": .string(text(system.machine)), "processors": .int(Processors.available),
      "jobs": .int(arguments.integer(.jobs) ?? Processors.available),
      "inProcess": .bool(arguments.has(.inProcess)),
    ]
  }

  /// Makes sure that a run goes on with the same suites and the same SDK, and has something left to do.
  private static func checkSame(
    _ run: StoredRun, _ description: RunDescription, _ arguments: ParsedArguments,
    _ folder: String
  ) throws(CommandError) {
    let profiles = [
      run.details.profile.flatMap { ReportedProfile.read(.object($0)) }, description.profile,
    ]
    .map(ReportedProfile.text)
    guard profiles[0] == profiles[1] else {
      throw CommandError(
        "\(run.name) was started with \(profiles[0]), and would continue with \(profiles[1])",
        suggestion: "give --profile as the run had it, or start a new run")
    }
    let suites = Digest.text(
      ofFiles: try StoredSuites.files(
        of: folder, own: OwnFiles(arguments.operands), version: arguments.value(.suiteVersion),
        profile: arguments.value(.profile)))
    guard suites == run.details.suitesDigest else {
      throw CommandError(
        "the suites in \(folder) are not those of \(run.name)",
        suggestion: "start a new run, or name the suites that it had with MAMCONFORM_SUITES")
    }
    guard run.details.exitCode == nil || run.details.problem != nil else {
      throw CommandError("\(run.name) has finished; there is nothing to resume")
    }
    let files = sdkFiles(description.adapter, isInProcess: arguments.has(.inProcess))
    guard files.map(\.digest) == run.details.sdkFiles.map(\.digest) else {
      throw CommandError(
        "the SDK under test is not that of \(run.name): "
          + "\(files.map(\.path).joined(separator: ", ")) has changed",
        suggestion: "start a new run")
    }
  }
}
