// Copied by ci/mutate into the package whose reference SDK it changes: runs cases against chosen mutants.

import CaseModel
import CaseYAML
import Conformance
import Contract
internal import ExactText
import Glibc
import ReferenceSDK
import Synchronization

/// Reads orders on standard input, one a line, and answers each with lines on standard output.
///
///     trace                    for each case: "case INDEX VERDICT MUTANT...", the places that it comes to; then "done"
///     17 0 3 9                 mutant 17 against cases 0, 3, 9 until one notices: "killed INDEX CHECK",
///                              "broken INDEX" if a case cannot be judged with it, or "survived"
///
/// A line "going" says that the answer takes its time, and nothing else is wrong.
@main struct Driver {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    reachedMutants.initialize(repeating: 0)
    let (suites, scratch) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let contract = ContractLoader.load(folder: "\(suites)/contract").contract
    let cases = SuiteLoader.load(paths: [suites], contract: contract).cases
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: scratch)
    options.jobs = 1
    options.isInProcess = true
    options.optionalRequirements = contract.optionalRequirements
    say("cases \(cases.count)")
    for item in cases { say("name \(item.name)") }
    while let line = readLine() {
      let words = line.split(separator: " ")
      if words == ["trace"] {
        trace(cases, options)
      } else {
        let numbers = words.compactMap { Int($0) }
        let places = Array(numbers.dropFirst())
        attempt(numbers[0], places.map { cases[$0] }, places, options)
      }
    }
  }

  /// Writes a line at once.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { exit(1) }
      done += count
    }
  }

  private static func trace(_ cases: [ConformanceCase], _ options: RunOptions) {
    chosenMutant = 0
    forgetReachedMutants()
    let next = Mutex(0)
    _ = ConformanceRun(cases: cases, options: options).run { progress in
      let index = next.withLock { number in
        defer { number += 1 }
        return number
      }
      let reached = reachedMutants.indices.filter { reachedMutants[$0] != 0 }
      say(
        "case \(index) \(progress.result.verdict.rawValue) "
          + reached.map(String.init).joined(separator: " "))
      forgetReachedMutants()
    }
    say("done")
  }

  private static func attempt(
    _ number: Int, _ cases: [ConformanceCase], _ places: [Int], _ options: RunOptions
  ) {
    chosenMutant = number
    let control = RunControl()
    let found = Mutex<(answer: String?, count: Int)>((nil, 0))
    _ = ConformanceRun(cases: cases, options: options, control: control).run { progress in
      found.withLock { found in
        guard found.answer == nil else { return }
        let place = places[found.count]
        found.count += 1
        let failed = progress.result.checks.first { $0.verdict == .fail && !$0.check.isAdvisory }
        if let failed {
          found.answer = "killed \(place) \(failed.check.id)"
        } else if [.error, .inconclusive, .notOffered].contains(progress.result.verdict) {
          found.answer = "broken \(place)"
        } else if found.count.isMultiple(of: 50) {
          say("going")
        }
        if found.answer != nil { control.interrupt() }
      }
    }
    chosenMutant = 0
    say(found.withLock { $0.answer } ?? "survived")
  }
}
