import Contract
import Testing

@testable import Audit

/// Every rule is kept by one app and broken by another.
@Suite("The rules of an audit")
struct RuleTests {
  @Test
  func `every static requirement has a rule, or the reason why no file shows it, and never both`() {
    let ruled = AuditRule.all.map(\.id)
    let unseen = UnseenRequirement.all.map(\.id)
    let all = theContract.requirements.filter { $0.testable == "static" }.map(\.id)
    #expect(all.count == 127)
    #expect((ruled + unseen).sorted() == all)
    for requirement in UnseenRequirement.all { #expect(!requirement.reason.isEmpty) }
  }

  @Test
  func `every rule has a sample`() {
    let sampled = Set(RuleSample.all.map(\.id))
    #expect(AuditRule.all.map(\.id).filter { !sampled.contains($0) } == [])
  }

  @Test(arguments: RuleSample.all)
  func `a rule is kept by an app that is in order`(_ sample: RuleSample) throws {
    let result = try sample.keeping.audit([sample.edition])
    #expect(result.audit.evidence.problems == [])
    let judgement = result.judgements.first { $0.requirement.id == sample.id }
    #expect(
      judgement?.verdict == .kept, "\(judgement?.reason ?? ""): \(result.issues.map(\.finding))")
  }

  @Test(arguments: RuleSample.all)
  func `a rule is broken by one mistake`(_ sample: RuleSample) throws {
    let result = try sample.breaking.audit([sample.edition])
    let judgement = result.judgements.first { $0.requirement.id == sample.id }
    let requirement = try #require(theContract.requirement(sample.id))
    let isMild = requirement.level != "must" || ["SET-033", "AUTH-006"].contains(sample.id)
    #expect(judgement?.verdict == (isMild ? .warned : .violated), "\(judgement?.reason ?? "")")
    let findings = result.issues.filter { $0.requirements.contains { $0.id == sample.id } }
    #expect(!findings.isEmpty && findings.allSatisfy { !$0.finding.message.isEmpty })
  }

  @Test(arguments: [Edition.e2020_01, .e2020_06])
  func `an app in order is violated in no edition that knows its settings`(_ edition: Edition)
    throws
  {
    let result = try AppSample().audit([edition])
    #expect(result.issues.map(\.finding.message) == [])
    #expect(result.exitCode(isStrict: true) == 0)
    #expect(result.count(.kept) > 30)
  }
}
