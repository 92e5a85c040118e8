package import Conformance
package import Contract
internal import ExactText

/// What reports say of a run besides its cases.
package struct RunDescription: Sendable {
  /// The version of the program.
  package var version: String
  /// The adapter's command.
  package var adapter: [String]
  /// The seed.
  package var seed: Int
  /// When the run started: milliseconds of the wall clock since the Unix epoch.
  package var startedMilliseconds: Int
  /// Real time the run took, in milliseconds.
  package var wallMilliseconds: Double = 0
  /// How many cases were to run.
  package var planned: Int
  /// Why the run did not come to its end, such as an interrupt or an adapter that does not start.
  package var problem: Problem?
  /// How many rounds have given the same histories; nil if the run was not verified.
  package var verifiedRounds: Int?
  /// The requirements by ID: for their titles.
  package var requirements: [String: Requirement]
  /// The options that `mamconform run` needs to do the same again, besides the case and the seed.
  package var repeatOptions: [String]
  /// Which part of a run this is, if it was divided among several machines.
  package var part: Part?
  /// Why there was no case to run though nothing is wrong, such as that every case passed in the run before; nil if there
  /// were cases.
  package var nothingToRun: String?
  /// For each case that has one, the file of its history relative to the report.
  package var historyFiles: [String: String] = [:]
  /// What the run and its ledger of known failures say of each other; nil if it was given none, or has not ended.
  package var ledger: LedgerReview?
  /// The set of checks to which the run is pinned; nil if every check counts.
  package var suiteVersion: SuiteVersionName?
  /// The numbers that stand for those of the contract; nil for the contract's own.
  package var profile: Profile?
  /// The reports and folders that were written, for the summary.
  package var files: [String] = []

  /// A description of a run that has not begun.
  package init(
    version: String, adapter: [String], seed: Int = 0, startedMilliseconds: Int, planned: Int,
    requirements: [String: Requirement], repeatOptions: [String] = []
  ) {
    self.version = version
    self.adapter = adapter
    self.seed = seed
    self.startedMilliseconds = startedMilliseconds
    self.planned = planned
    self.requirements = requirements
    self.repeatOptions = repeatOptions
  }

  /// The code of the problem of a run without the cases of a file that has errors.
  package static let brokenSuites = "broken-suites"
  /// The code of the problem of a merged run that lacks the report of a shard.
  package static let missingShard = "shard-missing"

  /// What kept the run from saying anything: its own problem, or that no case was run.
  package func problem(of results: [CaseResult]) -> Problem? {
    if problem != nil || !results.isEmpty || isEmptyOnPurpose { return problem }
    return Problem(
      code: "no-cases", participant: "mamconform",
      message: "no case was run, so nothing is known about the SDK under test")
  }

  /// This description for reports that are written before the run, and replaced after it: whoever finds them knows that
  /// the run was ended in between, and does not take an older run's report for this one's.
  package var unfinished: RunDescription {
    var description = self
    description.problem = Problem(
      code: "did-not-finish", participant: "mamconform",
      message:
        "the run did not finish: it is still under way, or it was killed, or its reports could not be written; "
        + "verdicts.jsonl in a report folder has what was judged until then")
    return description
  }

  /// The command that runs one case again as it was run.
  package func reproduction(of name: String) -> String { command("run", name, [], repeatOptions) }

  /// The command that opens the debugger at the first check of a case that failed.
  package func debugging(of name: String) -> String {
    // A set of checks decides what fails a run; the debugger shows every check.
    var options = repeatOptions
    if let index = options.firstIndex(of: "--suite-version") {
      options.removeSubrange(index...min(index + 1, options.count - 1))
    }
    return command("debug", name, ["--at-failure"], options)
  }

  private func command(
    _ word: String, _ name: String, _ flags: [String], _ repeatOptions: [String]
  ) -> String {
    let options = flags + ["--seed", String(seed)] + repeatOptions
    return
      (["mamconform", word, "'\(name.replacing("'", with: "'\\''"))'"]
      + options.map(RunDescription.quoted)).joined(separator: " ")
  }

  /// A word as a shell reads it back: in single quotes unless it is plain.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "="),
        UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}

/// A released set of checks, as reports name it.
package struct SuiteVersionName: Sendable, Equatable {
  /// The name, such as `2026.1`.
  package var name: String
  /// The day of its release, such as `2026-11-22`.
  package var date: String
  /// The code of the problem of a run whose suites do not have all of the set.
  package static let problemCode = "suite-version"

  /// A set of that name and day.
  package init(name: String, date: String) {
    self.name = name
    self.date = date
  }
}

/// Whether reports carry the measured times of the wall clock.
package enum ReportTimes: Sendable {
  /// As measured.
  case measured
  /// Every duration 0, every timestamp 2020-06-04T09:00:00: two identical runs give the same bytes.
  case fixed
}
