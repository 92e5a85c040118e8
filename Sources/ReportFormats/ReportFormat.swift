internal import ExactText
internal import JSONText
internal import Reporting

/// A form in which a run can be written, for readers other than this program.
package struct ReportFormat: Sendable {
  /// The word that names it on the command line.
  package let name: String
  /// What it is and who reads it, in one line without a full stop.
  package let summary: String
  /// True if it is a folder of files.
  package let isFolder: Bool
  /// True if it includes ``FinishedRun/materials``.
  package var readsMaterials: Bool { name == "in-toto" }
  /// True if it says what only the run itself has: the history of every case, or the SDK's programs.
  package var needsWholeRun: Bool { ["allure", "trace", "har", "in-toto"].contains(name) }
  /// What it makes of a run: a function of the run alone.
  package let write: @Sendable (FinishedRun) -> [ReportFile]

  /// The format of that name.
  package static func named(_ name: String) -> ReportFormat? { all.first { $0.name == name } }

  /// Every format, in the order of the documents.
  package static let all: [ReportFormat] = [
    file(
      "html", "one HTML page with a picture of every case; needs neither network nor script"
    ) {
      HTMLReport($0).bytes
    },
    file("markdown", "a summary for a CI job, such as $GITHUB_STEP_SUMMARY") {
      MarkdownReport($0).job
    },
    file("comment", "a short summary, for a comment on a pull request") {
      MarkdownReport($0).comment
    },
    file("github", "annotations of GitHub Actions (::error file=,line=)") {
      GitHubAnnotations($0).bytes
    },
    file("junit", "JUnit XML with file, line and properties") { junit($0, .rich) },
    file("junit-strict", "JUnit XML that is valid in the schema of Jenkins") { junit($0, .strict) },
    file("ctrf", "Common Test Report Format, JSON") { CTRFReport($0).bytes },
    folder("allure", "results for Allure: a folder, with the history of every case") {
      AllureReport($0).files
    },
    file("json", "mamconform's own JSON format; see 'schema run'") {
      JSONReport(times: $0.times).bytes($0.results, $0.description)
    },
    file("trace", "Chrome trace of the cases, in virtual time, for Perfetto") {
      TraceReport($0).bytes
    },
    file("har", "the requests of the cases as HTTP Archive 1.2, in virtual time") {
      HARReport($0).bytes
    },
    file("in-toto", "an unsigned in-toto statement, test-result v0.1, for a pipeline to sign") {
      TestResultStatement($0).bytes
    },
    file("needs", "requirements and checks as needs.json of sphinx-needs") {
      NeedsReport($0).bytes
    },
    file("badge", "how many requirements are kept, for shields.io endpoints") {
      BadgeReport($0).bytes
    },
  ]

  private static func junit(_ run: FinishedRun, _ profile: JUnitReport.Profile) -> [UInt8] {
    JUnitReport(profile: profile, times: run.times).bytes(run.results, run.description)
  }

  private static func file(
    _ name: String, _ summary: String, _ bytes: @escaping @Sendable (FinishedRun) -> [UInt8]
  ) -> ReportFormat {
    ReportFormat(name: name, summary: summary, isFolder: false) {
      [ReportFile(path: "", bytes: bytes($0))]
    }
  }

  private static func folder(
    _ name: String, _ summary: String, _ files: @escaping @Sendable (FinishedRun) -> [ReportFile]
  ) -> ReportFormat {
    ReportFormat(name: name, summary: summary, isFolder: true, write: files)
  }
}

/// A file of a report.
package struct ReportFile: Sendable, Equatable {
  /// Its path below the report's folder; empty if the report is one file.
  package var path: String
  /// What is in it.
  package var bytes: [UInt8]

  /// A file of a report.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension JSON {
  /// The value as a file: indented, with a final line feed.
  var fileBytes: [UInt8] { Array(prettyText.utf8) }
  /// The value as a file in one line, for what is large and read by programs only.
  var compactFileBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }
}
