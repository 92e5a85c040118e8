import CaseModel
import Contract
import Testing

@testable import mamconform

@Suite struct DefectProofTests {
  @Test func listsAreReadWhateverSeparatesTheirColumns() {
    let text = """
      retry-at-23h    the retry comes an hour early [ENR-008, ENR-009]
      wipe-twice\tFiles are wiped twice\tWIP-004
      nameless-requirements   something

      """
    #expect(
      DefectList.parse(text) == [
        KnownDefect(
          name: "retry-at-23h", requirements: ["ENR-008", "ENR-009"],
          summary: "the retry comes an hour early"),
        KnownDefect(
          name: "wipe-twice", requirements: ["WIP-004"], summary: "Files are wiped twice"),
        KnownDefect(name: "nameless-requirements", requirements: [], summary: "something"),
      ])
  }

  @Test func theLatestEditionComesFirstThenWhatProvesTheBrokenRequirementThenItsArea() {
    let item = CaseSelectionTests.item
    let cases = [
      item("a", "old", .e2016_09, "POL", nil, []), item("a", "new", .latest, "POL", nil, []),
      item("b", "old", .e2016_09, "WIP", nil, []), item("b", "new", .latest, "WIP", nil, []),
      item("c", "new", .latest, "DRG", nil, ["WIP-004"]),
    ]
    let defect = KnownDefect(name: "wipe-twice", requirements: ["WIP-004"], summary: "")
    #expect(
      DefectProof.ordered(cases, for: defect).map(\.name)
        == ["c/new@2020-06", "b/new@2020-06", "a/new@2020-06", "b/old@2016-09", "a/old@2016-09"])
  }
}

@Suite struct RequirementProofTests {
  @Test func everyRequirementIsProvenOrExcusedOrUnproven() {
    let cases = CaseSelectionTests.cases
    let contract = Contract(
      requirements: CaseSelectionTests.contract.requirements,
      unprovenReasons: ["ENR-007": "nobody can see it"])
    let proofs = RequirementProof.all(contract, cases)
    #expect(
      proofs.map { "\($0.requirement.id) \($0.state.rawValue)" } == [
        "ENR-006 proven", "ENR-007 excused", "ENR-008 proven", "POL-001 proven",
        "STA-001 unproven",
      ])
    let retry = proofs[2]
    #expect(
      retry.checks.map(\.caseName) == [
        "enrollment-retry/after-24h", "enrollment-retry/after-restart",
      ])
    #expect(retry.checks[0].editions == [.e2016_09, .e2020_06])
    #expect(retry.missing == [.e2016_12, .e2017_11, .e2020_01])
  }

  @Test func requirementsOfOthersAreLeftOut() {
    var other = CaseSelectionTests.contract.requirements[0]
    other.party = "app"
    var untestable = CaseSelectionTests.contract.requirements[1]
    untestable.testable = "static"
    #expect(RequirementProof.all(Contract(requirements: [other, untestable]), []).isEmpty)
  }
}
