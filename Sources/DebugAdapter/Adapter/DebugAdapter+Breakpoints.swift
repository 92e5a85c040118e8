internal import CaseModel
internal import CaseYAML
internal import Debugger
internal import ExactText
internal import JSONText

/// Breakpoints on lines, on what goes wrong, and on state.
extension DebugAdapter {
  private func next() -> Int {
    lastBreakpoint += 1
    return lastBreakpoint
  }

  private func fragment() throws(RequestError) -> CaseFragment {
    guard let target else { throw RequestError("launch comes first") }
    return CaseFragment(of: target.conformanceCase, target.contract)
  }

  // MARK: - Lines

  /// Replaces the breakpoints of a file; each goes to the step of its line, or to the next one.
  func setBreakpoints(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    guard let path = arguments["source"]?["path"]?.string else {
      throw RequestError("setBreakpoints names no file; give source.path")
    }
    let fragment = try fragment()
    let source = CaseSource(try running().conformanceCase)
    var stops: [SourceStop] = []
    var states: [JSON] = []
    for wanted in arguments["breakpoints"]?.array ?? [] {
      let (stop, state) = sourceStop(wanted, path, source, fragment)
      if let stop { stops.append(stop) }
      states.append(state.json)
    }
    rules.lines[ExactString(CaseSource.source(path).path)] = stops
    return ["breakpoints": .array(states)]
  }

  private func sourceStop(
    _ wanted: JSON, _ path: String, _ source: CaseSource, _ fragment: CaseFragment
  ) -> (SourceStop?, BreakpointState) {
    var state = BreakpointState(id: next(), isVerified: false)
    let file = CaseSource.source(path)
    guard let asked = wanted["line"]?.int, let line = source.line(at: asked, of: path) else {
      state.message = "no step of this case is at this line or below it"
      return (nil, state)
    }
    do throws(RequestError) {
      var stop = SourceStop(id: state.id, steps: Set(source.steps(at: line, of: path)))
      stop.condition = try self.condition(wanted["condition"], fragment)
      stop.hitCondition = try DebugAdapter.hitCondition(wanted["hitCondition"])
      if let message = wanted["logMessage"]?.string, !message.isEmpty { stop.logMessage = message }
      state.isVerified = true
      state.source = file
      state.line = line
      if line != asked { state.message = "moved to the next step, at line \(line)" }
      return (stop, state)
    } catch {
      state.message = error.message
      return (nil, state)
    }
  }

  private func condition(
    _ text: JSON?, _ fragment: CaseFragment
  ) throws(RequestError) -> Expression? {
    guard let text = text?.string, !text.isEmpty else { return nil }
    let expression = try Expression(text, fragment)
    try expression.check(at: try running().moment)
    return expression
  }

  private static func hitCondition(_ text: JSON?) throws(RequestError) -> HitCondition? {
    guard let text = text?.string, !text.isEmpty else { return nil }
    return try HitCondition(text)
  }

  /// Where breakpoints can be between two lines.
  func breakpointLocations(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let source = CaseSource(try running().conformanceCase)
    let path = arguments["source"]?["path"]?.string ?? ""
    let first = arguments["line"]?.int ?? 1
    let last = arguments["endLine"]?.int ?? first
    let lines = source.lines(of: path).filter { $0 >= first && $0 <= last }
    return ["breakpoints": .array(lines.map { ["line": .int($0)] })]
  }

  /// Says what a log point says: the text, with the values of what stands in braces.
  ///
  /// On the thread of the case, while the session moves.
  func log(_ message: String, _ moment: Moment) {
    guard let fragment = try? fragment() else { return }
    var text = ""
    var rest = message[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let words = String(rest[rest.index(after: open)..<close])
      let value = (try? Expression(words, fragment)).flatMap { try? $0.value(at: moment) }
      text += value.map(VariableTable.summary) ?? "{\(words)}"
      rest = rest[rest.index(after: close)...]
    }
    say("\(text)\(rest)\n")
  }

  // MARK: - What goes wrong

  /// Replaces the filters that are on.
  func setExceptionBreakpoints(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let names = (arguments["filters"]?.array ?? []).compactMap(\.string)
    remove { if case .filter = $0 { true } else { false } }
    var states: [JSON] = []
    for name in names {
      let trigger: Breakpoint.Trigger? =
        switch name {
        case "check-failed": .checkFailed
        case "unexpected-exit": .breakdown
        case "fault-injected": .fault
        default: nil
        }
      var state = BreakpointState(id: next(), isVerified: trigger != nil)
      if let trigger { add(trigger, .filter(name), state.id) }
      if trigger == nil { state.message = "there is no filter \(name)" }
      states.append(state.json)
    }
    return ["breakpoints": .array(states)]
  }

  /// What has gone wrong where the session stands.
  func exceptionInfo() throws(RequestError) -> JSONObject {
    _ = try running()
    guard let filter = reason.filter else {
      throw RequestError("the case is not stopped at anything that has gone wrong")
    }
    return [
      "exceptionId": .string(filter), "description": .string(reason.text), "breakMode": "always",
    ]
  }

  // MARK: - State

  /// What can be watched of a variable, or of a path of the state.
  func dataBreakpointInfo(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let session = try running()
    let name = arguments["name"]?.string ?? ""
    var path: String? = name
    if let reference = arguments["variablesReference"]?.int, reference > 0 {
      path = variables.entry(reference)?.path.map { $0.isEmpty ? name : "\($0).\(name)" }
    }
    guard let path, CaseState.value(at: path, session.moment) != nil else {
      return [
        "dataId": .null, "description": .string("\(name) is not part of the state"),
      ]
    }
    return [
      "dataId": .string(path), "description": .string("\(path) changes"),
      "accessTypes": ["write"], "canPersist": true,
    ]
  }

  /// Replaces the breakpoints on state.
  func setDataBreakpoints(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let fragment = try fragment()
    remove { if case .data = $0 { true } else { false } }
    var states: [JSON] = []
    for wanted in arguments["breakpoints"]?.array ?? [] {
      var state = BreakpointState(id: next(), isVerified: false)
      do throws(RequestError) {
        guard let path = wanted["dataId"]?.string, !path.isEmpty else {
          throw RequestError("a breakpoint on state names no dataId")
        }
        try Expression.path(path).check(at: try running().moment)
        let condition = try self.condition(wanted["condition"], fragment)
        let hits = try DebugAdapter.hitCondition(wanted["hitCondition"])
        add(.state(path), .data(id: state.id, condition: condition, hitCondition: hits), state.id)
        state.isVerified = true
      } catch {
        state.message = error.message
      }
      states.append(state.json)
    }
    return ["breakpoints": .array(states)]
  }

  private func add(_ trigger: Breakpoint.Trigger, _ meaning: StopRules.Meaning, _ number: Int) {
    rules.others.breakpoints.append(Breakpoint(number, trigger))
    rules.meanings[number] = meaning
  }

  private func remove(_ isMeant: (StopRules.Meaning) -> Bool) {
    let numbers = rules.meanings.filter { isMeant($0.value) }.map(\.key)
    rules.others.breakpoints.removeAll { numbers.contains($0.number) }
    for number in numbers { rules.meanings[number] = nil }
  }
}
