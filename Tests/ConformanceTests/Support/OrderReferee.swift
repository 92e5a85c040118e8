import JSONText
import ServiceProtocol
import Participants
import StepProtocol
import VirtualTime

@testable import Conformance

/// Watches a scripted case from its apps and its service, and notes where an order rule is broken that the page
/// "Architecture" writes down under "Virtual time".
///
/// It has no heap and no deadlines: whenever something happens it looks at what every app has last asked for and at what
/// has become of every request, and says what must not have been left by then.
final class OrderReferee {
  /// A request whose response is held back.
  private struct Held {
    let number: Int
    let client: String
    let app: ScriptedApp
    /// When the response falls due; nil for never.
    let due: VirtualInstant?
    /// True if it came while the app was suspended.
    var hasArrived = false
    var isOver = false

    /// True if its app still waits for it.
    var isAwaited: Bool { app.isRunning && app.open.contains(client) }
  }

  /// The rules that were broken, in words.
  var broken: [String] = []
  private let item: ScriptedCase
  private let order: [String]
  private var held: [Held] = []
  /// Requests at which an app was killed.
  private var cuts: Set<Int> = []
  private var suspended: Set<String> = []
  private var (delivered, discarded) = (0, 0)
  /// The highest number of a held request before the activation that is under way, or was the last one.
  private var lastNumberBefore = 0

  init(of item: ScriptedCase, order: [String]) {
    self.item = item
    self.order = order
    item.apps.onMessage = { [unowned self] in look(at: $0, $1) }
    item.apps.onEnd = { [unowned self] in noteArrivals(for: $0, atItsEnd: true) }
    item.service.onRequest = { [unowned self] in add($0, $1) }
    item.service.onCommand = { [unowned self] in look(at: $0, $1) }
    item.onLastStep = { [unowned self] in expectNothingDue("at the end") }
  }

  private var now: VirtualInstant { item.coordinator.now }

  private func demand(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { broken.append("\(item.time): \(rule())") }
  }

  private func add(_ record: ServiceRecord, _ app: ScriptedApp) {
    switch record.hold {
    case nil: break
    case .killPoint: cuts.insert(record.number)
    case .never:
      held.append(Held(number: record.number, client: record.client, app: app, due: nil))
    case .delay(let milliseconds):
      let due = now + VirtualDuration(milliseconds: milliseconds)
      held.append(Held(number: record.number, client: record.client, app: app, due: due))
    }
  }

  // MARK: - What must not be left

  /// The responses that should have been dealt with by now: those of suspended apps wait.
  private var overdue: [Held] {
    held.filter { held in
      guard !held.isOver, !held.hasArrived, let due = held.due, due <= now else { return false }
      return !(held.isAwaited && suspended.contains(held.app.name))
    }
  }

  /// The apps that should have been woken by now.
  private var sleeping: [ScriptedApp] {
    item.apps.started.filter { app in
      guard app.isRunning, !suspended.contains(app.name), let alarm = app.alarm else {
        return false
      }
      return alarm <= now
    }
  }

  private func expectNothingDue(_ place: String) {
    for held in overdue { demand(false, "\(held.client) was due, but not dealt with \(place)") }
    for app in sleeping { demand(false, "\(app.name) was due, but not woken \(place)") }
  }

  /// The order of deadlines of one instant: by app, then in the order in which they were set.
  private func rank(_ held: Held) -> (VirtualInstant, Int, Int) {
    (held.due ?? now, order.firstIndex(of: held.app.name)!, held.number)
  }

  // MARK: - What happens

  private func look(at app: ScriptedApp, _ message: StepMessage) {
    demand(
      message.now == now && item.service.now == now, "\(app.name) and the service see another time")
    noteArrivals(for: app)
    lastNumberBefore = held.last?.number ?? 0
    switch message.operation {
    case .hello: suspended.remove(app.name)
    case .launch, .held: break
    case .wake: wake(app)
    case .resume: resume(app, message.arguments["request"]?.string ?? "")
    default:
      expectNothingDue("before a step begins")
      if message.operation == .lifecycle { turn(app, message.arguments["to"] == "suspended") }
    }
  }

