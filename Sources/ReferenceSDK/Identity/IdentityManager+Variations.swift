internal import ExactText
internal import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of identities; by the contract each answers as its first line says.
extension IdentityManager {
  /// What a manager with other decisions than the contract's has to remember to make them.
  struct Memory: Sendable, Equatable {
    /// The window that was named first, if it is not the key window.
    var firstNamedWindow: String?
    /// The window that was named last, if it is not the key window.
    var lastWindow: String?
    /// The user who has left last, if policy demanded checks of that user.
    var formerUser: String?
    /// The user who was enrolled before, in this process.
    var former: String?
    /// Who has sent the first of the links behind which a link waits, by the URL of that link; null for nobody.
    var sendersBefore: [ExactString: JSON] = [:]
    /// The users to whom links have switched, in this process.
    var askedFor: Set<IdentityName> = []
    /// True once a switch of this process has passed its checks.
    var hasChecked = false
    /// True once checks of a switch of this process have begun.
    var hasBegunChecks = false
    /// True once the app was asked to switch for a link.
    var hasAskedForLink = false
    /// True once the app was told who is managed: what is set from then on is the app's own doing.
    var isUsed = false

    /// The name under which somebody has enrolled last.
    var lastName: IdentityName?
    /// The name before that one.
    var nameBefore: IdentityName?

    /// Who asks, where, and after whom.
    var circumstances = Circumstances()
    /// The checks of the first policy, if they stay those.
    var firstChecks: [ConditionalCheck]?
    /// The checks that policies of earlier users asked for.
    var checksOfLeavers: [ConditionalCheck] = []

    /// Remembers that a window was named.
    mutating func note(_ window: String) {
      let isOther = window != IdentityManager.keyWindow
      if firstNamedWindow == nil, isOther { firstNamedWindow = window }
      lastWindow = isOther ? window : nil
    }
  }

  // MARK: Users who come and go

  /// Nothing: an app with several identities starts under nobody.
  mutating func startWork(of primary: String?) {
    guard let primary, self.primary == nil, !memory.isUsed, rules.startIdentity == .enrolledUser
    else { return }
    process = primary
    windows[IdentityManager.keyWindow] = primary
    threads[IdentityManager.mainThread] = primary
  }

  /// Nothing is forgotten when another user than before is managed, or nobody.
  mutating func noteLeaver(before primary: String?) {
    memory.isUsed = true
    noteFirstUser(primary)
    guard let leaver = self.primary else { return }
    if !same(leaver, primary) {
      memory.checksOfLeavers += policy(for: leaver).conditionalLaunchChecks
    }
    if primary == nil, !policy(for: leaver).conditionalLaunchChecks.isEmpty {
      memory.formerUser = leaver
    }
    guard !same(leaver, primary) else { return }
    memory.former = leaver
    if !rules.screensOutliveUsers { windows = windows.filter { !same($0.value, leaver) } }
    if objectIDs[IdentityName(leaver)] != nil, !rules.objectIDsOutliveUsers {
      objectIDs[IdentityName(leaver)] = nil
    }
  }

  /// Nothing: a user who enrolls takes over no window or thread of a former user.
  mutating func handOver(to primary: String?) {
    guard isMultiIdentity, let primary, let former = memory.former, !same(former, primary),
      !rules.nextUsersTakeNothingOver
    else { return }
    windows = windows.mapValues { same($0, former) ? primary : $0 }
    threads = threads.mapValues { same($0, former) ? primary : $0 }
  }

  /// Nothing: what a multi-identity app has set as its process identity outlives a lost record.
  mutating func loseRecord() {
    if isMultiIdentity, !rules.lostRecordsLeaveProcesses { process = nil }
  }

  /// Nothing: policy restricts the managed user alone.
  var settingsOfOthers: JSONObject? {
    if primary == nil {
      return rules.restrictedUsers == .allBeforeEnrollment ? ["pinRequired": true] : nil
    }
    return settings != nil && rules.restrictedUsers == .all ? settings : nil
  }

