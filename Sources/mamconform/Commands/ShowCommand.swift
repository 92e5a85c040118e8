import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import SystemFiles
import VirtualTime
import Wording

/// `mamconform show`: a case for people, or the history of one that was run.
enum ShowCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    if let path = arguments.value(.history) {
      try Output.write(history(arguments.operands.last ?? "", at: path))
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

  /// Where the checks of a case looked, as the report says of which a folder is; nothing without such a report.
  private static func marks(_ name: String, of folder: String) -> [HistoryMark] {
    guard let bytes = try? WholeFile.bytes("\(folder)/run.json"),
      let report = try? JSON(parsing: bytes[...]),
      let entry = report["cases"]?.array?.first(where: { $0["name"]?.string == name })
    else { return [] }
    return HistoryMark.all(of: entry)
  }

  /// The text of a stored history: of a file, or of the file that a run wrote for the case below a folder.
  private static func history(_ name: String, at path: String) throws(CommandError) -> String {
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
    let bytes = try FileInput.report(file)
    let marks = marks(name, of: path)
    do throws(HistoryError) {
      // Every case starts at the default epoch; a history is shown as time since then.
      let records = try HistoryReport.records(bytes)
      guard !records.isEmpty else { return "\(file) contains no record\n" }
      return HistoryReport.text(records, epoch: .defaultEpoch, marks: marks)
    } catch {
      throw CommandError("\(file): \(error)")
    }
  }
}
