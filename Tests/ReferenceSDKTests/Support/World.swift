import Contract
import JSONText
import ServiceProtocol
import StepProtocol
import VirtualTime

@testable import ReferenceSDK

/// The defect and the readings of these names, which have to be there and to go together.
func variations(_ defect: String?, _ readings: [String] = []) -> Variations {
  try! Variations(
    readings: readings.map { Reading.named($0)! }, defects: defect.map { [Defect.named($0)!] } ?? []
  )
}

/// The behaviour of the latest edition with a defect and readings.
func behaviour(
  _ defect: String?, _ readings: [String] = [], edition: Edition = .latest
) -> TracedBehaviour {
  let variations = variations(defect, readings)
  return TracedBehaviour(variations.behaviour(in: edition))
}

/// A host without I/O for the pure SDK: it keeps what is saved, answers requests as told, and notes
/// what happens and when.
struct World {
  /// What a request of an endpoint is answered; nil holds the response back.
  typealias Answer = (SDKRequest) -> HTTPOutcome?

  /// Something that happened.
  struct Note: Equatable, CustomStringConvertible {
    var at: VirtualDuration
    var what: String
    var description: String { "\(at) \(what)" }
  }

  static let start = VirtualInstant.defaultEpoch
  static let policy: JSON = ["pinRequired": true]

  var sdk: ManagementSDK
  var context = LaunchContext()
  var now = World.start
  var saved: [(name: String, value: JSON)] = []
  var keychain = Keychain()
  var notes: [Note] = []
  var events: [SDKEvent] = []
  var requests: [SDKRequest] = []
  var questions: [DelegateQuestion] = []
  var restart = DelegateAnswer.flag(true)
  var wipe = DelegateAnswer.flag(false)
  var addIdentity: DelegateAnswer? = .flag(true)
  var answers: [Endpoint: Answer] = [:]
  var deleted: [String?] = []
  var returned: [(call: Int, result: JSON)] = []
  var refusals: [String] = []
  var callCount = 0
  /// The process dies before the action of that number from now on.
  var dieBefore: Int?
  var isDead = false

  init(
    edition: Edition = .latest, defect: String? = nil, readings: [String] = [],
    trace: BehaviourTrace? = nil, settings: JSONObject = [:]
  ) {
    sdk = ManagementSDK(variations: variations(defect, readings), trace: trace)
    context.device = "phone"
    context.bundleId = "com.contoso.mail"
    context.edition = edition
    context.location = "http://location"
    context.authority = "http://signin/common"
    context.settings = settings
    context.delegates.enrollment = .all
    context.delegates.policy = .all
  }

  /// A world in which the app is launched and Ana signed in.
  static func launched(
    edition: Edition = .latest, defect: String? = nil, readings: [String] = [],
    settings: JSONObject = [:], signedIn: [String] = ["ana@contoso.com"]
  ) -> World {
    var world = World(edition: edition, defect: defect, readings: readings, settings: settings)
    for identity in signedIn { world.putRefreshToken(of: identity) }
    world.launch()
    return world
  }

  /// A world in which Ana has enrolled the app.
  static func enrolled(
    edition: Edition = .latest, defect: String? = nil, readings: [String] = [],
    settings: JSONObject = [:], signedIn: [String] = ["ana@contoso.com", "ben@contoso.com"]
  ) -> World {
    var world = launched(
      edition: edition, defect: defect, readings: readings, settings: settings, signedIn: signedIn)
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.forget()
    return world
  }

  // MARK: Driving

  mutating func launch() {
    feed(.hooks(TestHooks()))
    feed(.launch(context, saved: saved, keychain: keychain))
  }

  /// Ends the process and starts a new one over the same data.
  mutating func relaunch() {
    sdk = ManagementSDK(variations: sdk.variations, trace: sdk.behaviour.trace)
    isDead = false
    dieBefore = nil
    launch()
  }

  mutating func call(_ api: APIName, _ identity: String? = nil, _ more: JSONObject = [:]) {
    callCount += 1
    var arguments = more
    if let identity { arguments["identity"] = .string(identity) }
    feed(.call(APICall(number: callCount, api: api, arguments: arguments)))
  }

  /// What a call returns at once.
  mutating func value(_ api: APIName, _ identity: String? = nil, _ more: JSONObject = [:]) -> JSON?
  {
    call(api, identity, more)
    return returned.last { $0.call == callCount }?.result
  }

  /// Lets time pass, waking the SDK whenever it wants to run.
  mutating func advance(_ duration: VirtualDuration) {
    let end = now + duration
    var wakes = 0
    while let next = sdk.next, next <= end, wakes < 10_000 {
      wakes += 1
      now = max(now, next)
      feed(.wake)
    }
    now = end
  }

