internal import Contract
internal import ExactText
import JSONText
package import ReferenceSDK
package import StepProtocol
import Storage
import VirtualTime

/// An app process around the reference SDK: it does what the SDK tells it, and answers as scripted.
///
/// The host is driven by step messages, one at a time. It performs the SDK's actions in order and feeds
/// back how requests ended and what the delegates answered, until the SDK has nothing left to do.
///
///     let host = AppHost()
///     let reply = host.handle(message, transport: CurlTransport())
package final class AppHost: AppRules {
  /// The SDK in this process.
  var sdk: ManagementSDK
  var store: AppStore?
  var shared: SharedStore?
  var folders = AppFolders()
  var answers = ScriptedAnswers()
  /// The time of the message being handled.
  var now = VirtualInstant(milliseconds: 0)
  /// The reply being put together.
  var reply = StepReply(sequence: 0)
  /// How many requests of this activation have reached the network.
  private var sentCount = 0
  /// True once this activation has looked for changes of the keychain by other apps.
  private var hasSeenKeychain = false
  /// The files that the app has opened through the SDK, by their paths.
  var openFiles: [ExactString: OpenFile] = [:]
  /// True once this process has encrypted data.
  var hasEncryptedData = false
  /// Data that the app keeps by name.
  var buffers: [ExactString: KeptBuffer] = [:]
  /// What was opened of the data that the app keeps, by the names of the buffers.
  var openedBuffers: [ExactString: String] = [:]
  /// How many re-enrollments there were when the data was protected, by the names of the buffers.
  var reEnrollments: [ExactString: Int] = [:]
  /// What the app does by itself.
  var duties = AppDuties()
  /// The edition of its SDK.
  var edition = Edition.latest
  /// True if several users may work in the app.
  var isMultiIdentity = false
  /// The app's own settings.
  var settings: JSONObject = [:]
  /// True once this process has worked with files.
  var hasUsedFiles = false
  /// What this process has done with files.
  var fileTraces = FileTraces()
  /// Users whom the app wipes only after it has said that it is done.
  private var late: [String] = []
  /// What is left to do for the SDK.
  private var pending: [SDKAction] = []
  private var done = 0
  /// The calls that have not returned: the name of the API by the call's number.
  private var openCalls: [(number: Int, api: APIName)] = []
  /// The handlers that the app has kept for `complete`, oldest first.
  var kept: [DelegateQuestion] = []
  /// The version that `hello` and `mam-app --version` tell.
  package static let version = "1.0"

  /// Ends what would not end by itself; nil where the process can be ended from outside.
  private let activationGuard: (any ActivationGuard)?

  /// True once the host stands still in a callback, waiting to be killed.
  package private(set) var isHalted = false
  /// True if the coordinator may go on with another app in this process once this one is closed.
  package internal(set) var mayBeReused = false
  /// True once the app was closed in good order.
  package private(set) var isStopped = false
  /// Capabilities that are not offered although they are there.
  let missing: Set<Capability>
  /// Where the stores are, if not on disk.
  let memory: MemoryDisk?

  /// A process that has not been launched yet.
  ///
  /// - Parameters:
  ///   - variations: in what the app and its SDK differ from the contract's defaults.
  ///   - missing: capabilities that `hello` leaves out.
  ///   - memory: where the stores are; nil for the disk.
  ///   - trace: notified of every field of the behaviour that is read; nil for nobody.
  ///   - activationGuard: ends what would not end by itself; nil where the process can be ended from outside.
  package init(
    variations: Variations = Variations(), missing: Set<Capability> = [],
    memory: MemoryDisk? = nil, trace: BehaviourTrace? = nil,
    activationGuard: (any ActivationGuard)? = nil
  ) {
    self.missing = missing
    self.memory = memory
    self.activationGuard = activationGuard
    sdk = ManagementSDK(
      variations: variations, trace: trace, mostActions: activationGuard?.mostActions ?? .max)
  }

  /// What the app and its SDK decide.
  var behaviour: TracedBehaviour { sdk.behaviour }

  /// It works by the same rules as its parts.
  var host: AppHost { self }

  /// Handles one message and everything that follows from it at this instant.
  package func handle(_ message: StepMessage, transport: any Transport) -> StepReply {
    now = message.now
    reply = StepReply(sequence: message.sequence)
    sentCount = 0
    hasSeenKeychain = false
    do throws(HostError) {
      try perform(message, transport)
      if duties.hasActed { try callbacks.react(transport) }
    } catch {
      refuse(error.code, error.message)
    }
    if !isHalted {
      reply.next = sdk.next
      reply.open = sdk.open
    }
    return reply
  }

  /// Gives an input to the SDK and performs everything that follows from it.
  func feed(_ input: SDKInput, _ transport: any Transport) throws(HostError) {
    var isEndless = false
    do throws(StorageError) {
      // While this app is active no other one runs, so one look at each message is enough.
      if !hasSeenKeychain, let keychain = try shared?.changedKeychain() {
        pending += sdk.handle(.keychain(keychain), now: now)
      }
      hasSeenKeychain = true
      pending += sdk.handle(input, now: now)
      while done < pending.count, !isHalted {
        if let activationGuard,
          !activationGuard.mayGoOn(actions: pending.count, events: reply.events.count)
        {
          isEndless = true
          break
        }
        let action = pending[done]
        done += 1
        try perform(action, transport)
      }
    } catch {
      throw HostError(.failed, error.description)
    }
    pending.removeAll(keepingCapacity: true)
    done = 0
    do throws(StorageError) {
      while !late.isEmpty { try acts.wipe(late.removeFirst()) }
    } catch {
      throw HostError(.failed, error.description)
    }
    if isEndless { throw HostError(.failed, "the SDK does not come to an end") }
  }

  /// Has the SDK see what other apps have written to the keychain, before a call that its rules do not come to.
  func followKeychain(_ transport: any Transport) throws(HostError) {
    guard !hasSeenKeychain else { return }
    hasSeenKeychain = true
    let changed: Keychain?
    do throws(StorageError) {
      changed = try shared?.changedKeychain()
    } catch {
      throw HostError(.failed, error.description)
    }
    if let changed { try feed(.keychain(changed), transport) }
  }

  /// Performs one action of the SDK.
  private func perform(_ action: SDKAction, _ transport: any Transport) throws(StorageError) {
    switch action {
    case .save(let values): try store?.save(values)
    case .keychain(let item, let value): try shared?.save(item, value)
    case .send(let request):
      let before = transport.connectedCount
      let result = transport.perform(request)
      sentCount += transport.connectedCount - before
      if result == .killed { isHalted = true }
      ended(request.id, result)
    case .cancel(let request): transport.cancel(request)
    case .event(let event): show(StepEvent(event.name, event.fields))
    case .ask(let question): try ask(question)
    case .deleteFiles(let owner): try files.deleteFiles(of: owner)
    case .returned(let call, let result): returned(call, result)
    case .refused(let code, let message): refuse(code, message)
    }
  }

  /// Feeds back how a request ended; a response that is held back changes nothing.
  private func ended(_ request: String, _ result: TransportResult) {
    guard case .ended(let outcome) = result else { return }
    pending += sdk.handle(.response(request: request, outcome), now: now)
  }

  /// Waits on for a request whose response is on the wire now.
  func resume(_ request: String, _ transport: any Transport) throws(HostError) {
    guard sdk.open.contains(request) else { return }
    guard case .ended(let outcome) = transport.await(request) else { return }
    try feed(.response(request: request, outcome), transport)
  }

  // MARK: What the app sees

  /// Tells what the app saw; the host may have to stand still there.
  func show(_ event: StepEvent) {
    if duties.hasActed, let call = event.fields["call"]?.int, call < 0 {
      // The completion handler of a call that the app has made by itself.
      let result = event.fields["result"] ?? .null
      duties.ended.append(.init(call: call, end: .completed, result: result))
      return
    }
    if duties.hasActed { duties.noted.append(event) }
    var event = event
    if behaviour.app.identitiesShown == .inUpperCase { ShownIdentities.raise(&event) }
    if !behaviour.app.namesNullMembers {
      for member in event.fields.members where member.value.isNull {
        event.fields[member.name] = nil
      }
    }
    if behaviour.app.numbersEvents { event.fields.append("sent", .int(sentCount)) }
    reply.events.append(event)
    halt(in: event.name)
  }

  private func halt(in callback: String) {
    guard answers.haltIn == callback else { return }
    isHalted = true
    reply.halted = callback
  }

  /// Asks a delegate of the app, which answers as scripted.
  private func ask(_ question: DelegateQuestion) throws(StorageError) {
    var (fields, answer) = answers.answer(to: question)
    if duties.decisions.answers, !question.reportsAnswer {
      answer = callbacks.decision(on: question)
    }
    if var fields {
      let flag: JSON? = if case .flag(let value)? = answer { .bool(value) } else { nil }
      if question == .restartApplication {
        fields["thread"] = .string(behaviour.restart.questionThread.rawValue)
      }
      if answers.haltIn != question.method.rawValue, question.reportsAnswer {
        fields["answered"] = flag
      }
      show(StepEvent(question.method.event, fields))
    }
    if isHalted { return }
    if duties.decisions.answers { callbacks.tellAnswer(to: question, answer) }
    guard let answer else { return kept.append(question) }
    let leaver = leaver(question, answer)
    let isLate = leaver != nil && behaviour.duties.wipe == .afterwards
    if let leaver {
      if !isLate { try acts.wipe(leaver) }
      acts.did(.wipeReturned, leaver)
    }
    pending += sdk.handle(.answered(question, answer), now: now)
    if let leaver, isLate { late.append(leaver) }
  }

  /// The user of the app whom it has to wipe before it answers; nil for others, who are no more than an answer of the case.
  private func leaver(_ question: DelegateQuestion, _ answer: DelegateAnswer) -> String? {
    guard case .wipeDataForAccount(let identity, _, _) = question, answer == .flag(true),
      duties.hasActed, duties.has(identity)
    else { return nil }
    return identity
  }

  // MARK: Calls

  /// Notes a call that is about to be made.
  func opened(_ call: APICall) { openCalls.append((call.number, call.api)) }

  private func returned(_ number: Int, _ result: JSON) {
    guard let index = openCalls.firstIndex(where: { $0.number == number }) else { return }
    let call = openCalls.remove(at: index)
    if number < 0 {
      duties.ended.append(.init(call: number, end: .returned, result: result))
      return
    }
    var result =
      behaviour.app.identitiesShown == .inUpperCase
      ? ShownIdentities.raised(result, of: call.api.rawValue) : result
    // Authorities are listed as they are tried (AUTH-033).
    if !behaviour.app.listsAreAsKept, call.api != .aadAuthorityUrisForIdentity,
      case .array(let elements) = result
    {
      result = .array(elements.reversed())
    }
    if number == reply.sequence {
      reply.result = result
    } else {
      show(
        StepEvent(
          .callReturned,
          ["api": .string(call.api.rawValue), "call": .int(number), "result": result]))
    }
  }

  /// Says whether the call of this message still blocks.
  func noteWhetherCallBlocks() {
    reply.hasReturned = !openCalls.contains { $0.number == reply.sequence }
  }

  /// The app is closed in good order.
  func stop() { isStopped = true }

  private func refuse(_ code: StepFailure.Code, _ message: String) {
    openCalls.removeAll { $0.number == reply.sequence }
    reply.failure = StepFailure(code: code, message: message)
  }
}
