internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import Contract
internal import ExactText
internal import SystemFiles
internal import VirtualTime

/// The commands that try something else than the case does.
extension ConsoleCommand {
  static let trying = [
    ConsoleCommand(
      "choices", ["ch"], usage: "choices [WORD]", "lists what could happen next",
      example: "choices kill"
    ) { console, rest throws(ConsoleError) in try console.listChoices(rest) },
    ConsoleCommand(
      "try", ["t"], usage: "try [at TIME] N|STEP",
      "inserts a step into a copy of the case, here, and runs it",
      example: "try at 23 h {kill: mail}"
    ) { console, rest throws(ConsoleError) in try console.try(rest) },
    ConsoleCommand(
      "discard", [], "discards what was tried, and returns to the case as it is written"
    ) {
      console, _ throws(ConsoleError) in try console.discard()
    },
    ConsoleCommand(
      "save", [], usage: "save FILE", "writes the case, with what was tried, as a file of cases",
      example: "save lost-retry.yaml"
    ) { console, rest throws(ConsoleError) in try console.save(rest) },
  ]
}

extension DebugConsole {
  /// Lists what could happen next; a word keeps those that have it.
  func listChoices(_ word: String) throws(ConsoleError) {
    choices = Choice.all(at: session.moment)
    let shown = choices.indices.filter {
      word.isEmpty || choices[$0].text.contains(word) || choices[$0].step.contains(word)
    }
    guard !shown.isEmpty else {
      throw ConsoleError(
        "none of \(choices.count) choices has '\(word)'", suggestion: "'choices' lists them all")
    }
    for index in shown { write("\(index + 1)  \(choices[index].text)  \(choices[index].step)\n") }
    write("'try N' takes one; 'try {...}' takes any step of the case language\n")
  }

  /// Puts a step into a copy of the case and carries it out.
  func `try`(_ text: String) throws(ConsoleError) {
    var text = text
    if let number = Int(text) {
      if choices.isEmpty { choices = Choice.all(at: session.moment) }
      guard choices.indices.contains(number - 1) else {
        throw ConsoleError("there is no choice \(number)", suggestion: "'choices' lists them")
      }
      text = choices[number - 1].step
    }
    guard !text.isEmpty else {
      throw ConsoleError(
        "'try' needs a step or the number of a choice",
        suggestion: "'choices' lists what could happen next")
    }
    var time: VirtualInstant?
    if text.hasPrefix("at ") {
      let (words, step) = DebugConsole.parted(String(text.dropFirst(3)))
      time = try goWithin(words)
      text = step
    }
    text = DebugConsole.withColon(text)
    if case .end(let ending?) = session.position.point {
      throw ConsoleError(
        "the case has ended in an error, so nothing comes after this place (\(ending.text))",
        suggestion: "'back' goes to an earlier one")
    }
    let step = try self.step(text)
    let branch = Branch(
      of: session.conformanceCase, step, at: session.moment, start: startOfStep, time: time)
    let other = try asking { () throws(DebugProblem) in
      let other = try DebugSession(branch.item, options: session.options)
      try other.advance { $0.position.point == .beforeStep(branch.index) }
      return other
    }
    session.close()
    session = other
    choices = []
    let place = "+\(session.view.now - session.view.epoch)"
    tried.append("\(place)  \(text)")
    if branch.movedTo != nil {
      write("inserted at \(place), a millisecond before what was about to be due\n")
    }
    let before = session.position.recordCount
    _ = try asking { () throws(DebugProblem) in
      try session.advance { $0.position.point == .afterStep(branch.index) }
    }
    showProgress(since: before)
  }

  /// A step as it is typed: `kill mail` stands for `kill: mail`, and `advance {to: 25 h}` for `advance: {to: 25 h}`.
  private static func withColon(_ text: String) -> String {
    guard let space = text.firstIndex(of: " ") else { return text }
    let isVerb = CaseFragment.verbs.contains(String(text[..<space]))
    guard isVerb || (!text.contains("{") && !text.contains(":")) else { return text }
    return "{\(text[..<space]):\(text[space...])}"
  }

  /// The time and the step behind `at`: the step begins with a brace, or with a verb of the case language.
  private static func parted(_ text: String) -> (time: String, step: String) {
    var time: [Substring] = []
    for word in text.split(separator: " ") {
      let name = word.last == ":" ? word.dropLast() : word
      if word.first == "{" || CaseFragment.verbs.contains(String(name)) {
        return (time.joined(separator: " "), text[word.startIndex...].trimmed())
      }
      time.append(word)
    }
    return (time.joined(separator: " "), "")
  }

  /// When the present step began.
  private var startOfStep: VirtualInstant {
    let step = session.position.step ?? 0
    return session.positions.last { $0.point == .beforeStep(step) }?.time ?? session.view.epoch
  }

  /// Goes to an instant, at which nothing need happen; it is given back, since the case may only stand behind it.
  private func goWithin(_ text: String) throws(ConsoleError) -> VirtualInstant {
    let place = try? Place(text)
    guard case .time(let offset)? = place else {
      throw ConsoleError(
        "'\(text)' is not a time such as 12 h or 23:59:59.999",
        suggestion: "with 'at', write the time and then the step: 'try at 12 h {kill: mail}'")
    }
    let epoch = session.view.epoch
    try go(to: .time(offset))
    return epoch + offset
  }

