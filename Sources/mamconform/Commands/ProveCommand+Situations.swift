import Arguments
import CaseYAML
import Conformance
internal import ExactText
import Participants
import SystemFiles
import Wording

/// `mamconform prove --situations N`: defects that are limited to a situation, and go unnoticed there.
extension ProveCommand {
  /// Draws pairs of a defect and a situation, tries each, and returns the exit code.
  func proveSituations(
    _ count: Int, of defects: [KnownDefect], _ suites: Suites, _ options: RunOptions,
    _ control: RunControl, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    // Those that are named with a situation are tried in it.
    let pairs =
      defects.allSatisfy { KnownDefect.situation(in: $0.name) != nil }
      ? defects : KnownDefect.drawn(count, of: defects, seed: arguments.integer(.seed) ?? 0)
    var proof = SituationProof(suites.cases, options, control: control)
    var (caught, unnoticed, apart) = (0, 0, 0)
    try proof.run(pairs) { defect, outcome throws(CommandError) in
      switch outcome {
      case .caught(let name):
        caught += 1
        if arguments.has(.verbose) {
          try Output.write("caught     \(defect.name) in \(name)\n")
        }
      case .unnoticed(let count, let name):
        unnoticed += 1
        try Output.write(
          "unnoticed  \(defect.name): \(defect.summary) [\(defect.requirements.joined(separator: ", "))]\n"
            + "           changes the histories of \(Counted.text(count, "case")), such as \(name)\n"
        )
      case .apart:
        apart += 1
        if arguments.has(.verbose) { try Output.write("apart      \(defect.name)\n") }
      }
    }
    if watch.isInterrupted { return ExitCode.interrupted }
    let tried = caught + unnoticed
    let share = tried == 0 ? "" : " (\(caught * 1000 / tried / 10).\(caught * 1000 / tried % 10) %)"
    try Output.write(
      "\(Counted.text(pairs.count, "defect")) in a situation: \(caught) of \(tried) caught\(share); "
        + "\(apart) change no history\n")
    if proof.unusableCount > 0 {
      Output.complain(
        "mamconform prove: cases that do not pass as they are, and so prove nothing: \(proof.unusableCount)\n"
      )
      return ExitCode.inconclusive
    }
    return ExitCode.conforms
  }
}
