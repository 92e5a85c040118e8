import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import RunStore
import SystemFiles
import Wording

/// `mamconform runs`: what is stored.
enum RunsCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let action = arguments.operands.first ?? "list"
    let rest = arguments.operands.dropFirst()
    guard (action == "show") == (rest.count == 1) else {
      throw CommandError(
        action == "show" ? "show takes a run: runs show RUN" : "'\(action)' takes no run")
    }
    guard arguments.has(.keep) == (action == "prune") else {
      throw CommandError(
        action == "prune"
          ? "prune needs --keep N, the number of latest runs to keep" : "only prune takes --keep")
    }
    guard action != "prune" || !arguments.has(.format) else {
      throw CommandError("prune takes no --format")
    }
    let isJSON = arguments.value(.format) == "json"
    switch action {
    case "list": try list(store(arguments), isJSON: isJSON)
    case "show": try show(arguments.storedRun(arguments.operands[1]), isJSON: isJSON)
    case "prune": try prune(store(arguments), keep: arguments.integer(.keep) ?? 0)
    default:
      throw CommandError("unknown action '\(action)'", suggestion: "known: list, show, prune")
    }
    return 0
  }

  /// The store, of which nothing can be said if it is not there.
  private static func store(_ arguments: ParsedArguments) throws(CommandError) -> RunStore {
    let store = try arguments.neededStore()
    try arguments.checkStore(isRead: true)
    return store
  }

  private static func list(_ store: RunStore, isJSON: Bool) throws(CommandError) {
    var objects: [JSON] = []
    var rows: [[String]] = []
    for name in store.names {
      do throws(StoreError) {
        let run = try StoredRun("\(store.folder)/\(name)")
        let state = state(of: run)
        let counts = try counts(of: run)
        if isJSON {
          objects.append(.object(document(run, state, counts)))
        } else {
          rows.append([
            run.name, run.details.label ?? "-", state, words(counts, run), run.details.sdkName,
          ])
        }
      } catch {
        // One that cannot be read does not hide the others.
        Output.complain("mamconform runs: \(error)\n")
      }
    }
    if isJSON { return try Output.write(JSON.array(objects).prettyText) }
    try Output.write(fitted: aligned(rows))
  }

  /// Rows as lines, with columns that begin at the same place in each.
  private static func aligned(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      // What comes last needs no room behind it.
      return cells.dropLast().map { "\($0)  " }.joined() + "\(row[row.count - 1])\n"
    }.joined()
  }

  private static func show(_ run: StoredRun, isJSON: Bool) throws(CommandError) {
    let details = run.details
    let (counts, cases) = try CommandError.ofStore { () throws(StoreError) in
      (try RunsCommand.counts(of: run), try run.cases())
    }
    let bad = cases.filter { $0.result.verdict.isBad }
    guard !isJSON else {
      var object = document(run, state(of: run), counts)
      object["options"] = .array(details.options.map(JSON.string))
      object["environment"] = .object(details.environment)
      if let profile = details.profile { object["profile"] = .object(profile) }
      object["hello"] = details.hello.map(JSON.object) ?? .null
      object["bad"] = .array(
        bad.map { ["case": .string($0.name), "verdict": .string($0.result.verdict.rawValue)] })
      return try Output.write(JSON.object(object).prettyText)
    }
    var rows = [
      ("run", run.folder), ("state", state(of: run)), ("cases", words(counts, run)),
      ("seed", String(details.seed)), ("editions", details.editions.joined(separator: " ")),
      ("program", details.program), ("SDK", details.sdkName),
      ("command", details.command.joined(separator: " ")),
    ]
    if let label = details.label { rows.insert(("label", label), at: 1) }
    for file in details.sdkFiles { rows.append(("sha256", "\(file.digest)  \(file.path)")) }
    rows.append(("suites", "\(details.suitesDigest)  \(details.suitesFolder)"))
    if let profile = details.profile, let numbers = ReportedProfile.read(.object(profile)) {
      let digest = profile["sha256"]?.string.map { "\($0)  " } ?? ""
      rows.append(("profile", "\(digest)\(numbers.name): \(numbers.text)"))
    }
    rows.append(("options", details.options.joined(separator: " ")))
    for member in details.environment.members {
      rows.append((member.name, member.value.string ?? member.value.text))
    }
    if let problem = details.problem { rows.append(("problem", problem.message)) }
    var text = HelpText.table(rows)
    for item in bad { text += "\(item.result.verdict.rawValue)  \(item.name)\n" }
    try Output.write(fitted: text)
  }

  private static func prune(_ store: RunStore, keep: Int) throws(CommandError) {
    var (count, labelled, running, unread) = (0, 0, 0, 0)
    // What is left of a run that has stored nothing is none to be kept.
    let dead = store.names.filter(store.isDead)
    let names = store.names.filter { !dead.contains($0) }
    for name in dead {
      do throws(StoreError) {
        try store.remove(name)
        count += 1
      } catch {
        Output.complain("mamconform runs: \(error)\n")
      }
    }
    for name in names.dropLast(keep) {
      do throws(StoreError) {
        let run = try StoredRun("\(store.folder)/\(name)")
        guard run.details.label == nil, !run.isRunning else {
          if run.isRunning { running += 1 } else { labelled += 1 }
          continue
        }
        try store.remove(name)
        count += 1
      } catch {
        unread += 1
        Output.complain(
          "mamconform runs: \(error); \(store.folder)/\(name) stays: delete it if nobody needs it\n"
        )
      }
    }
    var reasons: [String] = []
    if labelled > 0 { reasons.append("\(labelled) because of a label") }
    if running > 0 { reasons.append("\(running) still being written") }
    if unread > 0 { reasons.append("\(unread) that cannot be read or removed") }
    let kept = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    try Output.write(
      "\(Counted.text(count, "run")) removed, \(store.names.count) left\(kept)\n")
  }

  /// How a run stands.
  private static func state(of run: StoredRun) -> String {
    guard let code = run.details.exitCode else { return run.isRunning ? "running" : "unfinished" }
    return switch Int32(code) {
    case ExitCode.conforms: "conforms"
    case ExitCode.violated: "violates"
    case ExitCode.interrupted: "interrupted"
    default: "undecided"
    }
  }

  private static func counts(of run: StoredRun) throws(StoreError) -> [(Verdict, Int)] {
    let stored = run.details.verdicts
    let counted = try stored == nil ? run.verdicts() : [:]
    return Verdict.allCases.compactMap { verdict in
      (stored?[verdict.rawValue]?.int ?? counted[verdict]).map { (verdict, $0) }
    }
  }

  private static func words(_ counts: [(Verdict, Int)], _ run: StoredRun) -> String {
    let done = counts.reduce(0) { $0 + $1.1 }
    let all = done == run.details.planned ? "\(done)" : "\(done) of \(run.details.planned)"
    return "\(all) \(run.details.planned == 1 ? "case" : "cases"): "
      + (counts.isEmpty
        ? "none" : counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", "))
  }

  private static func document(
    _ run: StoredRun, _ state: String, _ counts: [(Verdict, Int)]
  ) -> JSONObject {
    let details = run.details
    var object: JSONObject = [
      "name": .string(run.name), "folder": .string(run.folder), "state": .string(state),
      "startedMilliseconds": .int(details.startedMilliseconds), "planned": .int(details.planned),
      "cases": .object(JSONObject(counts.map { ($0.0.rawValue, .int($0.1)) })),
      "program": .string(details.program), "seed": .int(details.seed),
      "sdk": .string(details.sdkName),
      "command": .array(details.command.map(JSON.string)),
      "sdkFiles": .array(
        details.sdkFiles.map { ["path": .string($0.path), "sha256": .string($0.digest)] }),
      "suitesFolder": .string(details.suitesFolder),
      "suitesSHA256": .string(details.suitesDigest),
      "editions": .array(details.editions.map(JSON.string)),
    ]
    if let label = details.label { object["label"] = .string(label) }
    return object
  }
}
