package import CaseModel
internal import ExactText
package import JSONText
package import Participants
internal import ServiceProtocol
package import StepProtocol
package import VirtualTime

/// What can be seen of a case at the point at which it stands; looking changes nothing.
///
/// A view is valid as long as the watch that was given it has not returned.
package struct CaseView {
  let coordinator: Coordinator

  init(_ coordinator: Coordinator) { self.coordinator = coordinator }

  /// The case.
  package var conformanceCase: ConformanceCase { coordinator.conformanceCase }
  /// The instant at which the virtual clock started.
  package var epoch: VirtualInstant { coordinator.epoch }
  /// The present instant of virtual time.
  package var now: VirtualInstant { coordinator.now }
  /// Everything that has happened, in order, with the steps that were carried out.
  package var history: History { coordinator.history }
  /// What has happened, in order.
  package var records: [Record] { coordinator.history.records }
  /// How many records there are; cheaper to ask for than ``records``.
  package var recordCount: Int { coordinator.history.records.count }
  /// The record that was added last.
  package var lastRecord: Record? { coordinator.history.records.last }
  /// How late retries have been in all, within the run's tolerance.
  package var lateness: VirtualDuration { coordinator.lateness }
  /// The apps of the case, in the order of its world.
  package var apps: [AppView] { coordinator.apps.map(AppView.init) }
  /// The state of each device, by name: its management, and how far its own clock is ahead of virtual time.
  package var devices: [(name: String, managed: JSON, shift: VirtualDuration)] {
    coordinator.conformanceCase.world.devices.members.map { member in
      let device = coordinator.devices[ExactString(member.name)]
      return (
        member.name, device?.managed ?? [:], VirtualDuration(milliseconds: device?.shift ?? 0)
      )
    }
  }

  /// The deadlines that hold, earliest first, in the order in which they will be taken.
  package var deadlines: [Deadline] {
    let wakes = coordinator.apps.compactMap(\.deadline)
    return (wakes + coordinator.held.compactMap(\.deadline)).sorted()
  }

  /// The app to which a deadline belongs.
  package func owner(of deadline: Deadline) -> String {
    coordinator.apps.indices.contains(deadline.participant)
      ? coordinator.apps[deadline.participant].name : ""
  }

  /// The responses that the service holds back, in the order of their requests.
  package var held: [HeldView] {
    coordinator.held.map { response in
      HeldView(
        app: response.app.name, endpoint: response.record.endpoint, number: response.record.number,
        client: response.record.client, fields: response.record.fields,
        release: response.deadline?.instant, isAbandoned: response.isAbandoned,
        hasArrived: response.hasArrived)
    }
  }

  /// True if the service runs.
  package var isServiceRunning: Bool { coordinator.service.isRunning }

  /// What the service knows, a row each: its table, its key and its values; empty if it cannot be looked into.
  package var serviceRows: [(table: String, key: String, value: JSON)] {
    coordinator.service.stateRows
  }

  /// The answer to a GET of the service's administrator API, such as `/v1.0/users`; nil if there is none.
  package func administration(_ path: String) -> JSON? {
    let answer = try? coordinator.service.command(.admin(method: .get, path: path, body: .null))
    return answer?["body"]
  }

  /// The folders in which an app and its SDK save, and what they have saved there beside files; nil if the app has never
  /// been launched.
  package func storage(of app: String) -> AppStorage? {
    guard let app = coordinator.apps.first(where: { $0.name == app }), app.hasBeenLaunched else {
      return nil
    }
    let dataFolder = "\(coordinator.scratch.path)/\(app.device)/\(app.name)-\(app.installation)"
    let sharedFolder = "\(coordinator.scratch.path)/\(app.device)/shared"
    return AppStorage(
      dataFolder: dataFolder, sharedFolder: sharedFolder,
      saved: coordinator.participants.saved(dataFolder: dataFolder, sharedFolder: sharedFolder))
  }

  /// A person puts a debugger on an app's process, against which no real time counts from then on; that changes nothing of
  /// the case.
  ///
  /// - Returns: the process; nil if the app does not run in one of its own.
  package func expectDebugger(on app: String) -> Int32? {
    guard let app = coordinator.apps.first(where: { $0.name == app })?.participant else {
      return nil
    }
    return app.expectDebugger() ? app.processIdentifier : nil
  }

  /// What is found of the case as far as it has come; checks that were not reached are `inconclusive`.
  package func judged() -> CaseResult {
    Judge(coordinator.options).result(
      of: coordinator.conformanceCase, coordinator.history, ending: .interrupted)
  }

  /// What is found of a case that is over.
  ///
  /// - Parameter ending: why it ended before its last step; nil if it did not.
  package func judged(over ending: CaseEnding?) -> CaseResult {
    Judge(coordinator.options).result(
      of: coordinator.conformanceCase, coordinator.history, ending: ending?.end)
  }

  /// When each app wants to be woken, in the order of ``apps``; cheaper to ask for than those.
  package var wakes: [Deadline?] { coordinator.apps.map(\.deadline) }
  /// True if the app of that place in ``apps`` runs.
  package func isRunning(_ app: Int) -> Bool {
    coordinator.apps.indices.contains(app) && coordinator.apps[app].participant != nil
  }
  /// When the responses that are held back are released; nil for those that never are.
  package var releases: [Deadline?] { coordinator.held.map(\.deadline) }
}

