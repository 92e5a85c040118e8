import Arguments
import CaseModel
import Conformance
import Contract
import Debugger
internal import ExactText
import RunStore
import SystemFiles
import Wording

/// What `debug` is to look at: a case of the suites, of a file, or of a stored run.
struct DebugSubject {
  /// The case.
  let item: ConformanceCase
  /// The contract that goes with it.
  let contract: Contract
  /// The SDK's options: those of the command line, or of the stored run.
  let arguments: ParsedArguments
  /// The adapter's command; not used in process.
  let command: [String]
  /// The standard world for files of cases; nil if there is none.
  let worldFile: String?
  /// What happened in the stored run, if it is one.
  private let stored: History?

  /// Finds the case that a command line names.
  ///
  /// - Throws: if there is none, or more than one; with the nearest name.
  static func find(_ arguments: ParsedArguments) throws(CommandError) -> DebugSubject {
    if let word = arguments.operands.first, isRun(word) {
      return try DebugSubject(run: word, arguments)
    }
    do throws(CommandError) {
      return try DebugSubject(suites: arguments)
    } catch {
      guard let word = arguments.operands.first, let folder = try run(word, arguments) else {
        throw error
      }
      return try DebugSubject(run: folder, arguments)
    }
  }

  /// The folder of the stored run that a word names as 'report' takes it: by its label, or by the beginning of its name or path;
  /// nil if it names none.
  private static func run(
    _ word: String, _ arguments: ParsedArguments
  ) throws(CommandError) -> String? {
    let above = RunStore(Path.parent(of: word))
    if word.contains("/"), !above.names.isEmpty {
      return try CommandError.ofStore { () throws(StoreError) in
        try above.find(Path.name(of: word))
      }
    }
    return arguments.store.flatMap { try? $0.find(word) }.flatMap { isRun($0) ? $0 : nil }
  }

  private init(suites arguments: ParsedArguments) throws(CommandError) {
    let found = try OneCase(arguments)
    item = found.item
    let suites = found.suites
    contract = suites.contract
    self.arguments = arguments
    command = try DebugSubject.command(arguments, item)
    worldFile = DebugSubject.world(suites.folder)
    stored = nil
  }

  /// True for a word that names a stored run: a folder or file of one, or `latest`.
  private static func isRun(_ word: String) -> Bool {
    if Path.isFolder(word) { return Path.exists("\(word)/\(StoredRun.fileName)") }
    return word == "latest" || word.hasPrefix("latest~") || word.hasSuffix("/\(StoredRun.fileName)")
  }

  private init(run word: String, _ arguments: ParsedArguments) throws(CommandError) {
    let run =
      Path.exists(word)
      ? try CommandError.ofStore { () throws(StoreError) in try StoredRun(word) }
      : try arguments.storedRun(word)
    let suites = try StoredSuites(run)
    let cases = try CommandError.ofStore { () throws(StoreError) in try run.cases() }
    let wanted = arguments.operands.dropFirst().first
    let chosen: StoredCase?
    if let wanted {
      chosen = cases.last { $0.name == wanted } ?? cases.last { $0.name.hasPrefix("\(wanted)@") }
    } else {
      chosen = cases.first { $0.result.verdict == .fail } ?? cases.first
    }
    guard let chosen else {
      let near = wanted.flatMap { Spelling.suggestion(for: $0, among: cases.map(\.name)) }
      throw CommandError(
        "\(run.name) has no case \(wanted.map { "'\($0)'" } ?? "at all")",
        suggestion: near ?? "'mamconform runs show \(word)' lists what it has")
    }
    guard let item = try suites.cases(named: [chosen.name])[chosen.name] else {
      throw CommandError(
        "\(run.name) does not contain the text of \(chosen.name)",
        suggestion: "debug the case of today: mamconform debug '\(chosen.name)'")
    }
    self.item = item
    contract = suites.contract
    let words = run.details.options
    let description = try CommandTable.command("run").description
    self.arguments = try CommandError.ofUsage { () throws(UsageError) in
      try description.parse(words)
    }.overridden(by: arguments)
    command = try DebugSubject.command(self.arguments, item)
    worldFile = DebugSubject.world(run.details.suitesFolder)
    stored = try CommandError.ofStore { () throws(StoreError) in try run.history(of: chosen) }
  }

  /// The command of the adapter that is named; nothing for the reference SDK in process.
  ///
  /// - Throws: if the case cannot be run with the numbers of its profile.
  private static func command(
    _ arguments: ParsedArguments, _ item: ConformanceCase
  ) throws(CommandError) -> [String] {
    if let reason = item.unfitness {
      throw CommandError("\(item.name) is not applicable: \(reason)")
    }
    let isProcess = arguments.has(.sut) || arguments.rest != nil
    if !isProcess, !arguments.has(.defect), !arguments.has(.readings) { return [] }
    return try SDKUnderTest(arguments, profile: item.profile).command
  }

  private static func world(_ folder: String) -> String? {
    [folder, Suites.builtIn ?? folder].map { "\($0)/world.yaml" }.first(where: Path.exists)
  }

  /// What the SDK does otherwise than in the stored run; nil if it does the same, or there is not a stored run.
  ///
  /// The case runs to its end once, and then stands at its beginning again.
  func comparison(with console: DebugConsole) throws(CommandError) -> String? {
    guard let stored else { return nil }
    do throws(DebugProblem) {
      return try console.session.difference(from: stored)
    } catch {
      throw CommandError(error.text, exitCode: ExitCode.inconclusive)
    }
  }
}
