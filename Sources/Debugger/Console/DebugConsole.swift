package import CaseModel
internal import CaseYAML
package import Conformance
package import Contract
internal import ExactText
internal import JSONText
internal import Reporting
internal import VirtualTime
internal import Wording

/// The debugger as lines of text: a command in, a few lines out.
///
/// It is what a terminal, a script and a test drive alike:
///
///     let console = try DebugConsole(item, options: options, contract) { print($0, terminator: "") }
///     console.execute("break check-failed")
///     console.execute("continue")
package final class DebugConsole {
  /// The case as it is gone through; another one once something was tried.
  package internal(set) var session: DebugSession
  /// The case as it is written.
  package let original: ConformanceCase
  /// The contract that patterns and steps are read by.
  package let contract: Contract
  /// The breakpoints.
  package let breakpoints = BreakpointSet()
  /// True once the session is to end.
  package private(set) var isOver = false
  /// How many commands could not be carried out.
  package private(set) var errorCount = 0
  /// True once the case has ended in an error, such as an adapter that exits.
  package private(set) var hasBrokenDown = false
  /// The standard world of files of cases that have none beside them; nil if there is none.
  package var worldFile: String?
  /// True if a person is to be asked before what was tried is lost.
  package var asksBeforeLeaving = false
  private var hasAsked = false
  /// True if what was tried is in a file.
  var isSaved = false
  /// What was tried, in order.
  var tried: [String] = [] {
    didSet { (isSaved, hasAsked) = (false, false) }
  }
  /// What was offered last by `choices`.
  var choices: [Choice] = []
  /// The number of the next breakpoint.
  var nextNumber = 1
  /// Where output goes.
  let write: (String) -> Void
  private var lastLine = ""

  /// A debugger that stands at the beginning of a case.
  ///
  /// - Parameter write: takes what is said, in whole lines.
  /// - Throws: if the case cannot be started.
  package init(
    _ item: ConformanceCase, options: RunOptions, _ contract: Contract,
    write: @escaping (String) -> Void
  ) throws(DebugProblem) {
    session = try DebugSession(item, options: options)
    original = item
    self.contract = contract
    self.write = { write(Excerpt.harmless($0)) }
  }

  /// Reads patterns and steps.
  var fragment: CaseFragment { CaseFragment(of: session.conformanceCase, contract) }

  /// Says which case this is, and where it stands.
  package func begin() {
    let item = session.conformanceCase
    write("\(item.name)\n  \(item.title)\n")
    write(
      "  \(Counted.text(item.steps.count, "step")), \(Counted.text(item.checks.count, "check")); 'help' lists the commands\n"
    )
    showPosition()
  }

  /// Carries out a line: a command with its arguments; an empty one repeats the last that moved, and one that begins with
  /// `#` is a comment.
  ///
  /// - Returns: false if it could not be carried out, after saying why.
  @discardableResult
  package func execute(_ line: String) -> Bool {
    let line = line.isEmpty ? lastLine : line
    let trimmed = line.trimmed()
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return true }
    let word = trimmed.prefix { $0 != " " }
    let rest = trimmed.dropFirst(word.count).trimmed()
    lastLine = ""
    defer { hasBrokenDown = hasBrokenDown || session.hasBrokenDown }
    do throws(ConsoleError) {
      let command = try ConsoleCommand.named(String(word), before: rest)
      if ConsoleCommand.moving.contains(where: { $0.name == command.name }) { lastLine = line }
      try command.action(self, rest)
      return true
    } catch {
      if error.isPause {
        write("\(error.message)\n")
        showPosition()
        return true
      }
      errorCount += 1
      write("error: \(error.line)\n")
      return false
    }
  }

  /// Ends the session; if a person would lose what they tried, only the second time.
  package func leave() {
    if asksBeforeLeaving, !tried.isEmpty, !isSaved, !hasAsked {
      hasAsked = true
      write("what was tried is not saved: 'save FILE' writes it, 'quit' again leaves it\n")
    } else {
      isOver = true
    }
  }

  /// Ends what the session has started.
  package func close() { session.close() }

  /// The words that could stand where a line ends, with what is there of the last one; paths can go on.
  package func completions(of line: String) -> LineEditor.Completions {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if takesPath(words) { return (pathCompletions(words.last ?? ""), true) }
    return (wordCompletions(words), false)
  }

  /// True if the last of some words is a path of the state.
  private func takesPath(_ words: [String]) -> Bool {
    guard words.count > 1, let command = try? ConsoleCommand.named(words[0]) else { return false }
    return ["print", "watch"].contains(command.name)
      || words.count > 2 && words[1] == "state" && ["break", "tbreak"].contains(command.name)
  }

  private func wordCompletions(_ words: [String]) -> [String] {
    let last = words.last ?? ""
    guard words.count > 1 else {
      return ConsoleCommand.all.map(\.name).filter { $0.hasPrefix(last) }
    }
    guard let command = try? ConsoleCommand.named(words[0]) else { return [] }
    if command.name == "help" {
      return ConsoleCommand.all.map(\.name).filter { $0.hasPrefix(last) }
    }
    if words.count > 2, ["break", "tbreak"].contains(command.name) {
      let names = words.count == 3 ? BreakpointReader.names(behind: words[1], contract) : []
      return names.filter { $0.hasPrefix(last) }
    }
    return command.words.filter { $0.hasPrefix(last) }
  }

  private func pathCompletions(_ word: String) -> [String] {
    let cut = word.lastIndex(of: ".")
    let above = cut.map { String(word[..<$0]) } ?? ""
    let names = CaseState.names(below: above, session.moment)
    return names.map { above.isEmpty ? $0 : "\(above).\($0)" }.filter { $0.hasPrefix(word) }
  }

  // MARK: - For commands

  /// Does something with the session.
  func asking<Result>(
    _ body: () throws(DebugProblem) -> Result
  ) throws(ConsoleError) -> Result {
    do throws(DebugProblem) {
      return try body()
    } catch {
      var said = ConsoleError(error.text)
      said.isPause = error == .paused
      throw said
    }
  }

  /// A pattern of the case language.
  func pattern(_ text: String) throws(ConsoleError) -> RecordPattern {
    guard !text.hasPrefix("{") || text.hasSuffix("}") else {
      throw ConsoleError(
        "the pattern '\(text)' is not closed by '}'",
        suggestion: "write it like {event: enrollmentRequest, app: mail}")
    }
    do throws(Diagnostic) {
      return try fragment.pattern(text)
    } catch {
      throw ConsoleError(error.message, suggestion: error.suggestion)
    }
  }

  /// A count behind a command; 1 without one.
  static func count(_ text: String) throws(ConsoleError) -> Int {
    guard !text.isEmpty else { return 1 }
    guard let count = Int(text), count > 0, count <= 1_000_000 else {
      throw ConsoleError("'\(text)' is not a positive integer")
    }
    return count
  }
}
