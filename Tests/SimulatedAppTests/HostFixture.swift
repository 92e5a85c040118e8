import Foundation
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import VirtualTime

@testable import SimulatedApp

/// A transport without a network: endpoints are answered as told, nil holds the response back.
final class ScriptedTransport: Transport {
  var answers: [Endpoint: (SDKRequest) -> TransportResult] = [:]
  var requests: [SDKRequest] = []
  var cancelled: [String] = []
  var connectedCount: Int { requests.count }

  func perform(_ request: SDKRequest) -> TransportResult {
    requests.append(request)
    return (answers[request.endpoint] ?? ScriptedTransport.success)(request)
  }

  func await(_ request: String) -> TransportResult {
    guard let request = requests.first(where: { $0.id == request }) else {
      return .ended(.unreachable)
    }
    return (answers[request.endpoint] ?? ScriptedTransport.success)(request)
  }

  func cancel(_ request: String) { cancelled.append(request) }

  static func success(_ request: SDKRequest) -> TransportResult {
    let body: JSON =
      switch request.endpoint {
      case .locate: ["enrollment": "http://enrollment", "policy": "http://policy"]
      case .token:
        ["access_token": "access", "refresh_token": "refresh", "expires_in": 86_400]
      case .enroll: ["enrollmentId": "e-1"]
      case .checkin: ["result": "policy", "version": "1", "policy": ["pinRequired": true]]
      default: [:]
      }
    return .ended(.response(status: 200, body: Array(body.text.utf8)))
  }
}

/// A host in a folder of its own, driven like a process.
final class HostFixture {
  let folder: String
  let transport = ScriptedTransport()
  var host: AppHost
  var sequence = 0
  var now = VirtualInstant.defaultEpoch
  var settings: JSON = ["AppGroupIdentifiers": ["group1"]]
  var last = StepReply(sequence: 0)

  init(defect: String? = nil) {
    folder = NSTemporaryDirectory() + "mam-" + UUID().uuidString
    let defects = defect.map { [Defect.named($0)!] } ?? []
    host = AppHost(variations: try! Variations(defects: defects))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Ends the process, as a kill would, and starts a new one.
  func relaunch(_ more: JSONObject = [:]) {
    host = AppHost()
    sequence = 0
    launch(more)
  }

  func launch(_ more: JSONObject = [:]) {
    send(.hello, ["protocol": 1])
    var arguments: JSONObject = [
      "app": "mail", "device": "phone", "bundleId": "com.contoso.mail", "appVersion": "1.0",
      "location": "http://location", "authority": "http://signin/common",
      "dataFolder": .string(folder + "/data"), "sharedFolder": .string(folder + "/shared"),
      "settings": settings, "delegates": ["enrollment": true, "policy": true],
    ]
    for member in more.members { arguments[member.name] = member.value }
    send(.launch, arguments)
  }

  /// Launches and enrolls Ana.
  static func enrolled(defect: String? = nil) -> HostFixture {
    let fixture = HostFixture(defect: defect)
    fixture.launch()
    fixture.send(.tokens, ["do": "signIn", "identity": "ana@contoso.com"])
    fixture.call("registerAndEnrollAccount", "ana@contoso.com")
    return fixture
  }

  @discardableResult
  func send(_ operation: StepOperation, _ arguments: JSONObject = [:]) -> StepReply {
    sequence += 1
    last = host.handle(
      StepMessage(sequence: sequence, now: now, operation: operation, arguments: arguments),
      transport: transport)
    return last
  }

  @discardableResult
  func call(_ api: String, _ identity: String? = nil, _ more: JSONObject = [:]) -> StepReply {
    var arguments = more
    arguments["api"] = .string(api)
    if let identity { arguments["identity"] = .string(identity) }
    return send(.call, arguments)
  }

  @discardableResult
  func file(_ verb: String, _ path: String, _ more: JSONObject = [:]) -> StepReply {
    var arguments = more
    arguments["do"] = .string(verb)
    arguments["path"] = .string(path)
    return send(.file, arguments)
  }
}