  private func wake(_ app: ScriptedApp) {
    demand(app.alarm == now, "\(app.name) is woken, but did not ask for this instant")
    demand(!suspended.contains(app.name), "\(app.name) is woken, but suspended")
    for held in overdue {
      demand(false, "\(app.name) is woken before \(held.client) is dealt with")
    }
    let index = order.firstIndex(of: app.name)!
    for other in sleeping where other !== app {
      let isBehind = other.alarm == now && order.firstIndex(of: other.name)! > index
      demand(isBehind, "\(app.name) is woken before \(other.name)")
    }
  }

  private func resume(_ app: ScriptedApp, _ client: String) {
    delivered += 1
    guard let index = held.firstIndex(where: { $0.client == client && !$0.isOver }) else {
      return demand(false, "\(client) is delivered, but nobody waits for it")
    }
    let response = held[index]
    demand(response.app === app && response.isAwaited, "\(client) is delivered, but given up")
    demand(!suspended.contains(app.name), "\(client) is delivered to a suspended app")
    if response.hasArrived {
      let earlier = held.contains {
        $0.app === app && $0.hasArrived && !$0.isOver && $0.isAwaited && $0.number < response.number
      }
      demand(!earlier, "\(client) is delivered before one that was asked for earlier")
    } else {
      demand(response.due == now, "\(client) is delivered, but not due now")
      let isFirst = overdue.allSatisfy { rank($0) >= rank(response) }
      demand(isFirst, "\(client) is delivered out of order")
    }
    held[index].isOver = true
  }

  /// Suspends an app, or brings it back: what came meanwhile is there from now on.
  private func turn(_ app: ScriptedApp, _ isSuspended: Bool) {
    if isSuspended { suspended.insert(app.name) } else { suspended.remove(app.name) }
  }

  /// Notes which responses came while an app was suspended.
  ///
  /// One that falls due in the activation in which it was asked for comes after it, so not to an app that is killed in
  /// it: the kill is still armed then.
  private func noteArrivals(for app: ScriptedApp, atItsEnd: Bool = false) {
    guard suspended.contains(app.name) else { return }
    let isCutShort =
      atItsEnd && item.coordinator.apps.contains { $0.name == app.name && $0.armedKill != nil }
    for index in held.indices where held[index].app === app && held[index].isAwaited {
      if isCutShort, held[index].number > lastNumberBefore { continue }
      if let due = held[index].due, due <= now { held[index].hasArrived = true }
    }
  }

  private func look(at command: String, _ members: JSONObject) {
    let number = members["request"]?.int ?? 0
    let index = held.firstIndex { $0.number == number && !$0.isOver }
    switch command {
    case "release":
      demand(index.map { held[$0].isAwaited } ?? false, "\(number) is released to nobody")
      demand(item.service.now == now, "\(number) is released at another time")
    case "drop":
      if cuts.remove(number) != nil { return }
      guard let index else { return demand(false, "\(number) is dropped twice") }
      let response = held[index]
      demand(!response.isAwaited, "\(response.client) is dropped, but its app waits for it")
      if let due = response.due, !response.hasArrived {
        discarded += 1
        demand(due == now, "\(response.client) is discarded, but not due now")
      }
      held[index].isOver = true
    default: break
    }
  }

  /// Compares the history with what was seen, when the case is over.
  func close(after milliseconds: Int) {
    demand(item.time == milliseconds, "the case does not end where its steps lead")
    let records = item.coordinator.history.records
    demand(records.count { $0.kind == .delivered } == delivered, "deliveries are not as recorded")
    demand(records.count { $0.kind == .discarded } == discarded, "discards are not as recorded")
    for (one, next) in zip(records, records.dropFirst()) where next.time < one.time {
      demand(false, "time goes back at \(next.name)")
    }
  }
}
