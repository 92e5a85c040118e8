import Arguments
import CaseModel
import Conformance
internal import ExactText
import JSONText
import Reporting
import SystemFiles
import Wording

/// Which of the chosen cases this machine takes.
struct ShardPlan {
  /// The part, with the place of each of its cases among all.
  let part: RunDescription.Part
  /// The cases of the part.
  let cases: [ConformanceCase]

  /// The plan of a command line; nil if it asks for no part.
  ///
  /// - Parameter cases: all cases that were chosen.
  /// - Throws: wrong usage for a shard that is none, and for a report of earlier times that cannot be read.
  init?(_ arguments: ParsedArguments, _ cases: [ConformanceCase]) throws(CommandError) {
    guard let text = arguments.value(.shard) else {
      guard !arguments.has(.times) else { throw CommandError("--times needs --shard") }
      return nil
    }
    let shard = try CommandError.ofUsage { () throws(UsageError) in
      guard text == "auto" else { return try Shard(text) }
      let named = try Shard.ofEnvironment(EnvironmentVariable.value)
      if let named { return named }
      return try Shard("1/1")
    }
    if text == "auto" { ShardPlan.tellBazel() }
    let weights = try ShardPlan.weights(of: cases, arguments.value(.times))
    let places = shard.places(of: weights)
    self.cases = places.map { cases[$0] }
    part = RunDescription.Part(
      index: shard.index, count: shard.count, total: cases.count,
      cases: places.map { (cases[$0].name, $0) })
  }

  /// What each case weighs: the real time that it took in an earlier run, else as much as the one in the middle.
  private static func weights(
    of cases: [ConformanceCase], _ report: String?
  ) throws(CommandError) -> [Double] {
    guard let report else { return cases.map { _ in 1 } }
    let file = Path.isFolder(report) ? "\(report)/run.json" : report
    let bytes = try FileInput.report(file)
    let text = bytes.prefix(upTo: bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0)
    let hint = "give a run.json, or a folder that contains one"
    let document: JSON
    do throws(JSONError) {
      document = try JSON(parsing: text)
    } catch {
      throw CommandError(
        "\(file) is not a report of a run: \(error.text(in: bytes))", suggestion: hint)
    }
    guard document["format"] == "mamconform-run" else {
      throw CommandError("\(file) is not a report of a run", suggestion: hint)
    }
    var times: [ExactString: Double] = [:]
    for item in document["cases"]?.array ?? [] {
      guard let name = item["name"]?.string else { continue }
      switch item["wallMilliseconds"] {
      case .double(let time): times[name] = time
      case .int(let time): times[name] = Double(time)
      default: break
      }
    }
    let known = cases.compactMap { times[$0.name] }.sorted()
    let usual = known.isEmpty ? 1 : known[known.count / 2]
    return cases.map { times[$0.name] ?? usual }
  }

  /// Bazel takes a test for one that does not know of shards unless it touches a file.
  private static func tellBazel() {
    guard let file = EnvironmentVariable.value("TEST_SHARD_STATUS_FILE"), !file.isEmpty else {
      return
    }
    _ = try? FileOutput.write([], to: file)
  }
}
