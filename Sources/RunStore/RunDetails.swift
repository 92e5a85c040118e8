package import Conformance
internal import ExactText
package import JSONText

/// What a stored run says of itself besides its cases: the rows of the table `run`.
package struct RunDetails: Sendable, Equatable {
  /// The version of the program that carried it out.
  package var program = ""
  /// The name that somebody has given it; nil for none.
  package var label: String?
  /// When it started: milliseconds of the wall clock since the Unix epoch.
  package var startedMilliseconds = 0
  /// When it ended; nil as long as it goes on, and if it was killed.
  package var endedMilliseconds: Int?
  /// Real time that it took, in milliseconds.
  package var wallMilliseconds = 0.0
  /// How many cases were to run.
  package var planned = 0
  /// The seed.
  package var seed = 0
  /// The adapter's command: a program and its arguments.
  package var command: [String] = []
  /// The files that the command names, the program first, with the SHA-256 of each.
  package var sdkFiles: [File] = []
  /// What the adapter said in its first `hello`: `adapter`, `version`, `sdk`, `capabilities`.
  package var hello: JSONObject?
  /// The folder of the suites, as it was given.
  package var suitesFolder = ""
  /// The SHA-256 of all files of the suites together.
  package var suitesDigest = ""
  /// The words of the command line that change what is run or how it is judged.
  package var options: [String] = []
  /// The words of the command line that say which reports are written.
  package var reports: [String] = []
  /// The options that `mamconform run` needs to do one case again.
  package var repeatOptions: [String] = []
  /// The profile of the run, with its name, its numbers and the SHA-256 of its file; nil for the numbers of the contract.
  package var profile: JSONObject?
  /// The editions of the planned cases.
  package var editions: [String] = []
  /// The folder in which the program was called.
  package var workingFolder = ""
  /// The machine: `system`, `machine`, `processors`, `jobs`, `inProcess`.
  package var environment: JSONObject = [:]
  /// Why the run did not come to its end; nil if it did, or was killed.
  package var problem: Problem?
  /// How many rounds have given the same histories.
  package var verifiedRounds: Int?
  /// The exit code of the run; nil as long as it goes on, and if it was killed.
  package var exitCode: Int?
  /// How many cases had each verdict at the end.
  package var verdicts: JSONObject?

  /// Details that say nothing yet.
  package init() {}

  /// A file with its hash.
  package struct File: Sendable, Equatable {
    /// The path as the command names it, or where the program was found.
    package var path: String
    /// The SHA-256 of its content in hexadecimal.
    package var digest: String
    /// A file with its hash.
    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// The SDK's name and version as far as the adapter tells them, else the program's name.
  package var sdkName: String {
    let said = [hello?["sdk"]?.string, hello?["adapter"]?.string].compactMap(\.self).first
    return said ?? command.first ?? "unknown"
  }

  /// The name and value of every row; values are text, whole numbers, fractions, or JSON as text.
  var rows: [(name: String, value: JSON)] {
    var rows: [(String, JSON)] = [
      ("program", .string(program)), ("started_milliseconds", .int(startedMilliseconds)),
      ("wall_milliseconds", .double(wallMilliseconds)), ("planned", .int(planned)),
      ("seed", .int(seed)), ("sdk_command", RunDetails.list(command)),
      (
        "sdk_files",
        .array(sdkFiles.map { ["path": .string($0.path), "sha256": .string($0.digest)] })
      ),
      ("suites_folder", .string(suitesFolder)), ("suites_sha256", .string(suitesDigest)),
      ("options", RunDetails.list(options)), ("reports", RunDetails.list(reports)),
      ("repeat_options", RunDetails.list(repeatOptions)),
      ("editions", RunDetails.list(editions)), ("working_folder", .string(workingFolder)),
      ("environment", .object(environment)),
    ]
    if let label { rows.append(("label", .string(label))) }
    if let endedMilliseconds { rows.append(("ended_milliseconds", .int(endedMilliseconds))) }
    if let hello { rows.append(("sdk_hello", .object(hello))) }
    if let profile { rows.append(("profile", .object(profile))) }
    if let problem { rows.append(("problem", StoredJSON.problem(problem))) }
    if let verifiedRounds { rows.append(("verified_rounds", .int(verifiedRounds))) }
    if let verdicts { rows.append(("verdicts", .object(verdicts))) }
    if let exitCode { rows.append(("exit_code", .int(exitCode))) }
    return rows
  }

  /// Reads a row; a name that is not known is of a newer program of the same format, and is passed over.
  mutating func read(_ name: String, _ value: JSON) {
    func texts() -> [String] { (value.array ?? []).compactMap(\.string) }
    switch name {
    case "program": program = value.string ?? ""
    case "label": label = value.string
    case "started_milliseconds": startedMilliseconds = value.int ?? 0
    case "ended_milliseconds": endedMilliseconds = value.int
    case "wall_milliseconds":
      if case .double(let number) = value { wallMilliseconds = number }
    case "planned": planned = value.int ?? 0
    case "seed": seed = value.int ?? 0
    case "sdk_command": command = texts()
    case "sdk_files":
      sdkFiles = (value.array ?? []).map {
        File(path: $0["path"]?.string ?? "", digest: $0["sha256"]?.string ?? "")
      }
    case "sdk_hello": hello = value.object
    case "suites_folder": suitesFolder = value.string ?? ""
    case "suites_sha256": suitesDigest = value.string ?? ""
    case "options": options = texts()
    case "reports": reports = texts()
    case "repeat_options": repeatOptions = texts()
    case "editions": editions = texts()
    case "working_folder": workingFolder = value.string ?? ""
    case "environment": environment = value.object ?? [:]
    case "profile": profile = value.object
    case "problem": problem = StoredJSON.problem(value)
    case "verified_rounds": verifiedRounds = value.int
    case "verdicts": verdicts = value.object
    case "exit_code": exitCode = value.int
    default: break
    }
  }

  /// The names whose values are JSON as text.
  static let structured = [
    "sdk_command", "sdk_files", "sdk_hello", "options", "reports", "repeat_options", "editions",
    "environment", "problem", "profile", "verdicts",
  ]

  private static func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}
