import Foundation

/// The loop of the step protocol around one app after the other.
public enum Adapter<App: HostedApp> {
  /// Serves until the app is closed, and exits: over the socket that two arguments or the variables MAMCONFORM_CONNECT and
  /// MAMCONFORM_TOKEN name, else over standard input and output.
  public static func main() -> Never {
    let variables = ProcessInfo.processInfo.environment
    let arguments = CommandLine.arguments.dropFirst()
    let address = arguments.first ?? variables["MAMCONFORM_CONNECT"] ?? ""
    let token = arguments.isEmpty ? variables["MAMCONFORM_TOKEN"] : arguments.dropFirst().first
    let channel = address.isEmpty ? Channel() : Channel(address: address, token: token ?? "")
    while serve(channel) {}
    exit(0)
  }

  /// Serves one app; true if another one may come.
  private static func serve(_ channel: Channel) -> Bool {
    let host = AppHost(channel: channel)
    var app: App?
    var isReused = false
    while true {
      let message = channel.next()
      let operation = message["op"]?.string ?? ""
      // The response has overtaken the word that it is held back.
      if operation == "held" { continue }
      let arguments = message["args"] ?? [:]
      if operation == "hello" {
        isReused =
          arguments["reuse"]?.bool == true && App.description.capabilities.contains("reuse")
      }
      var members: [String: JSONValue]
      do {
        try host.begin(message)
        members = try perform(operation, arguments, host, &app)
      } catch {
        let refusal =
          error as? Refusal ?? Refusal(code: "failed", message: String(describing: error))
        members = [
          "error": ["code": .string(refusal.code), "message": .string(refusal.message)]
        ]
      }
      host.reply(members)
      if operation == "stop" { return isReused }
    }
  }

  private static func perform(
    _ operation: String, _ arguments: JSONValue, _ host: AppHost, _ app: inout App?
  ) throws -> [String: JSONValue] {
    switch operation {
    case "hello":
      let own = App.description
      return [
        "result": [
          "protocol": 1, "adapter": .string(own.adapter), "version": .string(own.version),
          "sdk": .string(own.sdk), "capabilities": .array(own.capabilities.map(JSONValue.string)),
        ]
      ]
    case "stop": return [:]
    case "launch":
      host.answers = arguments["answers"]?.object ?? [:]
      let new = try App(host: host, arguments: arguments)
      app = new
      host.nextInstantOfApp = { [unowned new] in new.nextInstant }
      host.work()
      try new.launched()
      host.work()
      return [:]
    default: break
    }
    guard let app else {
      throw Refusal(code: "unsupported", message: "before launch, only hello is offered")
    }
    let result = try perform(operation, arguments, host, app)
    host.work()
    guard case .blocks(let call) = result else {
      if case .returned(let value) = result { return ["result": value] }
      return [:]
    }
    return call.result.map { ["result": $0] } ?? ["returned": false]
  }

  private static func perform(
    _ operation: String, _ arguments: JSONValue, _ host: AppHost, _ app: App
  ) throws -> CallResult {
    func text(_ name: String) throws -> String {
      guard let value = arguments[name]?.string else { throw Refusal.missing(name) }
      return value
    }
    switch operation {
    case "call": return try app.call(text("api"), arguments)
    case "wake":
      host.giveUpLateRequests()
      app.wake()
    case "resume": host.resume(try text("request"))
    case "lifecycle":
      let state = try text("to")
      if state != "suspended" { host.giveUpLateRequests() }
      try app.lifecycle(to: state)
    case "answers": host.answers.merge(arguments.object ?? [:]) { $1 }
    case "user":
      try app.user(
        kind: text("kind"), action: text("action"), identity: arguments["identity"]?.string)
    case "tokens": try app.tokens(text("do"), identity: text("identity"))
    default: return .returned(try app.perform(operation, arguments))
    }
    return .returned(.null)
  }
}
