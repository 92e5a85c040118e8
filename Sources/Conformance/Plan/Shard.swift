internal import ExactText
internal import Glibc
package import Wording

/// One of several parts of a run, each for a machine of its own: `2/4` is the second of four.
///
///     let shard = try Shard("2/4")
///     shard.places(of: [120, 3, 40, 41])     // the cases that it takes, by their places
///
/// Every case is in exactly one shard, and all machines find the same parts by themselves, as long as they are given the same
/// cases and the same weights.
package struct Shard: Sendable, Equatable {
  /// The most parts of a run.
  package static let most = 1000

  /// Which part it is, from 1.
  package let index: Int
  /// How many parts there are, from 1.
  package let count: Int

  /// A part; nil if there is no such one.
  package init?(index: Int, of count: Int) {
    guard (1...Shard.most).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The part of a string such as `2/4`.
  ///
  /// - Throws: wrong usage for any other text.
  package init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      let shard = Shard(index: index, of: count)
    else {
      throw UsageError(
        "'\(text)' is not a shard",
        suggestion: "write 1/4 to 4/4 for four parts, at most \(Shard.most)")
    }
    self = shard
  }

  /// The part as it is written: `2/4`.
  package var text: String { "\(index)/\(count)" }

  /// The places of its cases, in ascending order.
  ///
  /// The heaviest case goes to the part with the least weight so far, then the next one; between equals the lower place
  /// and the lower part come first. Cases of one weight are dealt out in turn.
  ///
  /// - Parameter weights: what each case weighs, such as the real time that it took; from 0.
  package func places(of weights: [Double]) -> [Int] {
    let order = weights.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    var sums = [Double](repeating: 0, count: count)
    var sizes = [Int](repeating: 0, count: count)
    var own: [Int] = []
    for place in order {
      let part = sums.indices.min { (sums[$0], sizes[$0], $0) < (sums[$1], sizes[$1], $1) } ?? 0
      sums[part] += weights[place]
      sizes[part] += 1
      if part == index - 1 { own.append(place) }
    }
    return own.sorted()
  }
}

// MARK: - What CI systems say

extension Shard {
  /// The variables in which a system says which part a job is.
  private struct Variables {
    let system: String
    let index: String
    let count: String
    /// The index of the first part.
    let first: Int
  }

  /// From the documents of each system: `parallel` of GitLab and Azure, `parallelism` of CircleCI and Buildkite, test
  /// sharding of Bazel.
  private static let systems = [
    Variables(system: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0),
    Variables(system: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Variables(
      system: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    Variables(
      system: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0),
    Variables(
      system: "Azure", index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE",
      first: 1),
  ]

  /// The variable for systems that set none of their own, such as an axis of a Jenkins matrix.
  private static let ownVariable = "MAMCONFORM_SHARD"

  /// The part that the environment names; nil if it names none, which means the whole run.
  ///
  /// - Parameter variable: the value of a variable of the environment.
  /// - Throws: wrong usage for values that make no sense.
  package static func ofEnvironment(
    _ variable: (String) -> String?
  ) throws(UsageError) -> Shard? {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let text = value(ownVariable) {
      do throws(UsageError) {
        return try Shard(text)
      } catch {
        throw UsageError("\(ownVariable): \(error.message)", suggestion: error.suggestion)
      }
    }
    for system in systems {
      // GitLab sets the total also for a job of one part, without an index.
      guard let index = value(system.index) else { continue }
      guard let total = value(system.count) else {
        throw UsageError("\(system.index) is set, but not \(system.count) (\(system.system))")
      }
      guard let number = Int(index), let count = Int(total),
        let shard = Shard(index: number - system.first + 1, of: count)
      else {
        throw UsageError(
          "\(system.index)=\(index) and \(system.count)=\(total) do not name a shard (\(system.system))"
        )
      }
      return shard
    }
    return nil
  }
}
