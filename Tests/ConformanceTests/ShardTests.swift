import Testing
import Wording

@testable import Conformance

@Suite struct ShardTests {
  private func shard(_ index: Int, _ count: Int) throws -> Shard {
    try #require(Shard(index: index, of: count))
  }

  @Test(arguments: [1, 2, 3, 4, 7, 50])
  func `every case is in exactly one shard`(_ count: Int) throws {
    let weights = (0..<41).map { Double($0 * $0 % 17) }
    let parts = try (1...count).map { try shard($0, count).places(of: weights) }
    #expect(parts.flatMap(\.self).sorted() == Array(0..<41))
    #expect(parts.allSatisfy { $0 == $0.sorted() })
  }

  @Test func `shards take about the same time`() throws {
    let weights = (0..<200).map { $0 % 10 == 0 ? 90.0 : 1.0 + Double($0 % 3) }
    let sums = try (1...4).map { part in
      try shard(part, 4).places(of: weights).map { weights[$0] }.reduce(0, +)
    }
    let (most, least) = (sums.max() ?? 0, sums.min() ?? 0)
    #expect(most - least <= 3)
  }

  @Test func `cases of one weight are dealt out in turn, and what weighs nothing too`() throws {
    for weight in [1.0, 0] {
      let weights = [Double](repeating: weight, count: 7)
      #expect(try shard(1, 3).places(of: weights) == [0, 3, 6])
      #expect(try shard(3, 3).places(of: weights) == [2, 5])
    }
  }

  @Test func `a shard is written as a part of a whole`() throws {
    #expect(try Shard("2/4") == shard(2, 4))
    #expect(try Shard("2/4").text == "2/4")
    for text in ["", "2", "0/4", "5/4", "2/0", "-1/4", "2/4/1", "a/b", "1/1001", "1/", " 1/2"] {
      #expect(throws: UsageError.self) { try Shard(text) }
    }
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"], "1/3"),
    (["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "3/3"),
    (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "5"], "2/5"),
    (["SYSTEM_JOBPOSITIONINPHASE": "1", "SYSTEM_TOTALJOBSINPHASE": "2"], "1/2"),
    (["MAMCONFORM_SHARD": "3/4", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"], "3/4"),
  ])
  func `what a CI system says is understood`(_ variables: [String: String], _ text: String) throws {
    #expect(try Shard.ofEnvironment { variables[$0] }?.text == text)
  }

  @Test func `without variables, or with a total alone, it is the whole run`() throws {
    #expect(try Shard.ofEnvironment { _ in nil } == nil)
    let wrong = #expect(throws: UsageError.self) {
      try Shard.ofEnvironment { $0 == "MAMCONFORM_SHARD" ? "x" : nil }
    }
    #expect(wrong?.message == "MAMCONFORM_SHARD: 'x' is not a shard")
    #expect(try Shard.ofEnvironment { $0 == "CI_NODE_TOTAL" ? "1" : nil } == nil)
    #expect(try Shard.ofEnvironment { $0 == "CI_NODE_INDEX" ? "" : nil } == nil)
  }

  @Test func `variables that make no sense are wrong usage`() {
    let error = #expect(throws: UsageError.self) {
      try Shard.ofEnvironment { ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"][$0] }
    }
    #expect(error?.message == "CI_NODE_INDEX=5 and CI_NODE_TOTAL=4 do not name a shard (GitLab)")
    let half = #expect(throws: UsageError.self) {
      try Shard.ofEnvironment { ["CIRCLE_NODE_INDEX": "0"][$0] }
    }
    #expect(half?.message == "CIRCLE_NODE_INDEX is set, but not CIRCLE_NODE_TOTAL (CircleCI)")
  }
}
