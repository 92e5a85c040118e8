import CaseModel
import Conformance
internal import ExactText
import Reporting

/// The files that a run writes: where they go, made sure of before the run, written after it.
struct ReportFiles {
  private let junit: [String]
  private let json: [String]
  private let summary: String?
  private let histories: String?
  private let writesEveryHistory: Bool
  private let profile: JUnitReport.Profile

  /// The files of a command line.
  ///
  /// - Throws: wrong usage if one of them cannot be written.
  init(_ arguments: Arguments) throws(CommandError) {
    let folder = arguments.value(.report).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    junit = [folder.map { "\($0)/junit.xml" }, arguments.value(.junit)].compactMap(\.self)
    json = [folder.map { "\($0)/run.json" }, arguments.value(.json)].compactMap(\.self)
    summary = folder.map { "\($0)/summary.txt" }
    writesEveryHistory = arguments.has(.histories)
    let beside = folder ?? (json + junit).first.map(FileOutput.parent(of:))
    histories = arguments.value(.histories) ?? beside.map { "\($0)/histories" }
    profile = arguments.value(.junitProfile).flatMap(JUnitReport.Profile.init) ?? .strict
    for file in junit + json + [summary].compactMap(\.self) {
      try FileOutput.prepare(file: file)
    }
    if writesEveryHistory, let histories { try FileOutput.prepare(folder: histories) }
    // Histories of an earlier run in the same report would be taken for this run's.
    if let folder { ReportFiles.removeHistories("\(folder)/histories") }
  }

  /// Writes everything and returns what went wrong; a file that fails does not keep the others from being written.
  ///
  /// - Parameter description: receives the places of the histories and the list of files.
  func write(_ results: [CaseResult], _ description: inout RunDescription) -> [CommandError] {
    var errors: [CommandError] = []
    func attempt(_ file: String, _ bytes: [UInt8]) -> Bool {
      do throws(CommandError) {
        try FileOutput.write(bytes, to: file)
        return true
      } catch {
        errors.append(error)
        return false
      }
    }
    writeHistories(results, &description, &errors)
    for file in junit {
      let bytes = JUnitReport(profile: profile).bytes(results, description)
      if attempt(file, bytes) { description.files.append(file) }
    }
    for file in json {
      if attempt(file, JSONReport().bytes(results, description)) { description.files.append(file) }
    }
    if let summary {
      let text = ConsoleReport.log(results, description)
      if attempt(summary, Array(text.utf8)) { description.files.append(summary) }
    }
    return errors
  }

  private func writeHistories(
    _ results: [CaseResult], _ description: inout RunDescription, _ errors: inout [CommandError]
  ) {
    guard let histories else { return }
    var count = 0
    // The reports name histories relative to themselves if those lie below the report.
    let base = (json + junit).first.map { FileOutput.parent(of: $0) + "/" } ?? ""
    for result in results where writesEveryHistory || result.verdict.isBad {
      let name = result.conformanceCase.name
      let path = "\(histories)/\(HistoryFileName.path(of: name))"
      do throws(CommandError) {
        try FileOutput.prepare(folder: FileOutput.parent(of: path))
        try FileOutput.write(result.history.lines, to: path)
        count += 1
        description.historyFiles[name] =
          path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
      } catch {
        errors.append(error)
        // One message is enough for a disk that is full.
        return
      }
    }
    if count > 0 { description.files.append("\(histories)/ (\(count) histories)") }
  }

  private static func removeHistories(_ folder: String) {
    for suite in FileInput.names(in: folder) where FileInput.isFolder("\(folder)/\(suite)") {
      for name in FileInput.names(in: "\(folder)/\(suite)") where name.hasSuffix(".jsonl") {
        ScratchRoot.remove("\(folder)/\(suite)/\(name)")
      }
    }
  }
}

extension Verdict {
  /// True for what keeps a run from conforming.
  var isBad: Bool { self != .pass && self != .notApplicable }
}