  /// The user who was enrolled before, whose places are no other user's.
  var userBefore: String? { memory.former }

  // MARK: Names, threads and windows

  /// Nothing: every name of an object ID is remembered.
  mutating func forgetFirstName(of objectID: String, after name: IdentityName) {
    if memory.lastName != name {
      memory.nameBefore = memory.lastName
      memory.lastName = name
    }
    let others = objectIDs.filter { $0.value == objectID && $0.key != name }
    guard others.count > 1, !rules.everyNameOfAnObjectIDCounts else { return }
    for other in others.keys where other != memory.nameBefore { objectIDs[other] = nil }
  }

  /// True: names are compared by their object IDs also while nobody is enrolled.
  var objectIDsCount: Bool { primary != nil || rules.objectIDsNeedNoUser }

  /// An identity with every character that the app has given it.
  func kept(_ identity: String) -> String {
    // A plain name has no other characters to keep.
    guard !identity.utf8.allSatisfy(IdentityManager.isPlain) else { return identity }
    let plain = identity.filter { $0.isLetter || $0.isNumber || $0 == "." || $0 == "@" }
    return plain == identity || rules.keepsEveryCharacter ? identity : plain
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// True in the editions that know windows.
  var hasWindows: Bool { rules.knowsWindows || rules.windowsComeEarly }

  /// The window itself: each has an identity of its own.
  func windowThatCounts(_ window: String) -> String {
    if knownWindows.count > 2, window != IdentityManager.keyWindow,
      window != memory.firstNamedWindow, let firstNamedWindow = memory.firstNamedWindow,
      !rules.thirdWindowsAreApart
    {
      return firstNamedWindow
    }
    return window == IdentityManager.keyWindow || rules.windowsHaveOwnIdentities
      ? window : IdentityManager.keyWindow
  }

  /// The key window is meant by a call that names none.
  var unnamedWindow: String {
    guard let lastWindow = memory.lastWindow, rules.unnamedWindow == .lastNamed else {
      return IdentityManager.keyWindow
    }
    return lastWindow
  }

  /// False: nobody on the main thread comes before the window and the process.
  func isPassedOver(_ own: String, on thread: String) -> Bool {
    own.isEmpty && thread == IdentityManager.mainThread && !rules.nobodyComesFirstOnMainThread
  }

  /// False: the UI identity decides on the main thread alone.
  func uiIdentityDecidesEverywhere(_ window: String?) -> Bool {
    uiPolicyIdentity(window: window) != decidingProcess && !rules.uiIdentityStaysOnMainThread
  }

  /// The identity that is in effect on a thread, whatever the screen shows.
  func ownerOfFiles(_ identity: String?, on thread: String) -> String? {
    let screen = uiIdentity(thread: thread)
    guard (primary != nil && identity != primary) || screen != identity else { return identity }
    return switch rules.fileOwner {
    case .effectiveIdentity: identity
    case .uiIdentity: screen
    case .enrolledUser: primary ?? identity
    }
  }

  /// Nothing: setting the identity of a thread needs no checks.
  func checks(forThreadOf identity: String?) -> [IdentityAction] {
    guard isIdentityManaged(identity), !rules.threadIdentityNeedsNoChecks else { return [] }
    let subject = JSON.string(identity ?? "")
    return [
      .event(.conditionalLaunch, ["identity": subject, "check": "pin"]),
      .event(.prompt, ["kind": "pin", "identity": subject]),
    ]
  }

  // MARK: Switches

  /// False: the identity of a window can be set that was not named before.
  func losesSwitch(of window: String?) -> Bool {
    guard let window, !knownWindows.contains(ExactString(window)) else { return false }
    return !rules.newWindowsTakeSwitches
  }

  /// False: colleagues of a user who has left may be switched to.
  func isForbiddenAfterLeaver(_ target: String?) -> Bool {
    primary == nil && isColleague(target, of: memory.former) && !rules.colleaguesOfLeaversAreFree
  }

  /// Nothing: switches that wait go on when the user of the one in front leaves.
  mutating func dropWaitingOfLeaver() {
    if !waiting.isEmpty, !rules.switchesOutlastLeavers { waiting = [] }
  }

  /// Nothing: switches that wait behind one that the person cancels go on.
  mutating func dropWaitingAfterCancel() {
    if !waiting.isEmpty, !rules.waitingSwitchesGoOn { waiting = [] }
  }

  /// Nothing: what waits for a person or for the app goes on waiting in the background.
  mutating func leaveForeground() -> [IdentityAction] {
    if !asked.isEmpty, !rules.questionsOutlastTheBackground { return answerSwitch(accepted: true) }
    if let switched = running, switched.origin != .resume, !rules.backgroundPassesNoChecks {
      running = nil
      return finish(switched, .success) + proceed()
    }
    if running != nil, !rules.switchSurvivesBackground { running?.origin = .resume }
    return []
  }

  /// Nothing: a switch that waits for a person goes on waiting when a check-in ends.
  mutating func endCheckIn() {
    if running != nil, !rules.switchOutlastsCheckIns { running = nil }
  }

  /// The actions of a switch in their order: it ends once its checks are made.
  func inOrder(_ actions: [IdentityAction], of begun: IdentitySwitch) -> [IdentityAction] {
    guard case .call = begun.origin, !begun.checks.isEmpty, conditionalLaunch == .pass,
      rules.switchEnds == .beforeItsChecks
    else { return actions }
    return Array(actions.suffix(1) + actions.dropLast())
  }

  /// Nothing more changes than the identity of the window.
  mutating func noteEnd(of done: IdentitySwitch, _ result: SwitchResult) {
    if result == .failed, windows[done.window] == nil, !rules.failuresLeaveNothingBehind {
      windows[done.window] = slot("")
    }
    if result == .success {
      if !isMultiIdentity, process != done.target, !rules.processOutlastsSwitches {
        process = done.target
      }
      if isIdentityManaged(done.target) { memory.hasChecked = true }
    } else if done.window != IdentityManager.keyWindow, !rules.refusalsStayInTheirWindow {
      windows[IdentityManager.keyWindow] = nil
    }
  }

  /// The result that the handler is given: as the switch has ended.
  func told(_ result: SwitchResult) -> SwitchResult {
    switch result {
    case .failed: rules.resultOfFailedSwitch
    case .canceled: rules.resultOfCancelledSwitch
    case .notAllowed: rules.resultOfForbiddenSwitch
    case .success: result
    }
  }

  /// The handler is called once.
  var completionCount: Int {
    switch rules.completionCalls {
    case .once, .onceAndAnHourLater: 1
    case .twice: 2
    case .threeTimes: 3
    }
  }

  // MARK: Checks

  /// Nothing: only the managed user is checked.
  func checks(forUnmanaged identity: String?) -> [ConditionalCheck] {
    if let formerUser = memory.formerUser, primary == nil, same(identity, formerUser),
      !rules.checksEndWithTheEnrollment
    {
      return [.pin]
    }
    guard settings != nil, !rules.checksOnlyManagedUsers else { return [] }
    return policy(for: primary).conditionalLaunchChecks
  }

  /// False: checks are made at every switch of a process.
  var hasCheckedEnough: Bool { memory.hasChecked && !rules.checksAtEverySwitch }

  /// All checks that policy demands.
  func checksMade(of policy: PolicyObject) -> [ConditionalCheck] {
    switch rules.checksMade {
    case .askedForByPolicy: memory.firstChecks ?? withThoseOfLeavers(policy.conditionalLaunchChecks)
    case .first: Array(policy.conditionalLaunchChecks.prefix(1))
    case .allButSignIn: policy.conditionalLaunchChecks.filter { $0 != .credentials }
    case .allButCompliance: policy.conditionalLaunchChecks.filter { $0 != .compliance }
    case .none: []
    case .all: [.jailbreak, .compliance, .pin, .credentials]
    }
  }

  /// The checks as they are.
  private func withThoseOfLeavers(_ checks: [ConditionalCheck]) -> [ConditionalCheck] {
    let others = memory.checksOfLeavers.filter { !checks.contains($0) }
    return others.isEmpty || rules.checksAreOfOwnPolicy ? checks : checks + others
  }

  /// All of them, also at later switches of the process.
  mutating func checksMadeAgain(_ checks: [ConditionalCheck]) -> [ConditionalCheck] {
    var checks = checks
    if memory.hasBegunChecks, rules.checkedAgain == .pin { checks.removeAll { $0 != .pin } }
    memory.hasBegunChecks = memory.hasBegunChecks || !checks.isEmpty
    return checks
  }

  /// True: a switch does not go on before the person has answered.
  var waitsForThePerson: Bool { rules.switchEnds != .withoutThePerson }

  // MARK: Links and documents

  /// False: a request is handled whatever window it names, and whoever is asked something meanwhile.
  func loses(_ request: OpenRequest) -> Bool {
    if let window = request.window, !knownWindows.contains(ExactString(window)),
      !rules.newWindowsTakeLinks
    {
      return true
    }
    if running != nil,
      !(request.isDocument ? rules.documentsOutlastChecks : rules.linksOutlastChecks)
    {
      return true
    }
    return !asked.isEmpty && !rules.linksOutlastQuestions
  }

  /// False: an app in which nobody is enrolled takes every link.
  var leavesLinksUnhandled: Bool { primary == nil && !rules.unmanagedAppsTakeLinks }

  /// False: a document of an unmanaged sender needs a switch like a link.
  func goesWithoutSwitch(_ request: OpenRequest) -> Bool {
    request.isDocument && !rules.documentsNeedSwitches
  }

  /// True: every link that needs another identity asks the app for it.
  mutating func asksForLink() -> Bool {
    if memory.hasAskedForLink, !rules.laterLinksAsk { return false }
    memory.hasAskedForLink = true
    return true
  }

  /// False: the SDK switches for a link once the app has accepted.
  mutating func switchesUnasked(to target: String) -> Bool {
    let isRepeated = !memory.askedFor.insert(IdentityName(target)).inserted
    return rules.linkSwitch == .bySDKUnasked || isRepeated && !rules.asksForEveryLink
  }

  /// True: a document is asked about with its window, as a link is.
  func namesItsWindow(_ request: OpenRequest) -> Bool {
    if !asked.isEmpty, !rules.waitingLinksNameTheirWindow { return false }
    return !request.isDocument || rules.documentsNameTheirWindow
  }

  /// False: an import into a named window has the reason of other imports.
  func isTakenForLink(_ document: OpenRequest) -> Bool {
    document.window != nil && !rules.importsHaveOneReason
  }

  /// The identity that the app was asked for: once it has accepted, the SDK switches.
  func targetOnceAccepted(_ request: SwitchRequest) -> String? {
    rules.linkSwitch == .byAppOnceAccepted ? windows[request.window] : request.target
  }

  /// The sender, as the app's handler is told.
  func toldSender(of request: OpenRequest, active: String?, before: String?) -> String? {
    switch rules.toldSender {
    case .sender: request.sender
    case .active: active
    case .activeBefore: before ?? active
    case .nobody: nil
    }
  }

  /// Whether object IDs of both are known, which decide then (IDN-012).
  func haveObjectIDs(_ left: String?, _ right: String?) -> Bool {
    [left, right].allSatisfy { name in name.map { objectIDs[IdentityName($0)] != nil } ?? false }
  }

  /// Remembers nothing: the checks are those of the policy of the moment (IDN-026, POL-028).
  mutating func noteFirstPolicy() {
    guard memory.firstChecks == nil, settings != nil, !rules.checksFollowLaterPolicies else {
      return
    }
    memory.firstChecks = policy(for: primary).conditionalLaunchChecks
  }

  /// Nothing: a link that the app has refused changes no identity (IDN-034).
  mutating func noteRefused(_ request: SwitchRequest) {
    if !rules.refusedLinksChangeNothing { windows[request.window] = slot(request.target) }
  }
}
