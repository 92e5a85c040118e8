import CaseModel
import CaseYAML
import Conformance
import Contract
import Foundation
import Glibc
import JSONText
import Testing

@testable import DebugAdapter

/// A client that a test has written down: sends requests, waits for answers and events, and holds every message of either side
/// to the public schema, if the machine has it.
final class DebugClient {
  /// What was received and not waited for yet.
  private var waiting: [JSON] = []
  private let connection: ClientConnection
  private let socket: Int32
  /// The socket, for tests that end it halfway.
  var descriptor: Int32 { socket }
  private var sequence = 0
  private let schema = try? ProtocolSchema()
  /// What the schema says of the messages so far.
  private(set) var complaints: [String] = []
  /// Every message that was received.
  private(set) var received: [JSON] = []
  /// The output of the adapter.
  var output: String {
    received.filter { $0["event"]?.string == "output" }
      .compactMap { $0["body"]?["output"]?.string }.joined()
  }

  struct Missing: Error, CustomStringConvertible { var description: String }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let contract = ContractLoader.load(folder: root.appending(path: "suites/contract").path)
    .contract
  static let cases =
    SuiteLoader.load(
      paths: [root.appending(path: "suites").path], contract: contract
    ).cases + long
  /// Cases of the benchmark, which take their time.
  private static let long = SuiteLoader.load(
    paths: [root.appending(path: "ci/bench-suites/bench.yaml").path], contract: contract
  ).cases
  /// Where the programs of this build are: beside the test bundle.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// Finds cases of the suites, in process.
  static func find(_ configuration: LaunchConfiguration) throws(RequestError) -> DebugTarget {
    guard let item = cases.first(where: { $0.name == configuration.caseName }) else {
      throw RequestError("no case matches '\(configuration.caseName ?? "")'")
    }
    var options = RunOptions(
      adapter: [], serviceProgram: "",
      scratchFolder: FileManager.default.temporaryDirectory
        .appending(path: "mamconform-dap-\(UUID().uuidString)").path)
    if let adapter = configuration.adapter {
      options.adapter = adapter
      options.serviceProgram = programs.appending(path: "mamconform").path
    } else {
      options.isInProcess = true
    }
    options.inProcessDefects = configuration.defects
    return DebugTarget(item, options: options, contract: contract)
  }

  /// A client at a socket.
  init(socket: Int32) {
    self.socket = socket
    // Whoever has vanished is written to.
    signal(SIGPIPE, SIG_IGN)
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    connection = ClientConnection(input: socket, output: socket)
  }

  /// A client of an adapter that serves it alone, on a thread of its own.
  convenience init() {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    let other = ends[1]
    Thread.detachNewThread {
      AdapterServer(find: DebugClient.find).serve(input: other, output: other)
      close(other)
    }
    self.init(socket: ends[0])
  }

  /// Goes away without a word.
  func vanish() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// Sends bytes as they are.
  func sendRaw(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
  }

  /// Sends a request without waiting for its answer.
  func send(_ command: String, _ arguments: JSONObject? = nil) {
    sequence += 1
    var message: JSONObject = [
      "seq": .int(sequence), "type": "request", "command": .string(command),
    ]
    if let arguments { message["arguments"] = .object(arguments) }
    if let schema { complaints += schema.complaints(.object(message)) }
    sendRaw(JSON.object(message).framed)
  }

  /// Sends a request and returns the whole response.
  func response(_ command: String, _ arguments: JSONObject? = nil) throws -> JSON {
    send(command, arguments)
    let number = sequence
    return try wait("the response to \(command)") {
      $0["type"]?.string == "response" && $0["request_seq"]?.int == number
    }
  }

  /// Sends a request that is to succeed and returns the body of the response.
  @discardableResult
  func request(_ command: String, _ arguments: JSONObject? = nil) throws -> JSON {
    let response = try response(command, arguments)
    guard response["success"] == true else {
      throw Missing(description: "\(command) was refused: \(response.text)")
    }
    return response["body"] ?? .null
  }

  /// Waits for an event and returns its body.
  @discardableResult
  func event(_ name: String) throws -> JSON {
    try wait("the event \(name)") { $0["event"]?.string == name }["body"] ?? .null
  }

  /// The next message, whatever it is; nil if the adapter has gone.
  func next() throws -> JSON? {
    guard let message = try connection.next() else { return nil }
    received.append(message)
    if let schema { complaints += schema.complaints(message) }
    return message
  }

  private func wait(_ what: String, until isWanted: (JSON) -> Bool) throws -> JSON {
    if let index = waiting.firstIndex(where: isWanted) { return waiting.remove(at: index) }
    while let message = try next() {
      if isWanted(message) { return message }
      waiting.append(message)
    }
    throw Missing(description: "\(what) never came")
  }

  // MARK: - What every session does

  /// Brings a session to its first stop, with breakpoints that are set in between.
  @discardableResult
  func launch(
    _ name: String, defects: [String] = [], _ more: JSONObject = [:],
    configure: (DebugClient) throws -> Void = { _ in }
  ) throws -> JSON {
    try request("initialize", ["adapterID": "mamconform", "clientID": "test"])
    var arguments: JSONObject = [
      "case": .string(name), "defects": .array(defects.map(JSON.string)),
    ]
    for member in more.members { arguments[member.name] = member.value }
    try request("launch", arguments)
    try event("initialized")
    try configure(self)
    try request("configurationDone")
    return try event("stopped")
  }

  /// Evaluates an expression and returns the result.
  func evaluate(_ expression: String) throws -> String {
    try request("evaluate", ["expression": .string(expression), "context": "repl"])["result"]?
      .string ?? ""
  }

  /// Moves and returns why it stopped.
  func move(_ command: String, _ arguments: JSONObject = ["threadId": 1]) throws -> JSON {
    try request(command, arguments)
    return try event("stopped")
  }

  /// The line at which the case stands.
  func line() throws -> Int {
    try request("stackTrace", ["threadId": 1])["stackFrames"]?.array?.first?["line"]?.int ?? 0
  }
}
