internal import ExactText

/// The commands that explain.
extension ConsoleCommand {
  static let explaining = [
    ConsoleCommand(
      "why", usage: "why [time|CHECK|PATTERN]",
      "which decision makes the first check, or this one, fail; why time does not move; why a record has not come",
      example: "why {event: enrollmentRequest, app: mail, at: 24 h}", words: ["time"]
    ) { console, rest throws(ConsoleError) in
      console.write(try console.session.why(rest, console.fragment))
    },
    ConsoleCommand("whatnext", [], "says what is due next if nothing is done") { console, _ in
      console.write(TimeReport(console.session).whatHappensNext)
    },
  ]
}
