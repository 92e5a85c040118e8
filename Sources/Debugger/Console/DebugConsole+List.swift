internal import CaseModel
internal import ExactText
internal import SystemFiles

/// The case as it is written.
extension DebugConsole {
  /// Shows the lines around the present step with an arrow at it; the steps in words if the file cannot be read.
  func list(_ rest: String) throws(ConsoleError) {
    let count = rest.isEmpty ? 11 : try DebugConsole.count(rest)
    let steps = session.conformanceCase.steps
    let index = session.position.step ?? 0
    guard steps.indices.contains(index) else { throw ConsoleError("the case has no steps") }
    let location = steps[index].location
    guard let bytes = try? WholeFile.bytes(location.file) else {
      write("\(location.file) cannot be read any more; the steps are:\n")
      for step in steps.indices { write("\(step == index ? "->" : "  ") \(text(ofStep: step))\n") }
      return
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = max(1, location.line - count / 2)
    let last = min(lines.count, first + count - 1)
    guard first <= last else {
      throw ConsoleError(
        "\(location.file) has \(lines.count) lines, and the step was at line \(location.line)",
        suggestion: "the file has changed since the case was read")
    }
    write("\(location.file)\n")
    for number in first...last {
      let digits = String(number)
      let gap = String(repeating: " ", count: max(0, 5 - digits.count))
      write("\(number == location.line ? "->" : "  ")\(gap)\(digits)  \(lines[number - 1])\n")
    }
  }
}
