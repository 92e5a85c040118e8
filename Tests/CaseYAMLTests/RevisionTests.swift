import CaseModel
import Contract
import Foundation
import Testing

@testable import CaseYAML

/// Revisions of the contract's sentences, and the checks that were written for older ones.
@Suite struct RevisionTests {
  private func area(_ statement: String, revision: Int? = nil) -> String {
    """
    area: ENR
    requirements:
      - id: ENR-001
        title: t
        statement: \(statement)
        party: sdk
        level: must
        testable: protocol
        observe: o
        editions: {2016-09: yes, 2016-12: yes, 2017-11: yes, 2020-01: yes, 2020-06: yes}
    \(revision.map { "    revision: \($0)\n" } ?? "")
    """
  }

  /// What the loader says of a contract with the file of revisions that was written of another one.
  private func messages(_ before: String, _ after: String) throws -> [String] {
    try withFolder(["ENR.yaml": before]) { folder in
      let revisions = "\(folder)/\(Revisions.fileName)"
      let text = try #require(
        Revisions.text(ContractLoader.load(folder: folder).contract, before: revisions))
      try text.write(toFile: revisions, atomically: true, encoding: .utf8)
      #expect(ContractLoader.load(folder: folder).diagnostics == [])
      try after.write(toFile: "\(folder)/ENR.yaml", atomically: true, encoding: .utf8)
      let (contract, diagnostics) = ContractLoader.load(folder: folder)
      let again = Revisions.text(contract, before: revisions)
      let isRefused = diagnostics.contains { $0.message.contains("still at revision") }
      #expect((again == nil) == isRefused)
      if let again {
        try again.write(toFile: revisions, atomically: true, encoding: .utf8)
        #expect(ContractLoader.load(folder: folder).diagnostics == [])
      }
      return diagnostics.map { "\($0.severity.rawValue): \($0.message)" }
    }
  }

  @Test func `a sentence that was edited needs a revision of its own`() throws {
    let first = area("The SDK MUST retry.")
    #expect(try messages(first, area("The SDK MUST\n      retry.")) == [])
    #expect(
      try messages(first, area("The SDK MUST retry twice."))
        == ["warning: the sentence of ENR-001 was edited, and is still at revision 1"])
    #expect(
      try messages(first, area("The SDK MUST retry twice.", revision: 2))
        == ["warning: revision 2 of ENR-001 is not in revisions.yml"])
  }

  @Test func `a check that proves an older revision is suspect`() throws {
    var requirement = try #require(contract.requirement("ENR-008"))
    requirement.revision = 2
    let edited = Contract(
      requirements: contract.requirements.filter { $0.id != "ENR-008" } + [requirement])
    func load(_ word: String) throws -> LoadedSuites {
      let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
      let text = suite(
        "- launch: mail\n- none: {request: enroll}\n  check: a\n  proves: [\(word), ENR-009]")
      return try withFolder(["world.yaml": world, "s.yaml": text]) {
        SuiteLoader.load(paths: ["\($0)/s.yaml"], contract: edited)
      }
    }
    let old = try load("ENR-008")
    #expect(
      old.messages == [
        "s.yaml:11:18: warning: the check is suspect: it proves revision 1 of ENR-008, whose sentence is at "
          + "revision 2; read the sentence again, correct the check, and write 'ENR-008@2'"
      ])
    #expect(old.cases.first?.checks.first?.suspects == ["ENR-008"])
    let new = try load("ENR-008@2")
    #expect(new.messages == [])
    #expect(new.cases.first?.checks.first?.requirements == ["ENR-008", "ENR-009"])
    #expect(new.cases.first?.checks.first?.suspects == [])
    #expect(
      try load("ENR-008@3").messages == [
        "s.yaml:11:18: error: the requirement ENR-008 has no such revision; it is at revision 2"
      ])
  }

  @Test func `no sentence of the project's contract was edited without a revision of its own`() {
    let folder = "\(repository)/suites/contract"
    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(Revisions.fileName)"))
    #expect(ContractLoader.load(folder: folder).diagnostics == [])
  }
}
