import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import RunStore
import SystemFiles
import VirtualTime
import Wording

/// `mamconform show`: a case for people, or the history of one that was run.
enum ShowCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    if let path = arguments.value(.history) {
      let ofCases = [Option.suites, .edition, .profile]
      if let option = ofCases.first(where: arguments.has) {
        throw CommandError("\(option.name) and --history cannot be combined")
      }
      let isJSON = arguments.value(.format) == "json"
      try Output.write(history(arguments, at: path).text(isJSON: isJSON))
      return 0
    }
    let one = try OneCase(arguments)
    if arguments.value(.format) == "json" {
      try Output.write(JSON.object(CaseReport.document(one.item)).prettyText)
    } else {
      try Output.write(CaseReport.text(one.item, one.suites.requirements))
    }
    return 0
  }

  /// The history of a case, as a run has left it.
  private struct FoundHistory {
    /// Where it was found.
    let place: String
    /// Its records, as JSON lines.
    let lines: [UInt8]
    /// Where checks looked; none if nobody says it.
    let marks: [HistoryMark]

    /// The history for people, or as a list of its records.
    func text(isJSON: Bool) throws(CommandError) -> String {
      do throws(HistoryError) {
        // Every case starts at the default epoch; a history is shown as time since then.
        let records = try HistoryReport.records(lines)
        guard !isJSON else {
          return JSON.array(lines.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) })
            .prettyText
        }
        guard !records.isEmpty else { return "\(place) contains no record\n" }
        return HistoryReport.text(records, epoch: .defaultEpoch, marks: marks)
      } catch {
        throw CommandError("\(place): \(error)")
      }
    }
  }

  /// Finds the history of a case in a file, in the folder of a report or of histories, or in a stored run.
  private static func history(
    _ arguments: ParsedArguments, at path: String
  ) throws(CommandError) -> FoundHistory {
    let name = arguments.operands.last ?? ""
    let isStored =
      Path.exists("\(path)/\(StoredRun.fileName)") || path.hasSuffix("/\(StoredRun.fileName)")
    // A word that leads nowhere can only name a stored run, and without a store only what looks like one.
    let isName = !Path.exists(path) && (arguments.store != nil || path.hasPrefix("latest"))
    if isStored || isName { return try history(name, in: arguments.storedRun(path)) }
    var file = path
    if Path.isFolder(path) {
      let relative = HistoryFileName.path(of: name)
      let places = ["\(path)/\(relative)", "\(path)/histories/\(relative)"]
      guard let place = places.first(where: Path.exists) else {
        throw CommandError(
          "there is no history of '\(name)' below \(path)",
          suggestion:
            "give the full name with its edition; a run keeps failed cases, or all with --histories"
        )
      }
      file = place
    }
    return FoundHistory(
      place: file, lines: try FileInput.report(file), marks: marks(name, of: path))
  }

  private static func history(
    _ name: String, in run: StoredRun
  ) throws(CommandError) -> FoundHistory {
    let cases = try CommandError.ofStore { () throws(StoreError) in try run.cases() }
    guard
      let stored = cases.last(where: { $0.name == name })
        ?? cases.last(where: { $0.name.hasPrefix("\(name)@") })
    else {
      throw CommandError(
        "\(run.name) has no case '\(name)'",
        suggestion: Spelling.suggestion(for: name, among: cases.map(\.name))
          ?? "give the full name with its edition")
    }
    // Without the text of the case nobody knows where its checks looked.
    let definitions = (try? StoredSuites(run).cases(named: [stored.name])) ?? [:]
    return try CommandError.ofStore { () throws(StoreError) in
      let result = try run.result(of: stored, definitions)
      let description = RunDescription(
        version: run.details.program, adapter: [], startedMilliseconds: 0, planned: 1,
        requirements: [:])
      let report = JSONReport().document([result], description)
      return FoundHistory(
        place: "\(stored.name) of \(run.name)", lines: try run.historyLines(of: stored),
        marks: report["cases"]?.array?.first.map(HistoryMark.all) ?? [])
    }
  }

  /// Where the checks of a case looked, as the report says of which a folder is; nothing without such a report.
  private static func marks(_ name: String, of folder: String) -> [HistoryMark] {
    guard let bytes = try? WholeFile.bytes("\(folder)/run.json"),
      let report = try? JSON(parsing: bytes[...]),
      let entry = report["cases"]?.array?.first(where: { $0["name"]?.string == name })
    else { return [] }
    return HistoryMark.all(of: entry)
  }
}
