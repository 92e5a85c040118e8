internal import CaseModel
internal import Conformance
internal import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Something that could happen next.
struct Choice: Equatable {
  /// What it is, in words.
  var text: String
  /// The step of the case language that makes it happen.
  var step: String

  /// What could happen next where a case stands: deadlines, kills, the life of apps, what users and administrators do, faults at
  /// the next request, jumps of a clock.
  static func all(at moment: Moment) -> [Choice] {
    let view = moment.view
    return deadlines(view) + lives(view) + users(view) + faults(view) + devices(view)
      + administration(view)
  }

  private static func deadlines(_ view: CaseView) -> [Choice] {
    // What is due now happens anyway.
    view.deadlines.filter { $0.instant > view.now }.prefix(4).map { deadline in
      let time = deadline.instant - view.epoch
      let what = deadline.kind == .wake ? "is woken" : "gets its response"
      return Choice(
        text: "time passes until \(view.owner(of: deadline)) \(what) at +\(time)",
        step: "{advance: {to: \"\(time)\"}}")
    }
  }

  private static func lives(_ view: CaseView) -> [Choice] {
    var choices: [Choice] = []
    for app in view.apps {
      let name = app.name
      guard app.isRunning else {
        choices.append(Choice(text: "\(name) is launched", step: "{launch: \(name)}"))
        continue
      }
      choices.append(Choice(text: "\(name) is killed now", step: "{kill: \(name)}"))
      choices.append(
        Choice(
          text: "\(name) is killed at its next request, before it takes effect",
          step: "{kill: {app: \(name), request: any, point: received}}"))
      choices.append(
        Choice(
          text: "\(name) is killed at its next request, before its response comes",
          step: "{kill: {app: \(name), request: any, point: applied}}"))
      choices.append(
        Choice(text: "\(name) is closed and launched again", step: "{relaunch: \(name)}"))
      for (state, verb) in [
        (LifecycleState.foreground, "foreground"), (.background, "background"),
        (.suspended, "suspend"),
      ] where state != app.lifecycle {
        choices.append(
          Choice(text: "\(name) goes to \(state.rawValue)", step: "{\(verb): \(name)}"))
      }
    }
    choices.append(
      Choice(text: "the service is killed and started again", step: "{service: restart}"))
    return choices
  }

  /// The names of the users of the case.
  private static func users(of view: CaseView) -> [String] {
    view.conformanceCase.world.directory["users"]?.object?.members.map(\.name) ?? []
  }

  private static func users(_ view: CaseView) -> [Choice] {
    var choices: [Choice] = []
    for app in view.apps where app.isRunning {
      for user in users(of: view).prefix(2) {
        choices.append(
          Choice(
            text: "\(user) signs in to \(app.name)",
            step: "{signIn: {app: \(app.name), identity: \(user)}}"))
        choices.append(
          Choice(
            text: "\(user)'s tokens are gone from \(app.name)",
            step: "{purgeTokens: {app: \(app.name), identity: \(user)}}"))
        for api in [APIName.registerAndEnrollAccount, .deRegisterAndUnenrollAccount] {
          choices.append(
            Choice(
              text: "\(app.name) calls \(api.rawValue) for \(user)",
              step: "{call: {app: \(app.name), api: \(api.rawValue), identity: \(user)}}"))
        }
      }
    }
    return choices
  }

  private static func faults(_ view: CaseView) -> [Choice] {
    let kinds = [
      ("is answered with 503", "kind: status, status: 503"), ("is reset", "kind: reset"),
      ("takes effect, and is not answered", "kind: unanswered"),
      ("is answered an hour late", "kind: delay, milliseconds: 3600000"),
    ]
    return [Endpoint.locate, .token, .enroll, .checkin, .unenroll].flatMap { endpoint in
      kinds.map { words, members in
        Choice(
          text: "the next request to \(endpoint.rawValue) \(words)",
          step: "{fault: {endpoint: \(endpoint.rawValue), \(members), times: 1}}")
      }
    }
  }

  private static func devices(_ view: CaseView) -> [Choice] {
    view.devices.flatMap { device in
      let last = view.records.last {
        $0.kind == .network && $0.fields["device"]?.string == device.name
      }
      return [
        Choice(
          text: "the clock of \(device.name) is put a day ahead",
          step: "{device: {device: \(device.name), wallClock: 24 h}}"),
        Choice(
          text: "the clock of \(device.name) is put three hours back",
          step: "{device: {device: \(device.name), wallClock: -3 h}}"),
        last?.name == "offline"
          ? Choice(text: "\(device.name) has the network again", step: "{online: \(device.name)}")
          : Choice(text: "\(device.name) loses the network", step: "{offline: \(device.name)}"),
      ]
    }
  }

  /// True if a tenant has MAM where the case stands: as an administrator has set it last, else as in the world.
  private static func isEnabled(_ tenant: JSONObject.Member, _ view: CaseView) -> Bool {
    let orders = view.records.lazy.filter {
      $0.kind == .admin && $0.fields["tenant"]?.string == tenant.name
    }
    return orders.compactMap { $0.fields["set"]?["enabled"]?.bool }.last
      ?? tenant.value["enabled"]?.bool ?? true
  }

  private static func administration(_ view: CaseView) -> [Choice] {
    var choices: [Choice] = []
    let directory = view.conformanceCase.world.directory
    for tenant in directory["tenants"]?.object?.members ?? [] {
      let isEnabled = !isEnabled(tenant, view)
      choices.append(
        Choice(
          text: "MAM is \(isEnabled ? "enabled" : "disabled") for \(tenant.name)",
          step: "{admin: {tenant: \(tenant.name), set: {enabled: \(isEnabled)}}}"))
    }
    for user in users(of: view).prefix(2) {
      for device in view.devices {
        choices.append(
          Choice(
            text: "an administrator wipes \(user)'s data on \(device.name)",
            step: "{admin: {wipe: \(user), device: \(device.name)}}"))
      }
      choices.append(
        Choice(
          text: "\(user) loses the licence",
          step: "{admin: {user: \(user), set: {licensed: false}}}"))
      for app in view.apps {
        choices.append(
          Choice(
            text: "the service forgets the enrollment of \(user) in \(app.name)",
            step: "{admin: {registration: \(user), app: \(app.name), set: gone}}"))
      }
    }
    for policy in directory["policies"]?.object?.members.map(\.name) ?? [] {
      choices.append(
        Choice(
          text: "the policy \(policy) is deleted",
          step: "{admin: {policy: \(policy), delete: true}}"))
    }
    return choices
  }
}