  /// Answers an open request.
  mutating func respond(to request: String, _ outcome: HTTPOutcome) {
    feed(.response(request: request, outcome))
  }

  mutating func feed(_ input: SDKInput) {
    var actions = sdk.handle(input, now: now)[...]
    var count = 0
    // With some defects two accounts take the place of one another without end.
    while count < 2_000, let action = actions.popFirst() {
      count += 1
      if let count = dieBefore {
        if count == 0 {
          isDead = true
          return
        }
        dieBefore = count - 1
      }
      actions += perform(action)
    }
  }

  private mutating func perform(_ action: SDKAction) -> [SDKAction] {
    switch action {
    case .save(let values):
      for change in values {
        saved.removeAll { $0.name == change.name }
        if let value = change.value { saved.append((change.name, value)) }
      }
    case .keychain(let item, let value): keychain[item] = value
    case .send(let request):
      requests.append(request)
      note(request.endpoint.rawValue)
      if let outcome = (answers[request.endpoint] ?? World.answer)(request) {
        return sdk.handle(.response(request: request.id, outcome), now: now)
      }
    case .cancel(let request): note("cancel \(request)")
    case .event(let event):
      events.append(event)
      note(event)
    case .ask(let question):
      note(question.method.rawValue)
      questions.append(question)
      let answer: DelegateAnswer? =
        switch question {
        case .restartApplication: restart
        case .wipeDataForAccount: wipe
        case .addIdentity, .identitySwitchRequired: addIdentity
        }
      if let answer { return sdk.handle(.answered(question, answer), now: now) }
    case .deleteFiles(let owner):
      deleted.append(owner)
      note("delete files")
    case .returned(let call, let result):
      returned.append((call, result))
      note("return")
    case .refused(_, let message): refusals.append(message)
    }
    return []
  }

  // MARK: Looking

  private mutating func note(_ what: String) {
    notes.append(Note(at: now - World.start, what: what))
  }

  private mutating func note(_ event: SDKEvent) {
    if let code = event.fields["statusCode"]?.int {
      note("\(event.name.rawValue) \(event.fields["identity"]?.string ?? "nil") \(code)")
    } else if event.name == .dialog || event.name == .prompt {
      note("\(event.name.rawValue) \(event.fields["kind"]?.string ?? "")")
    } else {
      note(event.name.rawValue)
    }
  }

  /// Forgets what happened so far.
  mutating func forget() {
    notes = []
    events = []
    requests = []
    deleted = []
    returned = []
  }

  /// What happened, without times.
  var story: [String] { notes.map(\.what) }
  /// When something happened.
  func times(of what: String) -> [VirtualDuration] {
    notes.filter { $0.what == what }.map(\.at)
  }

  // MARK: The service

  /// A service where everything succeeds.
  static func answer(_ request: SDKRequest) -> HTTPOutcome? {
    switch request.endpoint {
    case .locate:
      ok(["enrollment": "http://enrollment", "policy": "http://policy", "tenant": "contoso"])
    case .token:
      ok([
        "token_type": "Bearer", "access_token": "access", "refresh_token": "refresh",
        "expires_in": 86_400,
      ])
    case .enroll: ok(["enrollmentId": .string("e-" + request.id), "objectId": "o"])
    case .checkin:
      request.json["policyVersion"]?.string == "1"
        ? ok(["result": "unchanged"])
        : ok(["result": "policy", "version": "1", "policy": policy, "configuration": []])
    default: ok([:])
    }
  }

  static func ok(_ body: JSON) -> HTTPOutcome {
    .response(status: 200, body: Array(body.text.utf8))
  }

  static func error(_ status: Int, _ code: String) -> HTTPOutcome {
    let body: JSON = ["error": ["code": .string(code), "message": "no"]]
    return .response(status: status, body: Array(body.text.utf8))
  }

  /// Puts a refresh token into the cache, as a sign-in of the app would.
  mutating func putRefreshToken(
    of identity: String, authority: String = TokenRules.defaultAuthority
  ) {
    let entry = TokenEntry(identity: identity, authority: authority, refreshToken: "refresh")
    let item = KeychainItem(
      group: context.appIdentifierPrefix + "com.microsoft.adalcache",
      account: identity.lowercased() + " " + authority)
    keychain[item] = entry.json
  }
}

extension SDKRequest {
  /// The body as JSON; null if it is none.
  var json: JSON { (try? JSON(parsing: body.bytes[...])) ?? .null }
  /// The body as text.
  var text: String { String(decoding: body.bytes, as: UTF8.self) }
}
