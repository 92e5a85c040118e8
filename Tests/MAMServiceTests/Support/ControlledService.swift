import Foundation
import JSONText
import Testing

/// `mamconform serve` as a process of its own with a virtual clock, steered by its control API.
final class ControlledService {
  private let process = Process()
  /// The ports of the ready line by the name of the URL; `control` is the one that serves everything.
  private(set) var ports: [String: Int] = [:]

  /// Starts a service with the shared world.
  init(_ arguments: [String] = [], in folder: URL) throws {
    let seed = folder.appending(path: "seed.json")
    try Data(world.text.utf8).write(to: seed)
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "mamconform")
    process.arguments =
      [
        "serve", "--port", "0", "--no-https", "--clock", "virtual", "--seed", seed.path,
        "--control-token", RawClient.controlToken,
      ] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = try JSON(
      parsing: String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
    for member in try #require(line["ready"]?.object).members {
      ports[member.name] = URL(string: member.value.string ?? "")?.port
    }
  }

  deinit { end() }

  /// Ends the service in good order, and returns its exit status.
  @discardableResult
  func end() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// How many descriptors the process has open.
  func descriptors() throws -> Int {
    let folder = "/proc/\(process.processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// A new connection to the port that serves everything.
  func connect() -> RawClient { RawClient(port: ports["control"] ?? 0) }

  /// Asks the control API on a connection of its own.
  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, headers: [String] = []
  ) -> (status: Int, body: JSON) {
    let client = connect()
    client.post("/_mam/" + path, body?.text ?? "", headers: headers, method: method)
    return ControlledService.answer(client.read())
  }

  /// The answer of the control API that a client sees; 0 for none.
  static func answer(_ seen: Seen) -> (status: Int, body: JSON) {
    guard case .response(let status, let text) = seen else { return (0, .null) }
    return (status, (try? JSON(parsing: text)) ?? .null)
  }

  /// Sends a request of an app and returns what it sees.
  func locate(_ client: RawClient? = nil, user: String = "ana@contoso.com") -> Seen {
    (client ?? connect()).exchange("/locate", ["identity": .string(user)])
  }
}
