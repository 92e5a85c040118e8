package import CaseModel
import Conformance
package import Contract
internal import ExactText
package import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime
internal import Wording

/// A case for people who decide whether it says what the contract says.
package enum CaseReport {
  /// The case with every step and check in words.
  package static func text(_ item: ConformanceCase, _ requirements: [String: Requirement]) -> String
  {
    var text = "\(item.name)\n  \(item.title)\n"
    text += "  area \(item.area), \(item.location.file):\(item.location.line), "
    text += "at most \(item.limit.inDays) of virtual time\n\n"
    var devices = item.world.devices.members.map { "device \($0.name): \($0.value.text)" }
    devices += item.world.apps.members.map { "app \($0.name): \($0.value.text)" }
    text += devices.map { "  given \($0)\n" }.joined()
    for (index, step) in item.steps.enumerated() {
      let number = String(index + 1)
      text += "\(String(repeating: " ", count: max(0, 3 - number.count)))\(number). "
      text += "\(step.action?.text ?? "look")\(step.name.map { ", called \($0)" } ?? "")\n"
      if let condition = step.condition { text += "     only if there was \(condition.text)\n" }
      if let exception = step.exception { text += "     unless there was \(exception.text)\n" }
      guard let check = step.check else { continue }
      text +=
        "     check \(check.id)\(check.isAdvisory ? " (advisory)" : ""): \(check.text)\n"
      for id in check.requirements {
        text += "       proves \(id) \(requirements[id]?.title ?? "")\n"
      }
    }
    return Excerpt.harmless(text)
  }

  /// The case as a value, with actions and demands in words.
  package static func document(_ item: ConformanceCase) -> JSONObject {
    let steps = item.steps.map { step -> JSON in
      var object: JSONObject = ["line": .int(step.location.line)]
      if let action = step.action { object["does"] = .string(action.text) }
      object["opensWindow"] = .bool(step.opensWindow)
      if let condition = step.condition { object["if"] = .string(condition.text) }
      if let exception = step.exception { object["unless"] = .string(exception.text) }
      if let check = step.check {
        if check.isAdvisory { object["advisory"] = true }
        object["check"] = .string(check.id)
        object["demands"] = .string(check.text)
        object["proves"] = .array(check.requirements.map(JSON.string))
      }
      return .object(object)
    }
    return [
      "name": .string(item.name), "title": .string(item.title), "area": .string(item.area),
      "edition": .string(item.edition.rawValue), "file": .string(item.location.file),
      "line": .int(item.location.line), "limitMilliseconds": .int(item.limit.milliseconds),
      "world": [
        "directory": .object(item.world.directory), "devices": .object(item.world.devices),
        "apps": .object(item.world.apps),
      ],
      "steps": .array(steps),
    ]
  }
}

extension Action {
  /// What the step does, in words.
  package var text: String {
    func with(_ object: JSONObject) -> String {
      object.isEmpty ? "" : " " + JSON.object(object).text
    }
    switch self {
    case .launch(let app, let mode, let options): return "\(mode.text) \(app)\(with(options.json))"
    case .stop(let app): return "stop \(app)"
    case .kill(let app, let point): return "kill \(app) \(point.text)"
    case .operation(let app, let operation):
      return "\(operation.name.rawValue) \(app)\(with(operation.arguments))"
    case .device(let name, let change): return "device \(name)\(with(change.json))"
    case .network(let device, let isOnline): return "\(isOnline ? "online" : "offline") \(device)"
    case .fault(let order): return "fault\(with(order.json))"
    case .clearFaults: return "clear faults"
    case .service(let action): return "service \(action.rawValue)"
    case .admin(let order): return "admin\(with(order.json))"
    case .advance(let duration): return "advance by \(duration)"
    case .advanceTo(let duration): return "advance to +\(duration)"
    }
  }
}

extension LaunchMode {
  /// The verb.
  var text: String {
    switch self {
    case .launch: "launch"
    case .launchUnlessRunning: "launch, unless it runs,"
    case .relaunch: "relaunch"
    case .upgrade: "upgrade"
    case .reinstall(let keepsKeychain):
      "reinstall (keychain \(keepsKeychain ? "kept" : "lost"))"
    }
  }
}

extension KillPoint {
  /// When it happens, in words.
  var text: String {
    switch self {
    case .idle: "now"
    case .request(let endpoint, let n, let point):
      "when its request \(n) to \(endpoint?.rawValue ?? "any endpoint") is "
        + (point == .applied ? "applied but not answered" : "received but not applied")
    case .callback(let callback): "inside the callback \(callback.rawValue)"
    }
  }
}