  /// A step of the case language, at the place of the present one.
  private func step(_ text: String) throws(ConsoleError) -> Step {
    var step: Step
    do throws(Diagnostic) {
      step = try fragment.step(text)
    } catch {
      throw ConsoleError(error.message, suggestion: error.suggestion)
    }
    let steps = session.conformanceCase.steps
    step.location = session.position.step.map { steps[$0].location } ?? original.location
    step.check?.location = step.location
    guard !steps.contains(where: { $0.check != nil && $0.check?.id == step.check?.id }) else {
      throw ConsoleError("the case has a check '\(step.check?.id ?? "")' already")
    }
    return step
  }

  /// Goes back to the case as it is written, before its first step.
  func discard() throws(ConsoleError) {
    guard !tried.isEmpty else { throw ConsoleError("nothing was tried") }
    let other = try asking { () throws(DebugProblem) in
      try DebugSession(original, options: session.options)
    }
    session.close()
    session = other
    tried = []
    choices = []
    showPosition()
  }

  /// Writes the case as a file of cases, reads it again, and compares.
  func save(_ path: String) throws(ConsoleError) {
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
      throw ConsoleError(
        path.isEmpty ? "'save' needs the name of a file" : "'\(path)' does not end in .yaml",
        suggestion: "write it like 'save lost-retry.yaml'")
    }
    guard !Path.exists(path) else {
      throw ConsoleError("\(path) already exists, and is not overwritten")
    }
    let mistake: Diagnostic?
    do throws(ConsoleError) {
      mistake = try writeCase(to: path)
    } catch {
      _ = FolderRemoval.remove(path)
      throw error
    }
    isSaved = true
    if let mistake {
      write(
        "\(mistake)\n\(path) is saved, but is no case yet: correct it at that line, then run it\n")
    } else {
      write("\(path): 'mamconform run \(path)' runs it\n")
    }
  }

  /// Writes the file.
  ///
  /// - Returns: what keeps it from being a case, such as a step for an app that was killed before; nil for nothing.
  private func writeCase(to path: String) throws(ConsoleError) -> Diagnostic? {
    let name = Path.name(of: path).split(separator: ".").dropLast().joined(separator: "-")
    let id = DebugConsole.identifier(name)
    guard let requirement = original.checks.first?.requirements.first else {
      throw ConsoleError(
        "a case without a check is none", suggestion: "try {expect: ..., check: ..., proves: [...]}"
      )
    }
    // A case without a world of its own shows what the place of the file gives.
    let base = try load(
      path,
      "suite: \(id)\narea: \(original.area)\ntitle: a world\ncases:\n"
        + "  - {id: world, title: a world, editions: [\(original.edition.rawValue)], "
        + "steps: [{none: {event: any}, check: world, proves: [\(requirement)]}]}\n")
    guard let world = base.cases.first?.world else {
      throw ConsoleError(
        "the case cannot be written: \(base.diagnostics.first.map { "\($0)" } ?? "")")
    }
    let item = session.conformanceCase
    let text = CaseWriter(item, contract).text(
      suite: id, id: "branch", title: "\(item.title) (from \(original.name))", over: world)
    let loaded = try load(path, text)
    if let error = loaded.diagnostics.first(where: { $0.severity == .error }) { return error }
    guard let again = loaded.cases.first else {
      throw ConsoleError("the case cannot be written: it does not hold in this edition")
    }
    guard again.doesTheSame(as: item) else {
      throw ConsoleError(
        "the case cannot be written so that it reads the same: \(DebugConsole.difference(item, again))"
      )
    }
    return nil
  }

  /// Writes a file of cases and reads it.
  private func load(_ path: String, _ text: String) throws(ConsoleError) -> LoadedSuites {
    do throws(SystemError) {
      try WholeFile.replace(path, with: Array(text.utf8))
    } catch {
      throw ConsoleError("cannot write \(path): \(error)")
    }
    return SuiteLoader.load(
      paths: [path], contract: contract, world: worldFile,
      profile: session.conformanceCase.profile)
  }

  private static func difference(_ one: ConformanceCase, _ other: ConformanceCase) -> String {
    if one.world != other.world { return "its world differs" }
    guard one.steps.count == other.steps.count else {
      return "it has \(other.steps.count) steps instead of \(one.steps.count)"
    }
    let index = one.steps.indices.first { index in
      one.steps[index].action != other.steps[index].action
        || one.steps[index].check?.demand != other.steps[index].check?.demand
    }
    return index.map { "step \($0 + 1) differs" } ?? "its checks differ"
  }

  /// A name as an ID: lower-case words and digits joined by hyphens.
  private static func identifier(_ name: String) -> String {
    let words = name.asciiLowercased().split { character in
      !character.isASCII || !(character.isLetter || character.isNumber)
    }
    return words.isEmpty ? "branch" : words.joined(separator: "-")
  }
}

extension CaseEnding {
  /// Why the case ended, in words.
  var text: String {
    switch self {
    case .problem(let problem): problem.message
    case .missing(let capability): "not offered: \(capability)"
    }
  }
}