/// Where an app saves.
package struct AppStorage {
  /// The folder of the installation; its files are in `files`, if the adapter is the simulated app.
  package let dataFolder: String
  /// The folder that the apps of the device share; files of app groups are in `groups`.
  package let sharedFolder: String
  /// What is saved beside files; nil if that cannot be seen.
  package let saved: SavedState?
}

/// An app at the point at which a case stands.
package struct AppView {
  /// Its name in the case.
  package let name: String
  /// The name of its device.
  package let device: String
  /// Its version.
  package let version: String
  /// True if it runs.
  package let isRunning: Bool
  /// The process that hosts it; 0 if it has none of its own, or does not run.
  package let process: Int32
  /// Whether it is in the foreground, in the background or suspended.
  package let lifecycle: LifecycleState
  /// What its adapter offers, in the order of the step protocol.
  package let capabilities: [Capability]
  /// When it wants to be woken; nil for never.
  package let deadline: Deadline?
  /// Calls that have not returned, in order: the number of their message, and the API.
  package let unfinishedCalls: [(sequence: Int, name: String)]
  /// Requests that it says are still open, by their client request IDs.
  package let open: [String]
  /// The place at which it is to be killed, in words; nil for none.
  package let armedKill: String?
  /// What it is launched with: settings, answers and delegates.
  package let settings: JSONObject
  /// Answers that are scripted for it.
  package let answers: JSONObject

  init(_ app: AppState) {
    name = app.name
    device = app.device
    version = app.appVersion
    isRunning = app.participant != nil
    process = app.participant?.processIdentifier ?? 0
    lifecycle = app.lifecycle
    capabilities = Capability.allCases.filter(app.capabilities.contains)
    deadline = app.deadline
    unfinishedCalls = app.unfinishedCalls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    open = app.open
    armedKill = app.armedKill?.text
    settings = app.settings
    answers = app.answers
  }
}

/// A response that the service holds back.
package struct HeldView {
  /// The app that has asked.
  package let app: String
  /// The operation.
  package let endpoint: String
  /// The service's number of the request.
  package let number: Int
  /// The client request ID.
  package let client: String
  /// What the record of the request says.
  package let fields: JSONObject
  /// When it is released; nil for never, and for one that waits for its suspended app.
  package let release: VirtualInstant?
  /// True once the client has stopped waiting for it.
  package let isAbandoned: Bool
  /// True if it came while the app was suspended.
  package let hasArrived: Bool
}
