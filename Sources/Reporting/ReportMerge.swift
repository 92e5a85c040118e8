internal import CaseModel
package import Conformance
package import ExactText

/// The parts of a run put together again.
///
///     let merge = try ReportMerge([first, second])
///     JSONReport().bytes(merge.results, merge.description)
///
/// Of all parts together, the report is that of the single run, apart from wall times: it began when the first part did,
/// and took as long as the longest. A part that is missing or did not come to its end is never passed over: the merged
/// run then has a problem, and nothing can be said of conformance unless a violation was found.
package struct ReportMerge {
  /// The run.
  package var description: RunDescription
  /// What was found of all cases, in the order of the single run.
  package var results: [CaseResult]
  /// For each case with a history, the report that names it.
  package let origins: [ExactString: String]

  /// Puts parts together, in any order.
  ///
  /// - Throws: why they are not parts of one run: one is no part at all, one is there twice, or they were run with other
  ///   programs, adapters, seeds, options or cases.
  package init(_ given: [StoredReport]) throws(StoredReport.Fault) {
    // One that broke down before it knew its cases is as good as missing.
    let reports = given.filter { $0.description.part != nil || $0.description.problem == nil }
    guard let first = reports.first, let part = first.description.part else {
      throw ReportMerge.fault(reports.first, "is not the report of a shard")
    }
    var seen: [Int: String] = [:]
    for report in reports {
      guard let other = report.description.part else {
        throw ReportMerge.fault(report, "is not the report of a shard")
      }
      if let same = seen.updateValue(report.name, forKey: other.index) {
        throw ReportMerge.fault(report, "and \(same) belong to the same shard, \(other.index)")
      }
      if let difference = ReportMerge.difference(report.description, first.description) {
        throw ReportMerge.fault(report, "and \(first.name) belong to different runs: \(difference)")
      }
    }
    var placed: [(place: Int, result: CaseResult)] = []
    var taken: Set<Int> = []
    var origins: [ExactString: String] = [:]
    var merged = first.description
    for report in reports {
      for result in report.results {
        let name = result.conformanceCase.name
        guard let place = report.description.part?.place(of: name),
          (0..<part.total).contains(place),
          taken.insert(place).inserted
        else { throw ReportMerge.fault(report, "has a case that another shard has too: \(name)") }
        placed.append((place, result))
        if report.description.historyFiles[name] != nil { origins[name] = report.name }
      }
      merged.historyFiles.merge(report.description.historyFiles) { $1 }
    }
    merged.part = nil
    merged.planned = part.total
    merged.startedMilliseconds = reports.map(\.description.startedMilliseconds).min() ?? 0
    merged.wallMilliseconds = reports.map(\.description.wallMilliseconds).max() ?? 0
    let missing = (1...max(1, part.count)).filter { seen[$0] == nil }
    merged.problem =
      missing.isEmpty
      ? reports.lazy.compactMap(\.description.problem).first
      : ReportMerge.problem(missing, of: part, placed.count)
    description = merged
    results = placed.sorted { $0.place < $1.place }.map(\.result)
    self.origins = origins
  }

  /// What two parts do not have in common, though parts of one run do; nil if there is nothing.
  private static func difference(_ first: RunDescription, _ other: RunDescription) -> String? {
    if first.version != other.version { return "program \(first.version) and \(other.version)" }
    if first.seed != other.seed { return "seed \(first.seed) and \(other.seed)" }
    if first.verifiedRounds != other.verifiedRounds {
      let rounds = [first, other].map { $0.verifiedRounds.map { "\($0) rounds" } ?? "none" }
      return "--verify with \(rounds[0]) and \(rounds[1])"
    }
    // A part that was killed while it read its suites knows neither adapter nor options.
    let isWhole = !first.adapter.isEmpty && !other.adapter.isEmpty
    // Before adapter and options, which follow from it: a file may have been changed, and two may say the same.
    let profiles = [first, other].map { ReportedProfile.text($0.profile) }
    if isWhole, profiles[0] != profiles[1] { return "\(profiles[0]) and \(profiles[1])" }
    if isWhole, first.adapter != other.adapter {
      let commands = [first, other].map {
        $0.adapter.map(RunDescription.quoted).joined(separator: " ")
      }
      return "the adapters \(commands[0]) and \(commands[1])"
    }
    if isWhole, first.repeatOptions != other.repeatOptions {
      return differenceOfOptions(first.repeatOptions, other.repeatOptions)
    }
    guard let part = first.part, let same = other.part else { return nil }
    if part.count != same.count { return "\(part.count) and \(same.count) shards" }
    return part.total == same.total
      ? nil : "\(part.total) and \(same.total) cases were chosen, by patterns or filters"
  }

  /// The first option that only one of two command lines has, or that has another value in each: `the option --strict is
  /// given and not given`.
  private static func differenceOfOptions(_ first: [String], _ other: [String]) -> String {
    let (one, two) = (options(first), options(other))
    for (name, _) in one + two {
      let values = [one, two].map { list in
        list.filter { $0.name == name }.map(\.value).joined(separator: " and ")
      }
      let isGiven = [one, two].map { list in list.contains { $0.name == name } }
      guard values[0] != values[1] || isGiven[0] != isGiven[1] else { continue }
      let words = zip(values, isGiven).map { value, isGiven in
        !isGiven ? "not given" : value.isEmpty ? "given" : "'\(value)'"
      }
      let label = name.hasPrefix("--") ? "the option" : "the file"
      return "\(label) \(name) is \(words[0]) and \(words[1])"
    }
    return "the order of the options"
  }

  /// The words of a command line as options with their values; a word that belongs to none has no value.
  private static func options(_ words: [String]) -> [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    for word in words {
      if word.hasPrefix("--") || options.isEmpty {
        options.append((word, ""))
      } else {
        let value = options[options.count - 1].value
        options[options.count - 1].value = value.isEmpty ? word : "\(value) \(word)"
      }
    }
    return options
  }

  private static func problem(
    _ missing: [Int], of part: RunDescription.Part, _ found: Int
  ) -> Problem {
    let list = missing.map(String.init).joined(separator: ", ")
    return Problem(
      code: RunDescription.missingShard, participant: "mamconform",
      message: "of \(part.count) shards the report of \(list) is missing, "
        + "so \(part.total - found) of \(part.total) cases are missing")
  }

  private static func fault(_ report: StoredReport?, _ text: String) -> StoredReport.Fault {
    StoredReport.Fault(message: "\(report?.name ?? "nothing") \(text)")
  }
}
