package import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import Reporting
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Every decision of a case, in the order of its steps, those of its world last.
///
/// A step is left out without leaving out what is demanded there, and its window opens all the same. What cannot stay as
/// it is goes with it: without a kill the app runs on, so that its next launch goes too.
package struct DecisionList {
  private let item: ConformanceCase
  /// The app and the account of the first call that has one.
  private let firstAccount: Account?
  /// What was found, in order.
  private(set) package var decisions: [CaseDecision] = []

  /// The decisions of a case.
  package init(_ item: ConformanceCase) {
    self.item = item
    firstAccount = item.steps.lazy.compactMap { DecisionList.account($0.action) }.first
    var launched: Set<ExactString> = []
    for (index, step) in item.steps.enumerated() {
      guard let action = step.action else { continue }
      if case .launch(let app, _, let options) = action {
        if launched.contains(ExactString(app)) { addRestart(index, app) }
        launched.insert(ExactString(app))
        addAnswers(index, options)
      } else {
        add(index, action)
      }
    }
    addRepeated()
    decisions += WorldDecisions(item).decisions
  }

  // MARK: - Steps

  /// The kind of decision that an action is; nil for time, which is looked at apart (``DecisionSearch``).
  static func kind(_ action: Action) -> CaseDecision.Kind? {
    switch action {
    case .launch, .stop: .restart
    case .kill: .kill
    case .device: .device
    case .network: .network
    case .fault, .clearFaults: .fault
    case .service: .service
    case .admin: .administrator
    case .advance, .advanceTo: nil
    case .operation(_, let operation):
      switch operation {
      case .call: .call
      case .lifecycle: .lifecycle
      case .answers, .complete: .answer
      case .user, .act: .person
      case .tokens: .tokens
      case .file: .file
      case .openURL: .link
      }
    }
  }

  private mutating func add(_ index: Int, _ action: Action) {
    guard let kind = DecisionList.kind(action) else { return }
    var changes: [CaseChange] = []
    switch action {
    case .kill(let app, _), .stop(let app):
      changes.append(change("is left out, and the app runs on", withoutEnd(of: app, at: index)))
      if case .kill = action {
        changes.append(change("is a normal exit instead", endedInOrder(app, at: index)))
      }
    case .service(let service) where service != .restart:
      changes.append(change("is left out", withoutServiceChange(service, at: index)))
    default:
      changes.append(change("is left out", without(index)))
    }
    if let moved = movedBack(index) { changes.append(moved) }
    append(kind, index, action.text, changes)
  }

  private mutating func addRestart(_ index: Int, _ app: String) {
    guard let action = item.steps[index].action, case .launch(_, let mode, _) = action else {
      return
    }
    // The launch after a kill or an orderly end goes with that one.
    if mode == .launch { return }
    var changes = [change("is left out, and the app runs on", runsOn(app, at: index))]
    if let moved = movedBack(index) { changes.append(moved) }
    append(.restart, index, action.text, changes)
  }

  /// The answers and settings that a launch brings, one at a time.
  private mutating func addAnswers(_ index: Int, _ options: LaunchOptions) {
    guard let action = item.steps[index].action, case .launch(let app, let mode, _) = action
    else { return }
    func launching(_ options: LaunchOptions) -> [Step] {
      var steps = item.steps
      steps[index].action = .launch(app: app, mode: mode, options: options)
      return steps
    }
    for (place, answer) in options.answers.enumerated() {
      var changed = options
      changed.answers.remove(at: place)
      let text = JSON.object(JSONObject([answer])).text
      append(
        .answer, index, "launch \(app) with the answers \(text)",
        [change("is without them", launching(changed))])
    }
    if let state = options.state {
      var changed = options
      changed.state = nil
      append(
        .lifecycle, index, "launch \(app) in the \(state.rawValue)",
        [change("is in the foreground", launching(changed))])
    }
    if options.isExtension != nil {
      var changed = options
      changed.isExtension = nil
      append(
        .given, index, "launch \(app) as an extension",
        [change("is not one", launching(changed))])
    }
    if !options.settings.members.isEmpty {
      var changed = options
      changed.settings = AppSettings()
      append(
        .given, index, "launch \(app) with settings \(JSON.object(options.settings.members).text)",
        [change("is without them", launching(changed))])
    }
  }

  /// What is done several times may be enough each time: the later one is also left out together with those before it.
  private mutating func addRepeated() {
    for place in decisions.indices where DecisionList.canRepeat(decisions[place].kind) {
      let (kind, text) = (decisions[place].kind, ExactString(decisions[place].text))
      let same = decisions[...place].filter { $0.kind == kind && ExactString($0.text) == text }
      let indices = same.compactMap(\.step)
      guard indices.count > 1 else { continue }
      var repeated = change("is left out, and each time before", without(indices))
      repeated.isRepeated = true
      decisions[place].changes.append(repeated)
    }
  }

  /// Not what takes other steps with it if it is left out.
  private static func canRepeat(_ kind: CaseDecision.Kind) -> Bool {
    switch kind {
    case .kill, .restart, .service, .given, .instant: false
    default: true
    }
  }

  private mutating func append(
    _ kind: CaseDecision.Kind, _ index: Int, _ text: String, _ changes: [CaseChange]
  ) {
    var decision = CaseDecision(
      kind: kind, step: index, location: item.steps[index].location, text: text, changes: changes)
    if case .operation(_, .call(let call)) = item.steps[index].action {
      decision.isEnrollment =
        call.api == .registerAndEnrollAccount || call.api == .loginAndEnrollAccount
      decision.setsIdentity =
        call.api == .setUIPolicyIdentity || call.api == .setProcessIdentity
        || call.api == .setCurrentThreadIdentity
    }
    switch item.steps[index].action {
    case .operation(_, .user(_, .enter, _, _)): decision.isEntry = true
    case .operation(_, .lifecycle(.foreground)): decision.comesToFront = true
    default: break
    }
    if let first = firstAccount, let account = DecisionList.account(item.steps[index].action) {
      decision.isOfAnother = account != first
    }
    decision.isAside = item.steps[index].action.map(DecisionList.isAside) ?? false
    decisions.append(decision)
  }

  /// True if an action only looks at something, or only lets go on what waits.
  static func isAside(_ action: Action) -> Bool {
    switch action {
    case .clearFaults, .operation(_, .complete): true
    case .operation(_, .call(let call)): call.api == .resumeQueue || call.onlyAsks
    case .operation(_, .file(let request)):
      [.owner, .exists, .onDisk, .list, .read].contains(request.operation)
    default: false
    }
  }

  private func change(_ text: String, _ steps: [Step]) -> CaseChange {
    CaseChange(text: text, steps: steps, world: item.world)
  }

  private func without(_ index: Int) -> [Step] { without([index]) }

  private func without(_ indices: [Int]) -> [Step] {
    var steps = item.steps
    for index in indices {
      steps[index].action = nil
      // A call that is not made returns nothing that could be checked.
      if case .returns = steps[index].check?.demand { steps[index].check = nil }
    }
    return steps
  }

  /// The steps without a kill or an orderly end, and without the launch that follows.
  private func withoutEnd(of app: String, at index: Int) -> [Step] {
    var steps = without(index)
    let next = steps[index...].firstIndex { step in
      if case .launch(let name, _, _) = step.action { name == app } else { false }
    }
    if let next { steps[next].action = goingOn(steps[next].action) }
    return steps
  }

  private func runsOn(_ app: String, at index: Int) -> [Step] {
    var steps = item.steps
    steps[index].action = goingOn(steps[index].action)
    return steps
  }

  /// What is left of a launch if the app runs already: its answers and its state.
  private func goingOn(_ launch: Action?) -> Action? {
    guard case .launch(let app, let mode, let options) = launch else { return nil }
    if mode != .launch, mode != .relaunch { return nil }
    if !options.answers.isEmpty { return .operation(app: app, .answers(options.answers)) }
    if let state = options.state { return .operation(app: app, .lifecycle(state)) }
    return nil
  }

  private func endedInOrder(_ app: String, at index: Int) -> [Step] {
    var steps = item.steps
    steps[index].action = .stop(app: app)
    return steps
  }

  private func withoutServiceChange(_ change: ServiceAction, at index: Int) -> [Step] {
    var steps = without(index)
    guard change == .kill else { return steps }
    let start = steps[index...].firstIndex { $0.action == .service(.start) }
    if let start { steps[start].action = nil }
    return steps
  }

  /// The step before the time that has passed last, instead of after it.
  private func movedBack(_ index: Int) -> CaseChange? {
    let before = item.steps[..<index].lastIndex { DecisionList.isTime($0.action) }
    guard let before, item.steps[index].check == nil else { return nil }
    var steps = item.steps
    let moved = steps.remove(at: index)
    steps.insert(moved, at: before)
    return CaseChange(
      text: "comes before the time that passes at line \(item.steps[before].location.line)",
      isMove: true, steps: steps, world: item.world)
  }

  /// Whom a call is about, and in which app.
  private struct Account: Equatable {
    let app: ExactString
    let name: ExactString
  }

  private static func account(_ action: Action?) -> Account? {
    guard case .operation(let app, .call(let call)) = action else { return nil }
    for case .text(.identity, let name?) in call.arguments where !name.isEmpty {
      return Account(app: ExactString(app), name: ExactString(name.asciiLowercased()))
    }
    return nil
  }

  static func isTime(_ action: Action?) -> Bool {
    switch action {
    case .advance, .advanceTo: true
    default: false
    }
  }

  /// The app that an action concerns.
  static func app(of action: Action?) -> String? {
    switch action {
    case .launch(let app, _, _), .stop(let app), .kill(let app, _), .operation(let app, _): app
    default: nil
    }
  }
}

extension Action {
  /// What the step does, in words.
  package var words: String { text }
}
