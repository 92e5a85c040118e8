import Contract
import Testing
import VirtualTime

@testable import ReferenceSDK

@Suite struct BehaviourTests {
  @Test func `every field of every area is listed once, with its value`() {
    let listing = Behaviour().listing
    #expect(listing.count > 150)
    #expect(Set(listing.map(\.field)).count == listing.count)
    func value(_ field: String) -> String? { listing.first { $0.field == field }?.value }
    #expect(value("enrollment.retryInterval") == "24h")
    #expect(value("checkIn.interval") == "8h")
    #expect(value("enrollment.firstAttemptDelay") == "0ms")
    #expect(value("tokens.oldestLibrary") == "2.6.4")
    #expect(value("accounts.surviveRelaunch") == "true")
  }

  @Test func `editions differ in what they have brought`() {
    func differences(_ edition: Edition) -> Int {
      zip(Behaviour(edition: edition).listing, Behaviour().listing).count { $0 != $1 }
    }
    #expect(differences(.latest) == 0)
    #expect(differences(.e2020_01) > 0)
    #expect(differences(.e2017_11) > differences(.e2020_01))
    #expect(differences(.e2016_09) > differences(.e2017_11))
  }

  /// True if changes set different fields, each to another value than the contract's in some edition.
  private func areEffective(_ changes: [Change]) -> Bool {
    let contracts = Edition.allCases.map { Behaviour(edition: $0) }
    return !changes.isEmpty
      && !changes.contains { change in contracts.allSatisfy { change.isMade($0) } }
      && Set(changes.map(\.place)).count == changes.count
  }

  @Test func `a defect changes what the contract decides`() {
    for defect in Defect.all { #expect(areEffective(defect.changes), "\(defect.name)") }
  }

  @Test func `a reading changes what the contract decides`() {
    for reading in Reading.all { #expect(areEffective(reading.changes), "\(reading.name)") }
  }

  @Test func `a field that is read is noted, and with it every defect that changes it`() {
    let trace = BehaviourTrace()
    let behaviour = TracedBehaviour(Behaviour(), trace: trace)
    #expect(trace.sensitive().isEmpty)
    #expect(behaviour.enrollment.retryInterval == .hours(24))
    #expect(
      trace.sensitive().map(\.name) == [
        "retry-at-23h", "retry-at-25h", "retry-millisecond-early", "retry-millisecond-late",
      ])
    #expect(behaviour.checkIn.runInBackground)
    #expect(trace.sensitive().map(\.name).contains("refresh-only-in-foreground"))
  }

  @Test func `defects win over readings, and readings over the edition`() throws {
    let both = variations("retry-at-23h", ["latest-account-first"]).behaviour(in: .e2016_09)
    #expect(both.enrollment.retryInterval == .hours(23))
    #expect(both.listing.count == Behaviour().listing.count)
    #expect(both.policy.hasFileEncryption == false)
  }

  @Test func `two that decide the same thing in different ways are refused by name`() throws {
    func defects(_ names: String...) throws(VariationConflict) -> Variations {
      try Variations(defects: names.map { Defect.named($0)! })
    }
    #expect(throws: VariationConflict(first: "retry-at-23h", second: "retry-at-25h")) {
      try defects("retry-at-23h", "registration-blocks", "retry-at-25h")
    }
    #expect(
      VariationConflict(first: "a", second: "b").description
        == "a and b decide the same thing in different ways; leave one of them out")
    let two = try defects("retry-at-23h", "refresh-at-12h", "retry-at-23h")
    #expect(two.defects.map(\.name) == ["retry-at-23h", "refresh-at-12h"])
    let behaviour = two.behaviour(in: .latest)
    #expect(behaviour.enrollment.retryInterval == .hours(23))
    #expect(behaviour.checkIn.interval == .hours(12))
  }
}
