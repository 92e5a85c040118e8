internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// The commands that look, and change nothing.
extension ConsoleCommand {
  /// What `info` can show.
  static let infoWords = [
    "clock", "deadlines", "apps", "held", "files", "keychain", "rows", "journal", "records",
    "checks", "steps", "breakpoints", "branch",
  ]

  static let looking = [
    ConsoleCommand(
      "info", ["i"], usage: "info WHAT", "shows a part of the state at this instant",
      example: "info deadlines", words: infoWords
    ) { console, rest throws(ConsoleError) in try console.info(rest) },
    ConsoleCommand(
      "print", ["p"], usage: "print PATH|#N", "shows a part of the state, or a whole record",
      example: "print apps.mail.saved"
    ) { console, rest throws(ConsoleError) in try console.print(rest) },
    bodies,
    ConsoleCommand("list", ["l"], usage: "list [N]", "shows the case as it is written, N lines") {
      console, rest throws(ConsoleError) in try console.list(rest)
    },
    ConsoleCommand(
      "diff", [], usage: "diff PLACE [.. PLACE]",
      "shows how the state here, or at the second place, differs from the first",
      example: "diff 8 h .. 16 h", words: ["step", "line", "record", "start", "end", "failure"]
    ) { console, rest throws(ConsoleError) in try console.diff(rest) },
    ConsoleCommand("where", [], "shows where the case is") { console, _ in console.showPosition()
    },
  ]
}

extension DebugConsole {
  func info(_ text: String) throws(ConsoleError) {
    let words = text.split(separator: " ").map(String.init)
    guard let word = words.first else {
      throw ConsoleError(
        "'info' needs a topic",
        suggestion: "one of \(ConsoleCommand.infoWords.joined(separator: ", "))")
    }
    let fitting = ConsoleCommand.infoWords.filter { $0.hasPrefix(word) }
    guard let topic = fitting.first(where: { $0 == word }) ?? fitting.first else {
      let error = ConsoleError(unknown: "part", word, among: ConsoleCommand.infoWords)
      throw ConsoleError(
        error.message,
        suggestion: error.suggestion
          ?? "known: \(ConsoleCommand.infoWords.joined(separator: ", "))")
    }
    let view = session.view
    switch topic {
    case "clock":
      write("\(clock) of at most +\(session.conformanceCase.limit)\n")
      for device in view.devices where device.shift != .zero {
        write("  the clock of \(device.name) is ahead by \(device.shift)\n")
      }
    case "deadlines": write(session.deadlineList(isWhole: words.dropFirst().first == "all"))
    case "apps": for app in view.apps { show(app) }
    case "held": showHeld()
    case "files": showTree("files", of: "apps", in: ["files", "owners"])
    case "keychain": showTree("keychain", of: "devices", in: ["keychain"])
    case "rows": showRows(words.dropFirst().first)
    case "journal":
      try showRecords(words.dropFirst().first, ofKinds: [.request, .delivered, .discarded])
    case "records": try showRecords(words.dropFirst().first, ofKinds: nil)
    case "checks": showChecks()
    case "steps": for index in session.conformanceCase.steps.indices { show(step: index) }
    case "breakpoints":
      if breakpoints.breakpoints.isEmpty { write("no breakpoints\n") }
      for breakpoint in breakpoints.breakpoints {
        write("\(breakpoint.number)  \(breakpoint.text)\n")
      }
    default:
      if tried.isEmpty { write("nothing was tried: this is the case as it is written\n") }
      for (index, text) in tried.enumerated() { write("\(index + 1)  \(text)\n") }
    }
  }

  private func show(_ app: AppView) {
    var words = "\(app.name) on \(app.device), version \(app.version): "
    words += app.isRunning ? app.lifecycle.rawValue : "does not run"
    if app.process > 0 { words += ", process \(app.process)" }
    if let deadline = app.deadline {
      words += ", wakes at +\(deadline.instant - session.view.epoch)"
    }
    if let kill = app.armedKill { words += ", to be killed at \(kill)" }
    write("\(words)\n")
    for call in app.unfinishedCalls { write("  waits for \(call.name) to return\n") }
    for request in app.open { write("  waits for the response to \(request)\n") }
  }

  private func showHeld() {
    let held = session.view.held
    if held.isEmpty { write("no response is held back\n") }
    for response in held {
      var words = "\(response.endpoint) of \(response.app), request \(response.client): "
      if response.hasArrived {
        words += "waits for its suspended app"
      } else {
        words += response.release.map { "until +\($0 - session.view.epoch)" } ?? "for ever"
      }
      if response.isAbandoned { words += ", and nobody waits for it any more" }
      write("\(words)\n")
    }
  }

  /// Shows members of every app or device that has them.
  private func showTree(_ what: String, of section: String, in names: [String]) {
    var isEmpty = true
    for owner in CaseState.value(at: section, session.moment)?.object?.members ?? [] {
      for name in names {
        for member in owner.value[name]?.object?.members ?? [] {
          isEmpty = false
          let label = name == what ? "" : "\(name): "
          write("\(owner.name)  \(label)\(member.name)  \(DebugConsole.short(member.value))\n")
        }
      }
    }
    if isEmpty { write("no \(what) to be seen\n") }
  }

