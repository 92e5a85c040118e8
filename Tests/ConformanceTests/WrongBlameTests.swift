import CaseModel
import Contract
import Foundation
import JSONText
import Participants
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Mistakes of an adapter that look like those of its SDK: each is an error, and blames nobody for a requirement.
@Suite(.serialized) struct WrongBlameTests {
  /// Demands an event that never comes.
  private let missing = Stage.step(
    nil, .count(RecordPattern(kind: .event, name: "policyRequest"), 1...1))
  private let call = Stage.step(.operation(app: "one", .call(AppCall(.policy))))

  @Test func `a callback in which the adapter does not stand still is its own mistake`() throws {
    let kill = Stage.step(.kill(app: "one", at: .callback(.enrollmentRequest)))
    let result = try #require(Stage.run([Stage.launch, kill, call, missing], ["ignores-halt"]))
    let problem = try #require(result.problem)
    #expect(problem.code == "ignored-halt")
    #expect(problem.participant == "one")
    #expect(
      problem.message.contains("asked to halt in enrollmentRequest (haltIn)"),
      "\(problem.message)")
    #expect(result.checks.map(\.verdict) == [.inconclusive])
  }

  @Test(arguments: [
    (nil, Verdict.fail), ("kill-in-one-addIdentity-1", .notApplicable),
  ])
  func `a kill that never comes is blamed on the SDK, but not at a point of a sweep`(
    point: String?, verdict: Verdict
  ) throws {
    let kill = Stage.step(.kill(app: "one", at: .callback(.addIdentity)))
    let again = Stage.step(.launch(app: "one", mode: .relaunch, options: .none))
    let parameters = point.map { [ConformanceCase.Parameter(axis: "sweep", value: $0)] } ?? []
    let result = try #require(
      Stage.run([Stage.launch, kill, call, again, missing], nil, parameters: parameters))
    #expect(result.problem == nil)
    #expect(result.checks.map(\.verdict) == [verdict])
    #expect(result.verdict == verdict)
    #expect(result.notes.count == 1)
  }

  @Test(arguments: [
    ("request-when-idle", Verdict.error), ("unasked", .error), ("damaged-folder", .error),
    ("disk-full", .error), ("watchdog", .fail), ("exited", .fail),
  ])
  func `a failed check stands unless what broke down took the ground from under it`(
    code: String, verdict: Verdict
  ) throws {
    var result = try #require(Stage.run([Stage.launch, missing], nil))
    #expect(result.checks.map(\.verdict) == [.fail])
    result.breakDown(Problem(code: code, participant: "one", message: "m"))
    #expect(result.checks.map(\.verdict) == [verdict])
    #expect(
      ExitCode.of([result]) == (verdict == .fail ? ExitCode.violated : ExitCode.inconclusive))
  }

  @Test(arguments: [["link"], ["removed"], ["remade"], ["device"], ["shared"], ["data"]])
  func `an adapter that misuses the folders of its case is told so`(how: [String]) throws {
    try Stage.inFolder { folder in
      let result = try #require(
        Stage.run([Stage.launch, missing], ["misuses-folders"] + how + [folder]))
      let problem = try #require(result.problem)
      #expect(problem.code == "damaged-folder")
      #expect(problem.message.contains("the SDK under test cannot be judged"))
      #expect(result.checks.map(\.verdict) == [.error])
      // What the link leads to is not the case's to remove.
      #expect(FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func `an app may empty its folder by making it again, and not leave it away`() throws {
    let again = Stage.step(.launch(app: "one", mode: .relaunch, options: .none))
    let emptied = try #require(
      Stage.run([Stage.launch, again, missing], ["misuses-folders", "emptied"]))
    #expect(emptied.problem == nil)
    #expect(emptied.checks.map(\.verdict) == [.fail])
    let removed = try #require(
      Stage.run([Stage.launch, again, missing], ["misuses-folders", "data"]))
    #expect(removed.problem?.code == "damaged-folder")
    #expect(removed.problem?.participant == "one")
  }

  @Test func `what an adapter has put into the next case's folder is not taken for that case's`()
    throws
  {
    try Stage.inFolder { folder in
      for how in [["next-case"], ["next-case-link", folder]] {
        let results = Stage.run(times: 2, [Stage.launch, missing], ["misuses-folders"] + how)
        #expect(results.map(\.problem?.code) == [nil, "damaged-folder"])
        let message = try #require(results.last?.problem?.message)
        #expect(message.contains("case-2 was there before mamconform made it"), "\(message)")
        #expect(results.last?.checks.map(\.verdict) == [.inconclusive])
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `nor what it has put into the folder of the app's next installation`() throws {
    let again = Stage.step(
      .launch(app: "one", mode: .reinstall(keepsKeychain: true), options: .none))
    let result = try #require(
      Stage.run([Stage.launch, again, missing], ["misuses-folders", "next-installation"]))
    #expect(result.problem?.code == "damaged-folder")
    #expect(result.problem?.message.contains("phone/one-2 was there before") == true)
  }

  @Test(arguments: ["state-removed", "state-emptied"])
  func `a service whose state an adapter has changed is not taken for the one it was`(
    how: String
  ) throws {
    let restart = Stage.step(.service(.restart))
    let result = try #require(
      Stage.run([Stage.launch, restart, missing], ["misuses-folders", how]))
    #expect(result.problem?.participant == "service")
    #expect(result.verdict == .error, "\(result)")
    let kept = try #require(
      Stage.run([Stage.launch, restart, restart, missing], ["odd-kinds", "none"]))
    #expect(kept.problem == nil, "\(String(describing: kept.problem))")
  }

  @Test func `capabilities that are no strings are not taken for none`() throws {
    let result = try #require(Stage.run([Stage.launch], ["odd-kinds", "capabilities"]))
    let problem = try #require(result.problem)
    #expect(problem.code == "malformed-reply")
    #expect(
      problem.message.hasSuffix("must be an array of strings, not [1,2]"), "\(problem.message)")
  }

  @Test func `the check of an adapter names a member of a wrong kind`() {
    var options = AdapterCheck.Options()
    options.watchdogMilliseconds = 5000
    let findings = AdapterCheck.run(
      command: Adapters.hostile("odd-kinds") + ["status"], options: options)
    let texts = findings.filter { $0.outcome == .fail }.map(\.explanation)
    #expect(
      texts.contains(
        "the member \"statusCode\" of the event enrollmentRequest must be an integer, not \"204\""),
      "\(texts)")
  }

  /// What is wrong with the fixture `odd-kinds`, in the words of the check and of a run.
  private static let mistakes = [
    ("capability", "the protocol has no capability \"windws\"; did you mean 'windows'?"),
    (
      "event", "the protocol has no event \"enrolmentRequest\"; did you mean 'enrollmentRequest'?"
    ),
    (
      "status",
      "the member \"statusCode\" of the event enrollmentRequest must be an integer, not \"204\""
    ),
    (
      "missing",
      "the member \"statusCode\" of the event enrollmentRequest is missing; it has \"status_code\""
    ),
    (
      "misspelled",
      "the member \"identty\" of the event unenrollRequest is none of the protocol; did you mean 'identity'?"
    ),
    (
      "word",
      "the member \"kind\" of the event dialog must be one of restart, policyAbsent, blocked, not \"restarts\"; "
        + "did you mean 'restart'?"
    ),
    (
      "return",
      "the member \"call\" of the event callReturned is 2, but no message with that seq was a call of this process"
    ),
    (
      "completion",
      "the member \"call\" of the event completion is 99, but no message with that seq was a call of this process"
    ),
  ]

  @Test(arguments: mistakes)
  func `a run names a mistake of the adapter once, and judges as before`(
    kind: String, text: String
  ) throws {
    let result = try #require(
      Stage.run([Stage.launch, call, call, missing], ["odd-kinds", kind]))
    #expect(result.notes == ["the adapter is wrong, and its SDK may be blamed: \(text)"])
    #expect(result.verdict == .fail)
    #expect(result.checks.map(\.verdict) == [.fail])
  }

  @Test(arguments: [
    ("nameless", "the result of hello has no string \"adapter\", which is required"),
    (
      "stop",
      "stop at the end of the case was answered with the error failed (no); its process is not used again"
    ),
    (
      "last",
      "the protocol has no event \"enrolmentRequest\"; did you mean 'enrollmentRequest'?"
    ),
  ])
  func `a run names a mistake in the first reply, and one in the last`(kind: String, text: String)
    throws
  {
    let result = try #require(Stage.run([Stage.launch, missing], ["odd-kinds", kind]))
    #expect(result.notes == ["the adapter is wrong, and its SDK may be blamed: \(text)"])
    #expect(result.problem == nil)
    #expect(result.checks.map(\.verdict) == [.fail])
  }

  @Test(arguments: mistakes)
  func `the check of an adapter says the same of a mistake as a run`(kind: String, text: String) {
    let findings = AdapterCheck.run(
      command: Adapters.hostile("odd-kinds") + [kind], options: AdapterCheck.Options())
    #expect(findings.contains { $0.outcome == .fail && $0.explanation == text }, "\(findings)")
  }

  @Test func `the check of an adapter fails where a run would end in an error`() {
    let text = "/data has been removed, so the SDK under test cannot be judged"
    let findings = AdapterCheck.run(
      command: Adapters.hostile("misuses-folders") + ["data"], options: AdapterCheck.Options())
    #expect(
      findings.contains { $0.outcome == .fail && $0.explanation.contains(text) }, "\(findings)")
  }

  @Test func `an event after more requests than there were is a mistake of the adapter`() throws {
    let result = try #require(Stage.run([Stage.launch, call, missing], ["odd-kinds", "sent"]))
    #expect(
      result.notes == [
        "the adapter is wrong, and its SDK may be blamed: the member \"sent\" of an event says 3 requests, but "
          + "the service got 0 in this activation"
      ])
  }

  @Test(arguments: [
    ("result", "the result of the call of policy must be an object or null, not \"none\""),
    ("member", "the member \"isPINRequired\" of the result of policy must be a boolean, not 1"),
  ])
  func `a result of a wrong kind is a mistake of the adapter`(kind: String, text: String) throws {
    let result = try #require(
      Stage.run([Stage.launch, call, call, missing], ["odd-kinds", kind]))
    #expect(result.notes == ["the adapter is wrong, and its SDK may be blamed: \(text)"])
  }

  @Test func `results that the protocol allows are no mistake, and others are`() {
    func isWrong(_ api: APIName, _ value: JSON) -> Bool {
      AdapterMistake.inResult(of: api, value) != nil
    }
    #expect(!isWrong(.isIdentityManaged, true))
    #expect(isWrong(.isIdentityManaged, 1))
    #expect(isWrong(.isIdentityManaged, nil))
    #expect(!isWrong(.enrolledAccount, nil))
    #expect(isWrong(.enrolledAccount, ["ana@contoso.com"]))
    #expect(!isWrong(.registeredAccounts, ["ana@contoso.com"]))
    #expect(isWrong(.registeredAccounts, [["identity": "ana@contoso.com"]]))
    #expect(!isWrong(.numberValueForKey, 2))
    #expect(!isWrong(.numberValueForKey, .double(2.5)))
    #expect(isWrong(.numberValueForKey, "2"))
    #expect(!isWrong(.protectionInfo, ["identity": nil]))
    #expect(isWrong(.protectionInfo, ["identity": 7]))
    #expect(AdapterMistake.inResult(of: FileOperation.exists, "yes") != nil)
    #expect(AdapterMistake.inResult(of: FileOperation.list, ["a.txt"]) == nil)
  }

  @Test func `an unknown API in an event is a mistake, with the one that was meant`() {
    let event = StepEvent(.callReturned, ["api": "deRegisterAndUnenrolAccount", "call": 3])
    #expect(
      AdapterMistake.first(in: event)?.text.hasSuffix(
        "did you mean 'deRegisterAndUnenrollAccount'?")
        == true)
  }

  @Test func `the number of requests cannot fall within an activation`() {
    func mistake(_ counts: [Int], requests: Int) -> String? {
      let events = counts.map { StepEvent(.appStarted, ["sent": .int($0)]) }
      return AdapterMistake.inCounts(of: events, requests: requests)?.text
    }
    #expect(mistake([0, 1, 1, 2], requests: 2) == nil)
    #expect(mistake([1, 0], requests: 2)?.contains("cannot fall") == true)
    #expect(mistake([0, 2], requests: 1)?.contains("the service got 1") == true)
  }

  @Test func `only a call can block, and nothing has happened by hello`() {
    func mistake(_ operation: StepOperation, _ change: (inout StepReply) -> Void) -> String? {
      var reply = StepReply(sequence: 1)
      change(&reply)
      return AdapterMistake.inReply(reply, to: operation)?.text
    }
    #expect(mistake(.call) { $0.hasReturned = false } == nil)
    #expect(mistake(.wake) { $0.next = .defaultEpoch } == nil)
    #expect(
      mistake(.stop) { $0.hasReturned = false }
        == "the reply to stop says \"returned\": false, but only a call can block")
    #expect(
      mistake(.hello) { $0.next = .defaultEpoch }
        == "the reply to hello has \"next\", but no app runs yet")
    #expect(
      mistake(.hello) { $0.events = [StepEvent(.appStarted, [:])] }
        == "the reply to hello has events, but no app runs yet")
  }

  @Test func `the result of a completion depends on its API`() {
    func mistake(_ api: APIName, _ result: JSON) -> String? {
      AdapterMistake.first(
        in: StepEvent(
          .completion,
          ["api": .string(api.rawValue), "call": 3, "result": result, "thread": "main"]))?.text
    }
    #expect(mistake(.setUIPolicyIdentity, 0) == nil)
    #expect(mistake(.sendDiagnosticInformation, true) == nil)
    #expect(
      mistake(.setUIPolicyIdentity, 9)
        == "the member \"result\" of the event completion must be an integer from 0 to 3, not 9")
    #expect(
      mistake(.sendDiagnosticInformation, 1)
        == "the member \"result\" of the event completion must be a boolean, not 1")
  }

  @Test func `capabilities that differ between processes are a mistake of the adapter`() throws {
    try Stage.inFolder { folder in
      let result = try #require(
        Stage.run(
          [Stage.launch, Stage.launch("two"), missing], ["odd-kinds", "changing", folder],
          apps: ["one", "two"]))
      #expect(
        result.notes == [
          "the adapter is wrong, and its SDK may be blamed: hello does not offer halt here, other than in an earlier "
            + "process of the case: what an adapter offers must be the same in all of them"
        ])
    }
  }

  @Test func `an adapter that keeps to the protocol has no note`() throws {
    let result = try #require(Stage.run([Stage.launch, call, missing], nil))
    #expect(result.notes == [])
  }

  @Test func `members that are null or unknown may be of any kind`() {
    let event = StepEvent(
      .policyRequest, ["identity": nil, "statusCode": 200, "vendor": [1], "didSucceed": true])
    func mistake(_ event: StepEvent) -> String? { AdapterMistake.first(in: event)?.text }
    #expect(mistake(event) == nil)
    #expect(
      mistake(StepEvent(.addIdentity, ["identity": 7]))?.hasSuffix("a string, not 7") == true)
    #expect(
      mistake(StepEvent(.appStarted, ["sent": -1]))?.hasSuffix("a non-negative integer, not -1")
        == true)
  }
}
