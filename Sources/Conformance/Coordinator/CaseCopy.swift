internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import VirtualTime

/// What could be seen of a case at a point, kept for when the case has gone on, or is gone.
///
/// The records are not in it: they are the first ones of those at any later point. A copy is looked at by a ``CaseView``.
package final class CaseCopy: Sendable {
  /// How many records there are.
  let recordCount: Int
  let reachedCount: Int
  let skippedCount: Int
  let conformanceCase: ConformanceCase
  let options: RunOptions
  let epoch: VirtualInstant
  let now: VirtualInstant
  let lateness: VirtualDuration
  let apps: [AppView]
  let devices: [(name: String, managed: JSON, shift: VirtualDuration)]
  let wakes: [Deadline?]
  let releases: [Deadline?]
  let held: [HeldView]
  let isServiceRunning: Bool
  let serviceRows: [(table: String, key: String, value: JSON)]
  let exchanges: [ExchangeView]
  let storages: [ExactString: AppStorage]
  let deviceStorages: [ExactString: DeviceStorage]

  /// Keeps what can be seen at a point.
  ///
  /// What apps and the service have saved is looked at while every app is idle. Within a message to an app it is what it was
  /// before that, because how far a process of its own has come by then is a matter of chance.
  ///
  /// - Parameters:
  ///   - point: the point; nil for a record.
  ///   - before: what was kept at the point before this one; nil if nothing was.
  init(_ view: CaseView, at point: CasePoint?, after before: CaseCopy?) {
    let history = view.history
    (recordCount, reachedCount) = (history.records.count, history.reached.count)
    skippedCount = history.skipped.count
    (conformanceCase, options) = (view.conformanceCase, view.options)
    (epoch, now, lateness) = (view.epoch, view.now, view.lateness)
    (apps, devices) = (view.apps, view.devices)
    (wakes, releases, held) = (view.wakes, view.releases, view.held)
    isServiceRunning = view.isServiceRunning
    var storages = before?.storages ?? [:]
    var deviceStorages = before?.deviceStorages ?? [:]
    let changed = CaseCopy.changed(at: point, of: apps, isFirst: before == nil)
    for app in apps where changed.contains(ExactString(app.name)) {
      storages[app.name] = view.storage(of: app.name)
      deviceStorages[app.device] = view.storage(ofDevice: app.device)
    }
    (self.storages, self.deviceStorages) = (storages, deviceStorages)
    serviceRows = changed.isEmpty ? before?.serviceRows ?? [] : view.serviceRows
    exchanges = changed.isEmpty ? before?.exchanges ?? [] : view.exchanges
  }

  /// True if a history has come as far as this point, or farther.
  package func isBeginning(of history: History) -> Bool {
    history.records.count >= recordCount && history.reached.count >= reachedCount
      && history.skipped.count >= skippedCount
  }

  /// The apps that may have saved something since the point before.
  private static func changed(
    at point: CasePoint?, of apps: [AppView], isFirst: Bool
  ) -> Set<ExactString> {
    switch point {
    case .afterActivation(let app, _): isFirst ? apps.map(\.name).distinct : [ExactString(app)]
    case .begin, .afterStep, .end: apps.map(\.name).distinct
    case .beforeStep, .beforeActivation, .deadline, nil:
      isFirst ? apps.map(\.name).distinct : []
    }
  }
}
