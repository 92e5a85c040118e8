package import CaseModel
internal import ExactText
package import JSONText
internal import Participants
package import StepProtocol
package import VirtualTime

/// What can be seen of a case at a point; looking changes nothing.
///
/// The view of a case that stands at the point is valid as long as the watch that was given it has not returned. A copy
/// (`copy(at:after:)`) can be looked at whenever it is wanted.
package struct CaseView {
  private enum Source {
    case live(Coordinator)
    case kept(CaseCopy, History)
  }
  private let source: Source

  init(_ coordinator: Coordinator) { source = .live(coordinator) }

  /// Looks at a copy.
  ///
  /// - Parameter history: that of the same case at this point or at any later one.
  package init(_ copy: CaseCopy, in history: History) { source = .kept(copy, history) }

  /// Keeps what can be seen, for when the case has gone on.
  ///
  /// - Parameters:
  ///   - point: the point; nil for a record.
  ///   - before: what was kept at the point before this one, from which is taken what cannot have changed; nil if nothing
  ///     was.
  package func copy(at point: CasePoint?, after before: CaseCopy?) -> CaseCopy {
    CaseCopy(self, at: point, after: before)
  }

  private func look<Value>(
    _ live: (Coordinator) -> Value, _ kept: (CaseCopy) -> Value
  ) -> Value {
    switch source {
    case .live(let coordinator): live(coordinator)
    case .kept(let copy, _): kept(copy)
    }
  }

  /// The case.
  package var conformanceCase: ConformanceCase { look(\.conformanceCase, \.conformanceCase) }
  /// The instant at which the virtual clock started.
  package var epoch: VirtualInstant { look(\.epoch, \.epoch) }
  /// The present instant of virtual time.
  package var now: VirtualInstant { look(\.now, \.now) }
  var options: RunOptions { look(\.options, \.options) }

  /// Everything that has happened, in order, with the steps that were carried out.
  package var history: History {
    switch source {
    case .live(let coordinator): return coordinator.history
    case .kept(let copy, let whole):
      var history = History(epoch: copy.epoch)
      history.records = Array(whole.records.prefix(copy.recordCount))
      history.reached = Array(whole.reached.prefix(copy.reachedCount))
      history.skipped = Array(whole.skipped.prefix(copy.skippedCount))
      return history
    }
  }

  /// What has happened, in order.
  package var records: [Record] {
    switch source {
    case .live(let coordinator): coordinator.history.records
    case .kept(let copy, let whole): Array(whole.records.prefix(copy.recordCount))
    }
  }

  /// How many records there are; cheaper to ask for than ``records``.
  package var recordCount: Int { look({ $0.history.records.count }, \.recordCount) }

  /// The record that was added last.
  package var lastRecord: Record? {
    switch source {
    case .live(let coordinator): coordinator.history.records.last
    case .kept(let copy, let whole): whole.records.prefix(copy.recordCount).last
    }
  }

  /// How late retries have been in all, within the run's tolerance.
  package var lateness: VirtualDuration { look(\.lateness, \.lateness) }
  /// The apps of the case, in the order of its world.
  package var apps: [AppView] { look({ $0.apps.map(AppView.init) }, \.apps) }

  /// The state of each device, by name: its management, and how far its own clock is ahead of virtual time.
  package var devices: [(name: String, managed: JSON, shift: VirtualDuration)] {
    look({ $0.deviceStates }, \.devices)
  }

  /// The deadlines that hold, earliest first, in the order in which they will be taken.
  package var deadlines: [Deadline] { (wakes + releases).compactMap(\.self).sorted() }

  /// The app to which a deadline belongs.
  package func owner(of deadline: Deadline) -> String {
    let place = deadline.participant
    return look(
      { $0.apps.indices.contains(place) ? $0.apps[place].name : "" },
      { $0.apps.indices.contains(place) ? $0.apps[place].name : "" })
  }

  /// The responses that the service holds back, in the order of their requests.
  package var held: [HeldView] { look({ $0.held.map(HeldView.init) }, \.held) }
  /// True if the service runs.
  package var isServiceRunning: Bool { look(\.service.isRunning, \.isServiceRunning) }

  /// What the service knows, a row each: its table, its key and its values; empty if it cannot be looked into.
  package var serviceRows: [(table: String, key: String, value: JSON)] {
    look(\.service.stateRows, \.serviceRows)
  }

  /// The last requests of apps with the bodies of request and response, oldest first; empty unless the run keeps them.
  package var exchanges: [ExchangeView] { look(\.exchanges, \.exchanges) }

  /// What an app and its SDK have saved; nil if the app has never been launched.
  package func storage(of app: String) -> AppStorage? {
    look({ $0.storage(of: app) }, { $0.storages[app] })
  }

  /// What the apps of a device have saved together; nil if none of them has ever been launched.
  package func storage(ofDevice device: String) -> DeviceStorage? {
    look({ $0.storage(ofDevice: device) }, { $0.deviceStorages[device] })
  }

  /// A person puts a debugger on an app's process, against which no real time counts from then on; that changes nothing of
  /// the case.
  ///
  /// - Returns: the process; nil if the app does not run in one of its own, or if this is a copy.
  package func expectDebugger(on app: String) -> Int32? {
    guard case .live(let coordinator) = source,
      let app = coordinator.apps.first(where: { $0.name == app })?.participant
    else { return nil }
    return app.expectDebugger() ? app.processIdentifier : nil
  }

  /// What is found of the case as far as it has come; checks that were not reached are `inconclusive`.
  package func judged() -> CaseResult {
    Judge(options).result(of: conformanceCase, history, ending: .interrupted)
  }

  /// What is found of a case that is over.
  ///
  /// - Parameter ending: why it ended before its last step; nil if it did not.
  package func judged(over ending: CaseEnding?) -> CaseResult {
    Judge(options).result(of: conformanceCase, history, ending: ending?.end)
  }

  /// When each app wants to be woken, in the order of ``apps``; cheaper to ask for than those.
  package var wakes: [Deadline?] { look({ $0.apps.map(\.deadline) }, \.wakes) }

  /// True if the app of that place in ``apps`` runs.
  package func isRunning(_ app: Int) -> Bool {
    look(
      { $0.apps.indices.contains(app) && $0.apps[app].participant != nil },
      { $0.apps.indices.contains(app) && $0.apps[app].isRunning })
  }

  /// When the responses that are held back are released; nil for those that never are.
  package var releases: [Deadline?] { look({ $0.held.map(\.deadline) }, \.releases) }
}

/// An app at the point at which a case stands.
package struct AppView: Sendable {
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
