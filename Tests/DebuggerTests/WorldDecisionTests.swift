import CaseModel
import Conformance
import JSONText
import Testing

@testable import Debugger

/// What a case is given, as decisions.
@Suite struct WorldDecisionTests {
  private func given(_ name: String) throws -> [CaseDecision] {
    DecisionList(try Cases.named(name)).decisions.filter { $0.step == nil }
  }

  @Test func `a setting of several configurations is one decision: one value is left, or none`()
    throws
  {
    let number = try #require(
      try given("cfg-queries/several-values[order=rising]@2016-09").first {
        $0.text.hasPrefix("given configurations: number ")
      })
    #expect(number.text == #"given configurations: number ["9","10","100","1000"]"#)
    let left = number.changes.map { change in
      ["a", "b", "c", "of-another-app"].filter {
        change.world.directory["configurations"]?[$0]?["settings"]?["number"] != nil
      }
    }
    #expect(left == [["a"], []])
  }

  @Test func `what a case changes in a tenant is a decision, and the other way is the usual one`()
    throws
  {
    let item = try Cases.named("enr-field/r14-6-0-after-a-migration[days=1]@2020-01")
    let migrating = try #require(
      DecisionList(item).decisions.first { $0.text == "given tenant contoso: migrating true" })
    #expect(migrating.isUsual == false)
    #expect(item.world.directory["tenants"]?["contoso"]?["migrating"] == true)
    #expect(
      migrating.changes.map { $0.world.directory["tenants"] } == [
        item.usualWorld?.directory["tenants"]
      ])
  }

  @Test
  func
    `a setting that the case changes is left out, or as usual; one that every case has is usual`()
    throws
  {
    let decisions = try given("pol-objects/properties@2016-09")
    func decision(_ setting: String) throws -> CaseDecision {
      try #require(decisions.first { $0.text.hasPrefix("given baseline: \(setting) ") })
    }
    let usual = try decision("minimumPinLength")
    #expect(usual.isUsual && usual.changes.map(\.text) == ["is left out"])
    let own = try decision("allowedInboundDataTransferSources")
    #expect(!own.isUsual && own.changes.map(\.text) == ["is left out", "is as usual"])
  }

  @Test func `each setting of a device is told from all of them`() throws {
    let decisions = try given(
      "cfg-typed-values/types-of-the-device[when=at-launch,beside=service]@2020-01")
    let ofDevices = decisions.filter { $0.text.hasPrefix("given device phone: ") }
    #expect(ofDevices.contains { $0.isDeviceSetting } && ofDevices.contains { !$0.isDeviceSetting })
    for decision in ofDevices {
      #expect(decision.isDeviceSetting == !decision.text.hasPrefix("given device phone: managed "))
    }
    #expect(decisions.allSatisfy { !$0.isDeviceSetting || $0.text.hasPrefix("given device ") })
  }

  @Test func `a name that a check asks for is told from accounts and from what every call has`() {
    let asked = AskedNames([
      #"call mail {"api":"stringValueForKey","identity":"ana@contoso.com","key":"region"}"#
    ])
    #expect(asked.meet(#"given device phone: configuration {"region":"north"}"#))
    #expect(!asked.meet(#"given device phone: mdmUser "ana@contoso.com""#))
    #expect(
      !asked.meet(#"call mail {"api":"fullData","identity":"ana@contoso.com","key":"level"}"#))
    #expect(!AskedNames([]).meet(#""region""#))
  }

  @Test func `who is signed in is no decision, since without that other things fail`() throws {
    // Combinations that are given the same have the same decisions about it.
    var seen: Set<String> = []
    for item in Cases.all
    where seen.insert("\(item.suite)/\(item.id) \(item.givenDigest as Any)").inserted {
      let texts = DecisionList(item).decisions.map(\.text)
      #expect(!texts.contains { $0.contains(": signedIn ") || $0.contains(": telemetry ") })
    }
  }
}
