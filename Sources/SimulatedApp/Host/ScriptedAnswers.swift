internal import ExactText
import JSONText
import ReferenceSDK
internal import StepProtocol

/// What the delegates of the app answer, as the case has scripted it.
struct ScriptedAnswers {
  /// One delegate method's script.
  enum Script: Equatable {
    case value(Int)
    /// The handler is kept until `complete`.
    case never
    case unimplemented
  }
  var restartApplication = Script.value(0)
  var wipeDataForAccount = Script.value(0)
  var identitySwitchRequired = Script.value(0)
  var addIdentity = Script.value(0)
  /// The callback in which the app stands still.
  var haltIn: String?
  var hooks = TestHooks()

  /// Takes over the members that are there.
  mutating func update(_ arguments: JSONObject) throws(HostError) {
    for member in arguments.members {
      guard let name = ScriptedAnswer.Name(rawValue: member.name) else { continue }
      switch name {
      case .restartApplication: restartApplication = try flag(member)
      case .wipeDataForAccount: wipeDataForAccount = try flag(member)
      case .identitySwitchRequired: identitySwitchRequired = try number(member, upTo: 3)
      case .addIdentity: addIdentity = try number(member, upTo: 1)
      case .conditionalLaunch:
        guard let text = member.value.string, let answer = ConditionalLaunchAnswer(rawValue: text)
        else { throw wrong(member, "\"pass\", \"cancel\", \"ask\" or \"fail\"") }
        hooks.conditionalLaunch = answer
      case .failToClear: hooks.failToClear = try boolean(member)
      case .internalError: hooks.internalError = try boolean(member)
      case .authLibrary:
        hooks.libraryError = member.value["error"]?.string != nil
        hooks.libraryVersion = member.value["version"]?.string
      case .haltIn: haltIn = member.value.string
      }
    }
  }

  /// The members of a delegate's event, nil if the method is not implemented; and its answer, nil if
  /// the handler is kept.
  func answer(to question: DelegateQuestion) -> (JSONObject?, DelegateAnswer?) {
    let script: Script
    var fields: JSONObject = [:]
    switch question {
    case .restartApplication: script = restartApplication
    case .wipeDataForAccount(let identity, _, let thread):
      script = wipeDataForAccount
      fields = ["identity": .string(identity), "thread": .string(thread)]
    case .addIdentity(let identity):
      script = addIdentity
      fields = ["identity": .string(identity)]
    case .identitySwitchRequired(let members):
      script = identitySwitchRequired
      fields = members
    }
    switch script {
    case .unimplemented: return (nil, .unimplemented)
    case .never: return (fields, nil)
    case .value(let value):
      // Methods answer with a boolean, handlers with a result of which 0 is success.
      return (fields, .flag(question.reportsAnswer ? value == 1 : value == 0))
    }
  }

  private func flag(_ member: JSONObject.Member) throws(HostError) -> Script {
    if member.value == "unimplemented" { return .unimplemented }
    guard let flag = member.value.bool else {
      throw wrong(member, "true, false or \"unimplemented\"")
    }
    return .value(flag ? 1 : 0)
  }

  private func number(_ member: JSONObject.Member, upTo limit: Int) throws(HostError) -> Script {
    if member.value == "unimplemented" { return .unimplemented }
    if member.value == "never" { return .never }
    guard let number = member.value.int, (0...limit).contains(number) else {
      throw wrong(member, "0 to \(limit), \"never\" or \"unimplemented\"")
    }
    return .value(number)
  }

  private func boolean(_ member: JSONObject.Member) throws(HostError) -> Bool {
    guard let flag = member.value.bool else { throw wrong(member, "true or false") }
    return flag
  }

  private func wrong(_ member: JSONObject.Member, _ expected: String) -> HostError {
    HostError(.badArguments, "\(member.name) must be \(expected)")
  }
}

extension DelegateQuestion {
  /// True for methods that return a value, which their event shows; false for those with a handler.
  var reportsAnswer: Bool {
    switch self {
    case .restartApplication, .wipeDataForAccount: true
    case .addIdentity, .identitySwitchRequired: false
    }
  }
}
