import CaseModel
import Contract
import Testing
import VirtualTime

@testable import Conformance

/// Which failures are taken for signs of one cause.
@Suite struct RootCauseTests {
  private let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  /// A case in which one check failed.
  private func failed(
    _ id: String, _ kind: Difference.Kind, _ subject: String, _ requirements: [String],
    and more: [String] = [], members: [String] = []
  ) -> CaseResult {
    let checks = ([subject] + more).enumerated().map { index, subject in
      CheckResult(
        check: Check(
          id: "c\(index)", requirements: index == 0 ? requirements : [], demand: .sequence([]),
          location: place),
        verdict: .fail, found: "f", time: .defaultEpoch,
        difference: Difference(
          kind, subject, members: members, time: .defaultEpoch, text: "f"))
    }
    return CaseResult(
      conformanceCase: ConformanceCase(
        suite: "s", id: id, title: "t", area: "ENR", edition: .latest, parameters: [],
        location: place, world: World(), steps: [], limit: .days(9)),
      verdict: .fail, checks: checks, problem: nil, history: History(epoch: .defaultEpoch),
      wallMilliseconds: 0, virtualTime: .zero)
  }

  /// The cases of each cause, one for each failure.
  private func causes(_ failures: [(Difference.Kind, String, [String])]) -> [[String]] {
    let results = failures.enumerated().map { index, failure in
      failed("\(index)", failure.0, failure.1, failure.2)
    }
    return RootCause.of(results).map { $0.cases.map(\.id) }
  }

