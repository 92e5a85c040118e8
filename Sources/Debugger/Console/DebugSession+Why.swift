internal import CaseModel
package import CaseYAML
internal import Conformance
internal import ExactText

extension DebugSession {
  /// Answers `why`: with nothing behind it which decision makes the first check fail that has failed up to here, with
  /// `time` why time stands, with a pattern why no such record has come.
  ///
  /// - Throws: if nothing has failed, or the pattern is none.
  package func why(_ text: String, _ fragment: CaseFragment) throws(ConsoleError) -> String {
    switch text {
    case "":
      guard let check = failures.first?.result.check else {
        throw ConsoleError(
          "no check has failed up to here", suggestion: "the first that does may come later"
        )
      }
      let report = DecisionSearch(options).explain(running: conformanceCase, check: check.id)
      return report?.text() ?? "\(check.id) does not fail when the case is run again\n"
    case "time": return TimeReport(self).whyTimeStands
    default:
      do throws(Diagnostic) {
        return TimeReport(self).whyNot(try fragment.pattern(text))
      } catch {
        throw ConsoleError(error.message, suggestion: error.suggestion)
      }
    }
  }
}
