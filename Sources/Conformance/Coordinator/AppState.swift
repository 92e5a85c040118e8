internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

/// What the coordinator knows of one app of a case.
final class AppState {
  /// The app's name in the case.
  let name: String
  /// Its place in the order of the world, which breaks ties between deadlines.
  let index: Int
  /// The name of its device.
  let device: String
  let bundleIdentifier: String
  var appVersion: String
  /// Launch arguments that steps may add to.
  var settings: JSONObject
  var answers: JSONObject
  var delegates: JSONObject
  /// Users whose tokens are put into the cache at the first launch.
  let signedIn: [JSON]
  /// The folder of this installation.
  var dataFolder = ""
  /// The authentication libraries that the app links, with their versions.
  let libraries: JSONObject
  /// True if the case looks at telemetry.
  let isJudgedByTelemetry: Bool
  /// The running process; nil if the app does not run.
  var participant: (any AppParticipant)?
  var capabilities: Set<Capability> = []
  /// The `seq` of the last message to the running process.
  var sequence = 0
  /// When the app wants to run again; stale entries of the heap differ from it.
  var deadline: Deadline?
  var lifecycle = LifecycleState.foreground
  /// What the running activation is, for records of its results.
  var activationName = ""
  /// The operation of the last message.
  var activation: StepOperation = .hello
  /// Calls that have not returned yet: their `seq` and API.
  var unfinishedCalls: [Int: String] = [:]
  /// The `seq` of every call that the running process was told to make.
  var calls: Set<Int> = []
  /// The client request IDs of the running process.
  var clients: Set<ExactString> = []
  /// Client request IDs that the app says are still open.
  var open: [String] = []
  /// The cut point at which the app is to be killed.
  var armedKill: KillPoint?
  /// True if the app has run since the cut point was armed.
  var hasRunSinceArmed = false
  /// The operation of the step that is under way; nil in between.
  var operation: AppOperation?
  /// URLs and ports that the service gave it.
  var attachment: JSONObject?
  /// The number of its gate at the service; nil if that has none.
  var gate: Int?
  /// Counts installations: a reinstall gets an empty data folder.
  var installation = 1
  var hasBeenLaunched = false

  init(name: String, index: Int, specification: JSONObject) {
    self.name = name
    self.index = index
    device = specification["device"]?.string ?? "phone"
    bundleIdentifier = specification["bundleId"]?.string ?? "com.example.\(name)"
    appVersion = specification["appVersion"]?.string ?? "1.0"
    settings = specification["settings"]?.object ?? [:]
    answers = specification["answers"]?.object ?? [:]
    delegates = specification["delegates"]?.object ?? [:]
    signedIn = specification["signedIn"]?.array ?? []
    libraries = specification["libraries"]?.object ?? [:]
    isJudgedByTelemetry = specification["telemetry"]?.bool ?? false
  }

  /// `device/app`: how the service names the app's requests.
  var instance: String { "\(device)/\(name)" }

  /// Adds the options of a launching step to what the app is launched with from now on.
  func merge(_ options: LaunchOptions) {
    settings.merge(options.settings.members)
    answers.merge(JSONObject(options.answers))
    delegates.merge(JSONObject(options.delegates))
    if let version = options.appVersion { appVersion = version }
  }
}

extension JSONObject {
  /// Sets every member of another object.
  mutating func merge(_ other: JSONObject) {
    for member in other.members { self[member.name] = member.value }
  }
}
