internal import CaseModel
internal import Conformance
internal import ExactText

/// The commands that explain.
extension ConsoleCommand {
  static let explaining = [
    ConsoleCommand(
      "why", usage: "why [time|PATTERN]",
      "which decision makes the first check fail; why time stands; why no such record has come",
      example: "why {event: enrollmentRequest, app: mail, at: 24 h}", words: ["time"]
    ) { console, rest throws(ConsoleError) in try console.why(rest) },
    ConsoleCommand("whatnext", [], "says what falls due if nothing is done") { console, _ in
      console.write(TimeReport(console.session).whatHappensNext)
    },
  ]
}

extension DebugConsole {
  func why(_ text: String) throws(ConsoleError) {
    switch text {
    case "":
      guard let check = session.failures.first?.result.check else {
        throw ConsoleError(
          "no check has failed up to here", suggestion: "'goto failure' goes to the first that does"
        )
      }
      var search = DecisionSearch(session.options)
      let report = search.explain(running: session.conformanceCase, check: check.id)
      write(report?.text() ?? "\(check.id) does not fail when the case is run again\n")
    case "time": write(TimeReport(session).whyTimeStands)
    default: write(TimeReport(session).whyNot(try pattern(text)))
    }
  }
}