  private func showRows(_ table: String?) {
    let rows = session.view.serviceRows.filter { table == nil || $0.table == table }
    if rows.isEmpty {
      write("no row of the service to be seen\(table.map { " in \($0)" } ?? "")\n")
    }
    for row in rows { write("\(row.table) \(row.key)  \(DebugConsole.short(row.value))\n") }
  }

  private func showRecords(_ count: String?, ofKinds kinds: [RecordKind]?) throws(ConsoleError) {
    let count = try count.map { text throws(ConsoleError) in try DebugConsole.count(text) } ?? 12
    let records = session.view.records
    let chosen = records.indices.filter { kinds?.contains(records[$0].kind) ?? true }
    if chosen.isEmpty { write("no records\n") }
    if chosen.count > count { write("... \(chosen.count - count) before\n") }
    for index in chosen.suffix(count) { write("\(text(ofRecord: index))\n") }
  }

  private func showChecks() {
    for result in session.result.checks {
      guard let step = session.result.step(of: result) else { continue }
      if result.time == nil, !session.position.isEnd {
        write("not made yet: \(result.check.id), step \(step + 1)\n")
      } else {
        write("\(checkWords(step, result))\n")
      }
    }
  }

  private func show(step index: Int) {
    let isHere = session.position.step == index
    write("\(isHere ? "->" : "  ") \(text(ofStep: index))\n")
  }

  /// The most bytes of a value in a line.
  private static let mostBytes = 160

  /// A value in a line that is not too long.
  static func short(_ value: JSON) -> String {
    let text = value.text
    return text.utf8.count <= mostBytes ? text : "\(text.prefix(mostBytes - 3))..."
  }

  func print(_ text: String) throws(ConsoleError) {
    if text.hasPrefix("#") {
      guard let number = Int(text.dropFirst()), session.view.records.indices.contains(number - 1)
      else {
        guard let number = Int(text.dropFirst()), number > 0 else {
          throw ConsoleError(
            "'\(text)' is not a record", suggestion: "write its number, such as '#31'")
        }
        throw ConsoleError(
          "there is no record #\(number) yet: there are \(session.view.recordCount)")
      }
      let record = session.view.records[number - 1]
      write("\(self.text(ofRecord: number - 1).prefix { $0 != "{" })\n")
      write("\(JSON.object(record.fields).prettyText)")
      return
    }
    guard !text.isEmpty else {
      throw ConsoleError(
        "'print' needs a path",
        suggestion: "it starts with \(CaseState.sections.joined(separator: ", "))")
    }
    guard let value = CaseState.value(at: text, session.moment) else {
      throw unknownPath(text)
    }
    switch value {
    case .object, .array: write("\(value.prettyText)")
    default: write("\(value.text)\n")
    }
  }

  private func unknownPath(_ path: String) -> ConsoleError {
    var parts = path.split(separator: ".").map(String.init)
    var wrong = parts.popLast() ?? path
    while !parts.isEmpty, CaseState.value(at: parts.joined(separator: "."), session.moment) == nil {
      wrong = parts.removeLast()
    }
    let above = parts.joined(separator: ".")
    let known = CaseState.names(below: above, session.moment)
    let error = ConsoleError(
      unknown: "part of \(above.isEmpty ? "the state" : above)", wrong, among: known)
    return ConsoleError(
      error.message,
      suggestion: error.suggestion
        ?? (known.isEmpty ? nil : "it has \(known.joined(separator: ", "))"))
  }

  func diff(_ text: String) throws(ConsoleError) {
    let here = session.position.number
    let parts = text.split(separator: "..", maxSplits: 1).map { $0.trimmed() }
    guard let first = parts.first else { throw ConsoleError("'diff' needs one or two places") }
    let trees: [JSON]
    do throws(ConsoleError) {
      let from = try Place(first)
      try go(to: from)
      noteTime(of: from)
      let before = CaseState.tree(session.moment)
      if parts.count > 1 {
        let to = try Place(parts[1])
        try go(to: to)
        noteTime(of: to)
      } else {
        try asking { () throws(DebugProblem) in try session.go(to: here) }
      }
      trees = [before, CaseState.tree(session.moment)]
    } catch {
      try asking { () throws(DebugProblem) in try session.go(to: here) }
      throw error
    }
    try asking { () throws(DebugProblem) in try session.go(to: here) }
    let differences = StateDifference.between(trees[0], trees[1])
    if differences.isEmpty { write("nothing differs\n") }
    for difference in differences {
      let before = difference.before.map(DebugConsole.short) ?? "nothing"
      write(
        "\(difference.path): \(before) -> \(difference.after.map(DebugConsole.short) ?? "nothing")\n"
      )
    }
  }
}
