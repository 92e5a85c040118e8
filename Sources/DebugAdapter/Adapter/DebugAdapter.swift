internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText
internal import Locking

/// Serves one client of the Debug Adapter Protocol: carries out its requests on a session, and tells it where that stands.
///
///     client -- ClientReader -- requests -- DebugAdapter -- DebugSession -- case
///
/// Requests are carried out one after the other. One thread reads them (`ClientReader`); it stops a session that is under way
/// if the next request is to stop it, or if the client has gone.
package final class DebugAdapter {
  let connection: ClientConnection
  private let find: TargetFinder
  let reader: ClientReader
  var target: DebugTarget?
  var session: DebugSession?
  var configuration: LaunchConfiguration?
  let rules = StopRules()
  var variables = VariableTable()
  /// The breakpoints were given numbers up to this one.
  var lastBreakpoint = 0
  /// Why the session stands where it does.
  var reason = StopRules.Reason(word: "entry", text: "")
  /// True once the client was told that it is over.
  private var isOver = false

  /// An adapter for a client.
  ///
  /// - Parameter find: finds the case that the client wants.
  package init(_ connection: ClientConnection, find: @escaping TargetFinder) {
    self.connection = connection
    self.find = find
    reader = ClientReader(connection)
  }

  /// Serves the client until it leaves or has gone; ends everything that was started for it.
  package func serve() {
    reader.start()
    while let item = reader.next() {
      switch item {
      case .request(let request):
        answer(request)
        if request.command == "disconnect" { return end() }
      case .fault(let text):
        tell("output", ["category": "important", "output": .string("\(text)\n")])
      }
    }
    end()
  }

  /// Ends the connection after ``serve()``, so that its descriptor may be closed: the thread that reads would otherwise go
  /// on with whatever is opened under the same number.
  package func endConnection() {
    connection.end()
    reader.waitForEnd()
  }

  private func end() {
    reader.end()
    session?.close()
    session = nil
  }

  func tell(_ event: String, _ body: JSONObject? = nil) { connection.send(.event(event, body)) }

  func say(_ text: String, category: String = "console") {
    tell("output", ["category": .string(category), "output": .string(text)])
  }

  // MARK: - Requests

  private func answer(_ request: ClientRequest) {
    do throws(RequestError) {
      let outcome = try carryOut(request)
      connection.send(.response(to: request, body: outcome.body))
      outcome.then()
    } catch {
      connection.send(.refusal(of: request, error))
    }
  }

  /// The body of a response, and what is done once it was sent.
  struct Outcome {
    var body: JSONObject?
    var then: () -> Void = {}
  }

  private func carryOut(_ request: ClientRequest) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    switch request.command {
    case "initialize": return Outcome(body: Capabilities.json)
    case "launch": return try launch(arguments)
    case "configurationDone": return try begin()
    case "disconnect": return Outcome()
    case "terminate": return Outcome(then: { self.terminate() })
    case "restart": return try restart()
    case "threads": return Outcome(body: try threads())
    case "stackTrace": return Outcome(body: try stackTrace(arguments))
    case "scopes": return Outcome(body: try scopes(arguments))
    case "variables": return Outcome(body: try variables(arguments))
    case "setVariable": return try setVariable(arguments)
    case "evaluate": return try evaluate(arguments)
    case "completions": return Outcome(body: try completions(arguments))
    case "exceptionInfo": return Outcome(body: try exceptionInfo())
    case "source": return Outcome(body: try source(arguments))
    case "loadedSources": return Outcome(body: try loadedSources())
    case "setBreakpoints": return Outcome(body: try setBreakpoints(arguments))
    case "breakpointLocations": return Outcome(body: try breakpointLocations(arguments))
    case "setExceptionBreakpoints": return Outcome(body: try setExceptionBreakpoints(arguments))
    case "dataBreakpointInfo": return Outcome(body: try dataBreakpointInfo(arguments))
    case "setDataBreakpoints": return Outcome(body: try setDataBreakpoints(arguments))
    case "gotoTargets": return Outcome(body: try gotoTargets(arguments))
    case "pause": return Outcome()
    default: return try move(request)
    }
  }

  // MARK: - The life of a session

  /// Finds the case; it begins once the client has set its breakpoints.
  private func launch(_ arguments: JSONObject) throws(RequestError) -> Outcome {
    guard target == nil else { throw RequestError("a case is debugged already; disconnect first") }
    let configuration = try LaunchConfiguration(arguments)
    let target = try find(configuration)
    do throws(DebugProblem) {
      session = try DebugSession(target.conformanceCase, options: target.options)
    } catch {
      throw RequestError(error.text)
    }
    self.target = target
    self.configuration = configuration
    rules.log = { [unowned self] message, moment in log(message, moment) }
    return Outcome(then: {
      self.say("debugging \(target.conformanceCase.name)\n")
      for member in configuration.unknownMembers {
        self.say("the launch configuration has the unknown member '\(member)', which is ignored\n")
      }
      self.tell("initialized")
    })
  }

  private func begin() throws(RequestError) -> Outcome {
    let session = try running()
    guard let configuration else { throw RequestError("launch comes first") }
    return Outcome(then: {
      self.rules.begin(at: session.moment)
      if configuration.stopsAtFailure {
        self.goToFailure()
      } else if configuration.stopsOnEntry {
        self.stand(.init(word: "entry", text: "before the first step"))
      } else {
        self.goOn()
      }
    })
  }

  private func restart() throws(RequestError) -> Outcome {
    _ = try running()
    return Outcome(then: {
      self.move(reason: "entry") { session throws(DebugProblem) in try session.go(to: 0) }
    })
  }

  /// Says what was found and that it is over.
  func terminate() {
    guard !isOver else { return }
    isOver = true
    let code = session.map { ExitCode.of([$0.result]) } ?? 0
    tell("exited", ["exitCode": .int(Int(code))])
    tell("terminated")
  }

  /// The session.
  ///
  /// - Throws: if there is none.
  func running() throws(RequestError) -> DebugSession {
    guard let session else {
      throw RequestError("nothing is debugged; launch a case first", word: "notStopped")
    }
    return session
  }

  /// Lets the session move; pausing reaches it meanwhile.
  func whileMoving(_ body: (DebugSession) throws(DebugProblem) -> Void) throws(DebugProblem) {
    guard let session else { return }
    reader.begin(session)
    defer {
      reader.end()
      session.forgetPause()
    }
    try body(session)
  }
}
