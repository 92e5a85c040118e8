import CaseModel
import Foundation
import ReferenceSDK
import Testing

@testable import Conformance

/// The README says how much is checked; nobody remembers to count again.
@Suite struct ReadmeFiguresTests {
  static let readme =
    (try? String(contentsOfFile: "\(PublishedSuites.folder)/../README.md", encoding: .utf8)) ?? ""

  /// The number at the place of `#` in a sentence of the README; nil if it has no such sentence.
  func figure(_ sentence: String) throws -> Int? {
    let words = sentence.components(separatedBy: "#").map {
      NSRegularExpression.escapedPattern(for: $0)
    }
    let match = try Self.readme.firstMatch(of: Regex(words.joined(separator: "([0-9,]+)")))
    return match?.output[1].substring.flatMap { Int($0.filter { $0 != "," }) }
  }

  @Test func `the README counts the cases and checks of the suites`() throws {
    let cases = PublishedSuites.cases
    #expect(try figure("    cases         #: ") == cases.count)
    #expect(try figure("    checks        #: ") == cases.map(\.checks.count).reduce(0, +))
    let folder = "\(PublishedSuites.folder)/standing"
    let standing = try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      .map { $0.components(separatedBy: "\n  - id: ").count - 1 }
    #expect(try figure("including yours, is judged by # *standing") == standing.reduce(0, +))
  }

  @Test func `the README counts the defects`() throws {
    #expect(try figure("`mam-app --defects` lists #)") == Defect.all.count)
  }

  @Test(arguments: [
    ("sdk", "- # are proven by named checks", "- # are excused, with reasons, in `suites"),
    ("app", "- # are checked, on adapters", "- # are excused, with reasons, in `unproven"),
  ])
  func `the README counts what is proven and what is excused`(
    party: String, proven: String, excused: String
  ) throws {
    let proofs = RequirementProof.all(
      PublishedSuites.contract, PublishedSuites.cases, party: party)
    #expect(try figure(proven) == proofs.count { $0.state == .proven })
    #expect(try figure(excused) == proofs.count { $0.state == .excused })
  }
}