  @Test func `an operation is seen at its request and at its status`() {
    #expect(
      causes([
        (.unexpected, "request enroll", ["DRG-015"]),
        (.unexpected, "event enrollmentRequest", ["STA-002"]),
        (.missing, "event enrollmentRequest", ["ENR-010"]),
        (.unexpected, "request checkin", ["POL-001"]),
      ]) == [["0", "1"], ["2"], ["3"]])
  }

  @Test func `what is known of a user is seen by whichever API asks`() {
    #expect(
      causes([
        (.value, "isIdentityManaged", ["IDN-022"]), (.value, "primaryUser", ["POL-024"]),
        (.value, "policyForIdentity", ["POL-028"]), (.value, "isURLAllowed", ["IDN-016"]),
        (.value, "registeredAccounts", ["DRG-002"]), (.value, "mamPolicySource", ["POL-008"]),
        (.value, "enrolledAccount", ["ENR-022"]),
      ]) == [["0", "1", "6"], ["2", "3", "5"], ["4"]])
  }

  @Test func `settings are seen by whichever API asks`() {
    #expect(
      causes([
        (.value, "allStringsForKey", ["CFG-004"]), (.value, "hasConflict", ["CFG-013"]),
        (.value, "appConfigForIdentity", ["ENR-024"]), (.value, "policyForIdentity", ["POL-028"]),
      ]) == [["0", "1", "2"], ["3"]])
  }

  @Test func `how an operation ends is seen at its success and at its code`() {
    let event = "event enrollmentRequest"
    let success = failed("s", .member, event, ["STA-010"], members: ["didSucceed"])
    let code = failed("c", .member, event, ["STA-019"], members: ["statusCode"])
    let both = failed("b", .member, event, ["ENR-011"], members: ["didSucceed", "statusCode"])
    #expect(RootCause.of([success, code, both]).count == 1)
    let identity = failed("i", .member, event, ["IDN-010"], members: ["identity"])
    let other = failed("p", .member, "event policyRequest", ["STA-030"], members: ["statusCode"])
    #expect(RootCause.of([success, identity, other]).count == 3)
  }

  @Test func `whose a file is shows in its protection, and an authority in prompts and answers`() {
    #expect(
      causes([
        (.value, "owner", ["FIL-005"]), (.value, "fileProtectionLevel", ["FIL-030"]),
        (.value, "protectionInfoForItemProvider", ["SHR-019"]), (.value, "exists", ["WIP-003"]),
      ]) == [["0", "1", "2"], ["3"]])
    let prompt = failed("p", .member, "event prompt", ["AUTH-034"], members: ["authority"])
    let answer = failed("a", .value, "aadAuthorityUrisForIdentity", ["AUTH-032"])
    #expect(RootCause.of([prompt, answer]).count == 1)
    let task = failed("t", .member, "event task", ["THR-003"], members: ["identity"])
    let thread = failed("i", .value, "getCurrentThreadIdentity", ["THR-004"])
    #expect(RootCause.of([task, thread, answer]).count == 2)
  }

  @Test func `a kill whose point never comes is missed as a point and as a death`() {
    #expect(
      causes([
        (.missing, "kill point", ["POL-010"]), (.missing, "life killed", ["STA-002"]),
        (.unexpected, "life killed", ["STA-003"]),
      ]) == [["0", "1"], ["2"]])
  }

  @Test func `what is seen together with a cause in a third of its cases is a sign of it`() {
    let main = "event compliance"
    func causes(_ together: Int, _ alone: Int) -> [Int] {
      var results: [CaseResult] = []
      for index in 0..<9 { results.append(failed("m\(index)", .missing, main, ["POL-004"])) }
      for index in 0..<together {
        results.append(failed("t\(index)", .missing, main, ["POL-004"], and: ["event dialog"]))
      }
      for index in 0..<alone {
        results.append(failed("a\(index)", .missing, "event dialog", ["LCH-010"]))
      }
      return RootCause.of(results).map(\.cases.count)
    }
    #expect(causes(2, 4) == [15])
    #expect(causes(2, 5) == [11, 5])
    #expect(causes(0, 3) == [9, 3])
  }

  @Test func `what standing checks find joins a cause only if both are mostly seen together`() {
    /// Cases in which a check and a standing one fail, only the check, and only the standing one.
    func causes(_ both: Int, _ own: Int, _ standing: Int) -> [Int] {
      let alone = failed("", .missing, "event restartApplication", ["RST-001"]).checks.map {
        var check = $0
        check.check.id = "always-restarts"
        return check
      }
      var results = (0..<both + own).map {
        failed("\($0)", .missing, "request enroll", ["ENR-008"])
      }
      for index in 0..<both { results[index].checks += alone }
      results += (0..<standing).map { index in
        var result = failed("s\(index)", .missing, "event restartApplication", ["RST-001"])
        result.checks = alone
        return result
      }
      return RootCause.of(results).map(\.cases.count)
    }
    #expect(causes(40, 37, 44) == [77, 44])
    #expect(causes(9, 0, 30) == [39])
    #expect(causes(20, 30, 9) == [59])
    #expect(causes(0, 9, 4) == [9, 4])
  }

  @Test func `many small causes beside a large one are gathered, and few are not`() {
    func causes(large: Int, small: [Int]) -> [RootCause] {
      var results = (0..<large).map { failed("l\($0)", .missing, "request enroll", ["ENR-008"]) }
      for (kind, count) in small.enumerated() {
        results += (0..<count).map { failed("s\(kind)\($0)", .value, "api\(kind)", ["X-\(kind)"]) }
      }
      return RootCause.of(results)
    }
    let gathered = causes(large: 50, small: [5, 2, 1])
    #expect(gathered.map(\.cases.count) == [50, 8])
    #expect(gathered[1].gathered.count == 3)
    #expect(gathered[1].requirements == ["X-0", "X-1", "X-2"])
    #expect(gathered[1].text.hasPrefix("3 more differences"))
    #expect(causes(large: 50, small: [5, 2]).map(\.cases.count) == [50, 5, 2])
    #expect(causes(large: 50, small: [6, 2, 1]).map(\.cases.count) == [50, 6, 3])
    #expect(causes(large: 9, small: [3, 2, 1]).map(\.cases.count) == [9, 3, 2, 1])
    #expect(causes(large: 400, small: [21, 2, 1]).map(\.cases.count) == [400, 21, 3])
  }

  @Test func `either violates first of all what the other one violates too`() {
    #expect(
      causes([
        (.missing, "event enrollmentRequest", ["ENR-008"]),
        (.missing, "event restartApplication", ["DRG-001", "ENR-008"]),
        (.missing, "event notification", ["POL-004"]),
      ]) == [["0", "1"], ["2"]])
  }
}
