internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText
internal import VirtualTime

/// What a person writes: expressions, and the commands of the debug console.
extension DebugAdapter {
  /// The commands of the console, with what they do.
  static let commands = [
    ("goto", "goto 23 h: go to a virtual time, ahead or back"),
    ("until", "until {event: enrollmentRequest}: continue to a matching record"),
    ("failure", "failure: go to the first check that fails"),
    (
      "why",
      "why: which decision makes the first check fail, why CHECK: another one; why time: why it stands; why PATTERN: why not"
    ),
    ("next", "next: what is due next if nothing is done"),
    (
      "info",
      "info deadlines: the deadlines that hold, and who asked for them; info deadlines all: and those before"
    ),
    (
      "attach", "attach mail: how to put a debugger on that app's process; no real time counts then"
    ),
    ("last", "last 10: the last records"),
    ("result", "result: what was found so far"),
    ("help", "help: these commands"),
  ]

  func evaluate(_ arguments: JSONObject) throws(RequestError) -> Outcome {
    let session = try running()
    let text = (arguments["expression"]?.string ?? "").trimmed()
    let word = String(text.prefix { !$0.isWhitespace })
    let rest = text.dropFirst(word.count).trimmed()
    if arguments["context"]?.string != "hover" {
      switch word {
      case "goto": return try seek(rest)
      case "until": return try until(rest)
      case "failure": return Outcome(body: shown("going"), then: { self.goToFailure() })
      case "why":
        let fragment = try fragment
        return try said { session throws(ConsoleError) in try session.why(rest, fragment) }
      case "attach":
        return try said { session throws(ConsoleError) in try session.attach(rest) }
      case "next": return Outcome(body: shown(TimeReport(session).whatHappensNext))
      case "info": return Outcome(body: shown(try info(rest, session)))
      case "last": return Outcome(body: shown(records(Int(rest) ?? 10)))
      case "result": return Outcome(body: shown(verdict(session)))
      case "help":
        return Outcome(body: shown(DebugAdapter.commands.map { "\($0.1)\n" }.joined()))
      default: break
      }
    }
    let expression = try Expression(text, fragment)
    try expression.check(at: session.moment)
    let value = try expression.value(at: session.moment)
    let isPath = CaseState.value(at: text, session.moment) != nil
    return Outcome(body: [
      "result": .string(VariableTable.summary(value)),
      "variablesReference": .int(variables.reference(to: value, path: isPath ? text : nil)),
    ])
  }

  private var fragment: CaseFragment {
    get throws(RequestError) {
      guard let target else { throw RequestError("launch comes first") }
      return CaseFragment(of: target.conformanceCase, target.contract)
    }
  }

  private func shown(_ text: String) -> JSONObject {
    ["result": .string(text), "variablesReference": 0]
  }

  private func seek(_ text: String) throws(RequestError) -> Outcome {
    let offset = try DebugAdapter.offset(text)
    return Outcome(
      body: shown("to the first point at +\(offset) or after it"), then: { self.seek(offset) })
  }

  /// Reads a time since the start of the case, such as `23 h` or `+23:59:59.999`.
  private static func offset(_ text: String) throws(RequestError) -> VirtualDuration {
    let plain = text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let offset = VirtualDuration(plain), offset >= .zero else {
      throw RequestError("'\(text)' is not a virtual time; write 23 h, 90 s or 23:59:59.999")
    }
    return offset
  }

  private func until(_ text: String) throws(RequestError) -> Outcome {
    guard case .pattern(let pattern) = try Expression(text, fragment) else {
      throw RequestError("'\(text)' is not a pattern; write one such as {event: enrollmentRequest}")
    }
    return Outcome(
      body: shown("going"),
      then: {
        self.move { session throws(DebugProblem) in
          try session.advance { moment in
            if self.rules.stop(at: moment) { return true }
            guard moment.position.point == nil, let record = moment.view.lastRecord else {
              return false
            }
            return pattern.matches(record, epoch: moment.view.epoch)
          }
        }
      })
  }

  /// What the terminal's debugger says too.
  private func said(
    _ body: (DebugSession) throws(ConsoleError) -> String
  ) throws(RequestError) -> Outcome {
    let session = try running()
    do throws(ConsoleError) {
      return Outcome(body: shown(try body(session)))
    } catch {
      throw RequestError(error.line)
    }
  }

  /// The part of the terminal's `info` that no scope shows.
  private func info(_ text: String, _ session: DebugSession) throws(RequestError) -> String {
    let words = text.split(separator: " ").map(String.init)
    let isWhole = words.count == 2 && words[1] == "all"
    guard words.first == "deadlines", words.count == 1 || isWhole else {
      throw RequestError(
        "'info' knows 'info deadlines' and 'info deadlines all' here; the scopes show the rest of the state"
      )
    }
    return session.deadlineList(isWhole: isWhole)
  }

  private func records(_ count: Int) -> String {
    guard let view = session?.view else { return "" }
    return view.records.suffix(max(1, count)).map { "\($0.text(since: view.epoch))\n" }.joined()
  }

  private func verdict(_ session: DebugSession) -> String {
    let failures = session.failures.map { failure in
      "\(failure.result.check.id) fails: \(failure.result.found)\n"
    }
    if !failures.isEmpty { return failures.joined() }
    let passed = session.result.checks.count { $0.verdict == .pass }
    return "\(passed) of \(session.result.checks.count) checks have passed, none has failed\n"
  }

  // MARK: - Completion

  func completions(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let session = try running()
    let column = max(0, (arguments["column"]?.int ?? 1) - 1)
    let text = String((arguments["text"]?.string ?? "").prefix(column))
    let word =
      text.lastIndex(where: \.isWhitespace).map { String(text[text.index(after: $0)...]) }
      ?? text
    let dot = word.lastIndex(of: ".")
    let parent = dot.map { String(word[..<$0]) } ?? ""
    let begun = dot.map { String(word[word.index(after: $0)...]) } ?? word
    var names = CaseState.names(below: parent, session.moment)
    if word == text, dot == nil { names = DebugAdapter.commands.map(\.0) + names }
    let start = text.count - begun.count
    let items = names.filter { $0.hasPrefix(begun) }.map {
      CompletionItem(label: $0, start: start, length: begun.count).json
    }
    return ["targets": .array(items)]
  }

  // MARK: - Setting

  /// Sets the clock, which goes to that time; nothing else of a recording can be set.
  func setVariable(_ arguments: JSONObject) throws(RequestError) -> Outcome {
    _ = try running()
    let name = arguments["name"]?.string ?? ""
    let entry = variables.entry(arguments["variablesReference"]?.int ?? 0)
    guard name == "clock", entry?.path == "" else {
      throw RequestError(
        "\(name) cannot be set: it is what has happened; only clock can, which goes to that time")
    }
    let offset = try DebugAdapter.offset(arguments["value"]?.string ?? "")
    return Outcome(
      body: ["value": .string("+\(offset), or the first point after it")],
      then: { self.seek(offset) })
  }
}
