internal import CaseModel
package import CaseYAML
internal import Conformance
internal import ExactText
internal import Wording

extension DebugSession {
  /// Answers `why`: with nothing behind it which decision makes the first check fail that has failed up to here, with the
  /// ID of a check which one makes that fail, with `time` why time stands, with a pattern why no such record has come.
  ///
  /// - Throws: if nothing has failed, or the word is neither a check nor a pattern.
  package func why(_ text: String, _ fragment: CaseFragment) throws(ConsoleError) -> String {
    switch text {
    case "":
      guard let check = failures.first?.result.check else {
        throw ConsoleError(
          "no check has failed up to here", suggestion: "the first that does may come later"
        )
      }
      return explanation(of: check.id)
    case "time": return TimeReport(self).whyTimeStands
    default:
      let checks = result.checks.map(\.check.id)
      if checks.contains(text) { return explanation(of: text) }
      guard text.contains(":") || text.hasPrefix("{") else {
        throw ConsoleError(
          "'\(text)' is neither a check of the case nor a pattern",
          suggestion: Spelling.nearest(to: text, among: checks + ["time"])
            .map { "did you mean '\($0)'?" }
            ?? "'info checks' lists the checks; a pattern is one such as {event: enrollmentRequest, app: mail}"
        )
      }
      do throws(Diagnostic) {
        return TimeReport(self).whyNot(try fragment.pattern(text))
      } catch {
        throw ConsoleError(error.message, suggestion: error.suggestion)
      }
    }
  }

  /// Which decision makes a check fail when the case runs to its end.
  private func explanation(of id: String) -> String {
    DecisionSearch(options).explain(running: conformanceCase, check: id)?.text()
      ?? "\(id) does not fail when the case is run to its end\n"
  }
}
