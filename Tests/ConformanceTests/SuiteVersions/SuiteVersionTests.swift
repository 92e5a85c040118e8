import CaseModel
import CaseYAML
import ExactText
import Foundation
import Testing

@testable import Conformance

/// The sets of checks that were released, beside the suites of today.
@Suite struct SuiteVersionTests {
  /// Whether the suites still have all of a set is for .ci/run, which has the program of a release for it.
  @Test func `no check of the suites is suspect, and every released set can be read`() throws {
    let loaded = PublishedSuites.loaded
    #expect(loaded.diagnostics == [])
    #expect(loaded.cases.allSatisfy { $0.checks.allSatisfy(\.suspects.isEmpty) })
    let folder = "\(PublishedSuites.folder)/versions"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!files.isEmpty)
    for file in files {
      let (read, diagnostics) = SuiteVersionReader.load(path: "\(folder)/\(file)")
      #expect(diagnostics == [])
      let version = try #require(read)
      // A line for each case that is written, and not for each that is run, and for each standing check.
      let written = Set<ExactString>(loaded.cases.map { ExactString("\($0.suite)/\($0.id)") }).count
      let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(
        separator: "\n"
      ).count
      let standing = version.standing.count
      #expect(lines < written + standing + 50, "\(file) has \(lines) lines for \(written) cases")
    }
  }
}
