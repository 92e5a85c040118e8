import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing

@testable import Conformance

/// What the suites prove of the contract, and how little is excused.
@Suite struct ProvenContractTests {
  private func proofs(_ party: String) -> [RequirementProof] {
    RequirementProof.all(PublishedSuites.contract, PublishedSuites.cases, party: party)
  }

  @Test
  func `of all requirements and duties at most 3 % are excused, and none is without a reason`() {
    let all = proofs("sdk") + proofs("app")
    #expect(all.count == 410)
    #expect(all.filter { $0.state == .unproven }.map(\.requirement.id) == [])
    let excused = all.filter { $0.state == .excused }.map(\.requirement.id)
    #expect(excused.count * 100 <= 3 * all.count, "\(excused)")
  }

  @Test func `a reason is given for nothing that a check shows`() {
    let shown = (proofs("sdk") + proofs("app")).filter {
      $0.state == .proven || $0.state == .advisory
    }
    #expect(shown.filter { $0.reason != nil }.map(\.requirement.id) == [])
  }

  @Test func `a reason for some editions is given where no case shows the requirement`() {
    let rows = ["sdk", "app"].flatMap { party in
      RequirementCoverage.all(
        PublishedSuites.contract, declared: PublishedSuites.cases, results: [], party: party)
    }
    let limited = rows.filter { $0.reason?.editions != nil }
    #expect(!limited.isEmpty)
    for row in limited {
      #expect(row.reason?.editions?.isSubset(of: row.requirement.editions) == true)
      #expect(row.reason?.editions?.isDisjoint(with: row.declared) == true)
    }
  }

  @Test func `only what allows something is left to advisory checks`() {
    let advised = (proofs("sdk") + proofs("app")).filter { $0.state == .advisory }
    #expect(!advised.isEmpty && advised.allSatisfy { $0.requirement.level == "may" })
  }
}
