import Arguments
import Comparison
internal import ExactText
import RunStore
import SystemFiles

extension Option {
  static let store = Option(
    "--store", "DIR", .folder,
    "the folder of stored runs; default: $MAMCONFORM_STORE, otherwise no run is stored")
  static let label = Option(
    "--label", "NAME", .text, "name the stored run, such as 12.7; 'runs prune' keeps it")
  static let resume = Option(
    "--resume", "RUN", .text,
    "continue a stored run that did not finish, with the same options, and write its reports unless others are named"
  )
  static let lastFailed = Option(
    "--last-failed",
    "only the cases that did not pass in the latest stored run, or that it did not come to")
  static let changedSince = Option(
    "--changed-since", "RUN", .text,
    "only the cases that are new, or have been rewritten, since a stored run, or that it did not come to"
  )
  static let keep = Option(
    "--keep", "N", .integer(0...1_000_000), "prune: how many of the latest runs to keep")

  /// The options that say where a run is stored, and which one it goes on with.
  static let storing: [Option] = [.store, .label, .resume, .lastFailed, .changedSince]

  /// The options that change what is run or how it is judged; a run that goes on has those that it had.
  static let ofVerdicts: [Option] =
    [
      .sut, .suites, .area, .requirement, .edition, .seed, .defect, .readings, .retryTolerance,
      .inProcess, .watchdog, .suiteVersion, .profile, .strict, .lastFailed, .changedSince,
      .sweeps, .quick,
    ] + Option.limits

  /// The options that say which reports are written; a run that goes on writes those that it was to write, unless it is
  /// given others.
  static let ofReports: [Option] = [
    .report, .reportFormat, .output, .junit, .junitProfile, .json, .histories,
  ]

  // Comparisons of runs.
  static let comparisonFormat = Option(
    "--format", "FORMAT", .choice(ComparisonFormat.allCases.map(\.rawValue)),
    "how to write; default: text")
  static let comparisonOutput = Option(
    "--output", "FILE", .file, "where to write; default, and for '-': standard output")
  static let failOn = Option(
    "--fail-on", "WHAT,...", .list(ComparisonFinding.allCases.map(\.rawValue)),
    "what gives exit code 1; default: regression,undecided")
}

extension ParsedArguments {
  /// The store of a command line or of the environment; nil if neither names one.
  var store: RunStore? {
    let environment = EnvironmentVariable.value("MAMCONFORM_STORE").flatMap {
      $0.isEmpty ? nil : $0
    }
    return (value(.store) ?? environment).map { RunStore($0) }
  }

  /// The words that make the same run again, as they are stored.
  var wordsOfVerdicts: [String] {
    operands + words(of: Option.ofVerdicts) + (rest.map { ["--"] + $0 } ?? [])
  }

  /// The words that ask for the same reports again, as they are stored.
  var wordsOfReports: [String] { words(of: Option.ofReports) }

  private func words(of options: [Option]) -> [String] {
    options.flatMap { option in
      all(option).flatMap { option.kind == nil ? [option.name] : [option.name, $0] }
    }
  }

  /// The stored run that a word names.
  func storedRun(_ word: String) throws(CommandError) -> StoredRun {
    // A run that is named by its path needs no store.
    if !Path.exists(word) { try checkStore(isRead: true) }
    return try CommandError.ofStore { () throws(StoreError) in
      try StoredRun(try folder(ofRun: word))
    }
  }

  /// Checks that what is named as the store is a folder; to a run that is to be stored it need not be there yet.
  ///
  /// - Parameter isRead: true for a command that needs what is in it.
  func checkStore(isRead: Bool) throws(CommandError) {
    guard let store else { return }
    guard !Path.isFolder(store.folder) else {
      guard isRead else { return }
      do throws(SystemError) {
        _ = try Folder.entries(of: store.folder)
        return
      } catch {
        throw CommandError("\(store.folder) (\(storeOrigin)) cannot be read: \(error)")
      }
    }
    let isThere = Path.exists(store.folder)
    guard isRead || isThere else { return }
    throw CommandError(
      isThere
        ? "\(store.folder) (\(storeOrigin)) is not a folder, and so no store of runs"
        : "there is no folder \(store.folder) (\(storeOrigin))",
      suggestion: storeAdvice)
  }

  /// What names the store.
  private var storeOrigin: String { has(.store) ? "--store" : "MAMCONFORM_STORE" }

  /// What to do about a store that cannot be used.
  private var storeAdvice: String {
    has(.store)
      ? "'mamconform run --store DIR' makes a store"
      : "set MAMCONFORM_STORE to a folder, unset it, or name one with --store DIR"
  }

  /// A store in which no run can be begun.
  func unusable(_ error: StoreError) -> CommandError {
    let code = FileOutput.failureCode
    return has(.store) || error.suggestion != nil
      ? CommandError(error, exitCode: code)
      : CommandError(
        "\(error.message) (MAMCONFORM_STORE)", suggestion: storeAdvice, exitCode: code)
  }

  /// The store, which a command needs.
  func neededStore() throws(CommandError) -> RunStore {
    guard let store else {
      throw CommandError(
        "no store of runs is given", suggestion: "name it with --store DIR or in MAMCONFORM_STORE")
    }
    return store
  }

  private func folder(ofRun word: String) throws(StoreError) -> String {
    if let store { return try store.find(word) }
    guard Path.exists(word) else {
      throw StoreError(
        word == "latest"
          ? "there is no latest run: no store is given"
          : "there is no run '\(word)': it is not a path, and no store is given",
        suggestion: "name the store with --store DIR or in MAMCONFORM_STORE")
    }
    return word
  }
}

extension CommandError {
  /// What is wrong with a store.
  init(_ error: StoreError, exitCode: Int32 = 64) {
    self.init(error.message, suggestion: error.suggestion, exitCode: exitCode)
  }

  /// Does something of which a fault of a store is an error of the command.
  static func ofStore<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(CommandError) -> Result {
    do throws(StoreError) { return try body() } catch { throw CommandError(error) }
  }
}
