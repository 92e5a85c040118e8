import CaseYAML
import Contract
import Foundation
import ReferenceSDK
import Testing

/// What defects and readings name has to be in the contract, and has to bear what they say.
@Suite struct NamedSourceTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "suites/contract")
  private static let requirements = ContractLoader.load(folder: folder.path).contract.requirements

  /// The IDs of the entries of a file.
  private func entries(of file: String) throws -> Set<String> {
    let text = try String(
      contentsOf: NamedSourceTests.folder.appending(path: file), encoding: .utf8)
    return Set(text.matches(of: /(?m)^  - id: ([A-Z]+-\d+)$/).map { String($0.1) })
  }

  @Test func `a defect names only what an SDK must keep, or what an app must or should`() {
    let named = NamedSourceTests.requirements.filter {
      $0.level == "must" || $0.level == "should" && $0.party == Requirement.app
    }
    let known = Set(named.map(\.id))
    for defect in Defect.all {
      for id in defect.requirements { #expect(known.contains(id), "\(defect.name): \(id)") }
    }
  }

  @Test func `every source of a reading is an entry of the contract`() throws {
    let questions = try entries(of: "open-questions.yaml")
    let conflicts = try entries(of: "conflicts.yaml")
    #expect(questions.count > 50 && conflicts.count > 30)
    let known = questions.union(conflicts).union(NamedSourceTests.requirements.map(\.id))
    for reading in Reading.all {
      #expect(!reading.sources.isEmpty, "\(reading.name)")
      // What an adapter says by the step protocol is not a matter of the contract.
      let ofProtocol = [
        "events-without-sent", "default-color-as-empty-text", "colors-without-hash-sign",
        "lists-in-reverse", "null-members-left-out", "default-color-by-name",
      ]
      if ofProtocol.contains(reading.name), reading.sources == [Reading.stepProtocol] { continue }
      for id in reading.sources { #expect(known.contains(id), "\(reading.name): \(id)") }
    }
  }
}
