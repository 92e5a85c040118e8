package import CaseModel
package import Conformance
internal import ExactText
import JSONText
import VirtualTime

/// The verdicts of a run as they come, a line of JSON each: what is left of a run that is killed.
///
/// The first line says what is run (`planned` cases), then comes one for every finished case (`case`), and the last one
/// (`end`) is missing if the run did not come to its end. A case about which something comes out later has a second
/// line with `corrects`, which counts. `suites/schemas/verdicts.schema.json` describes a line.
package struct VerdictLog: Sendable {
  /// The value of the member `version`; counted up when a member changes its meaning or goes away.
  package static let formatVersion = 1

  /// What the run is.
  package var description: RunDescription

  /// A log of a run.
  package init(_ description: RunDescription) { self.description = description }

  /// The first line.
  package var opening: [UInt8] {
    line([
      "format": "mamconform-verdicts", "version": .int(VerdictLog.formatVersion),
      "program": .string(description.version),
      "adapter": .array(description.adapter.map(JSON.string)), "seed": .int(description.seed),
      "started": .string(WallTime.timestamp(description.startedMilliseconds, .measured) + "Z"),
      "planned": .int(description.planned),
    ])
  }

  /// The line of a finished case; of one that passed only its name and its times, for there may be thousands.
  ///
  /// - Parameter historyFile: the file of its history, relative to the log.
  package func line(
    _ result: CaseResult, corrected: Verdict? = nil, historyFile: String? = nil
  ) -> [UInt8] {
    var object: JSONObject = [
      "case": .string(result.conformanceCase.name), "verdict": .string(result.verdict.rawValue),
      "virtualMilliseconds": .int(result.virtualTime.milliseconds),
      "wallMilliseconds": .double((result.wallMilliseconds * 1000).rounded() / 1000),
    ]
    if let corrected { object["corrects"] = .string(corrected.rawValue) }
    if result.verdict != .pass {
      object["checks"] = .array(
        result.checks.filter { $0.verdict != .pass }
          .map { .object(JSONReport.check($0, result)) })
      if let problem = result.problem { object["problem"] = JSONReport.problem(problem) }
      if let historyFile { object["history"] = .string(historyFile) }
    }
    return line(object)
  }

  /// The last line.
  ///
  /// - Parameters:
  ///   - finished: how many cases were judged.
  ///   - problem: why the run did not come to its end; nil if it did.
  package func ending(finished: Int, problem: Problem?) -> [UInt8] {
    var end: JSONObject = ["finished": .int(finished)]
    if let problem { end["problem"] = JSONReport.problem(problem) }
    return line(["end": .object(end)])
  }

  private func line(_ object: JSONObject) -> [UInt8] {
    var bytes: [UInt8] = []
    object.write(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }
}

/// How far a run came, as its log of verdicts tells.
package struct LoggedRun: Sendable, Equatable {
  /// How many cases were to run.
  package var planned: Int
  /// How many were judged.
  package var finished: Int
  /// True if the run was killed or interrupted: it has no last line, or one that says so.
  package var isInterrupted: Bool

  /// Reads a log; half a line at its end, which a kill may leave, is passed over. Nil if it is none.
  package init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A).makeIterator()
    guard let first = lines.next().flatMap({ try? JSON(parsing: $0) }),
      first["format"]?.string == "mamconform-verdicts", let planned = first["planned"]?.int
    else { return nil }
    self.planned = planned
    finished = 0
    isInterrupted = true
    while let line = lines.next() {
      guard let line = try? JSON(parsing: line) else { continue }
      if line["case"] != nil, line["corrects"] == nil { finished += 1 }
      if let end = line["end"] { isInterrupted = end["problem"]?["code"] == "interrupted" }
    }
  }
}
