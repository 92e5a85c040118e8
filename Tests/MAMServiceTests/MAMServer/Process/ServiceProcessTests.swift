import Foundation
import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer

/// The built `mamconform` beside the test bundle.
private let binary = URL(fileURLWithPath: CommandLine.arguments[0])
  .deletingLastPathComponent().appending(path: "mamconform")

/// `mamconform serve` as a process of its own, without a coordinator.
private final class LoneService {
  let process = Process()
  let output = Pipe()
  let errors = Pipe()

  /// - Parameter mostOpen: how many descriptors the process may have; nil for as many as this one.
  init(_ arguments: [String], mostOpen: Int? = nil) throws {
    // Without HTTPS, which would leave an authority behind in the home folder.
    let all = ["serve", "--no-https", "--control-token", RawClient.controlToken] + arguments
    if let mostOpen {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -n \(mostOpen) && exec \"$0\" \"$@\"", binary.path] + all
    } else {
      process.executableURL = binary
      process.arguments = all
    }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// The ports of the ready line by the name of the URL.
  func ready() throws -> [String: Int] {
    let line = try JSON(
      parsing: String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
    var ports: [String: Int] = [:]
    for member in try #require(line["ready"]?.object).members {
      ports[member.name] = URL(string: member.value.string ?? "")?.port
    }
    return ports
  }

  func ended() -> (status: Int32, errors: String) {
    process.waitUntilExit()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}

/// What a service says that knows nobody.
private let hint = FirstSteps.note.split(separator: "\n").map { "mamconform serve: note: \($0)\n" }
  .joined()

@Suite struct ServiceProcessTests {
  @Test func `what was acknowledged survives SIGKILL`() throws {
    try withFolder { folder in
      let seed = folder.appending(path: "seed.json")
      try Data(world.text.utf8).write(to: seed)
      let state = folder.appending(path: "state").path
      let first = try LoneService(
        ["--port", "0", "--state", state, "--seed", seed.path, "--clock", "1591261200000"])
      var ports = try first.ready()
      let form = "grant_type=password&client_id=a&scope=s&username=ana@contoso.com&password=p"
      let signIn = RawClient(port: try #require(ports["authority"]))
      signIn.post("/common/oauth2/v2.0/token", form)
      guard case .response(200, let body) = signIn.read(),
        let bearer = try JSON(parsing: body)["access_token"]?.string
      else {
        Issue.record("no token")
        return
      }
      let enroll = RawClient(port: try #require(ports["enrollment"]))
      let enrollment = ServiceRequest.enroll("ana@contoso.com", bearer: nil).body
      #expect(
        enroll.exchange("/enroll", enrollment, headers: ["Authorization: Bearer \(bearer)"])
          == .response(
            status: 200,
            body: #"{"enrollmentId":"e1","identity":"ana@contoso.com","objectId":"o-ana"}"#))
      kill(first.process.processIdentifier, SIGKILL)
      first.process.waitUntilExit()

      let second = try LoneService(["--port", "0", "--state", state, "--clock", "1591261200000"])
      ports = try second.ready()
      let checkIn = RawClient(port: try #require(ports["policy"]))
      let seen = checkIn.exchange(
        "/checkin",
        [
          "enrollmentId": "e1", "policyVersion": "p1-c57bff79e3e45212+c1-d1238ab142a3045d",
        ],
        headers: ["Authorization: Bearer \(bearer)"])
      #expect(seen == .response(status: 200, body: #"{"result":"unchanged"}"#))
      second.process.terminate()
      #expect(second.ended() == (0, ""))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `after an end in good order the file is all`(
    _ signal: Int32
  ) throws {
    try withFolder { folder in
      let seed = folder.appending(path: "seed.json")
      try Data(world.text.utf8).write(to: seed)
      let state = folder.appending(path: "state").path
      let service = try LoneService(["--port", "0", "--state", state, "--seed", seed.path])
      let control = RawClient(port: try #require(try service.ready()["control"]))
      control.post("/_mam/users/ana", #"{"password":"changed"}"#, method: "PATCH")
      #expect(control.read() == .response(status: 200, body: "{}"))
      kill(service.process.processIdentifier, signal)
      #expect(service.ended() == (0, ""))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.sorted() == ["seed.json", "state"])
      let copy = folder.appending(path: "copy").path
      try FileManager.default.copyItem(atPath: state, toPath: copy)
      let rows = try StateStore(path: copy).load()
      #expect(rows.contains { $0.value?.text.contains("changed") == true })
    }
  }

  @Test func `few descriptors are a note`() throws {
    let service = try LoneService(["--port", "0"], mostOpen: 60)
    _ = try service.ready()
    service.process.terminate()
    let (status, errors) = service.ended()
    #expect(status == 0)
    #expect(errors.contains("no more than 60 files and connections may be open"), "\(errors)")
  }

  @Test func `a state that goes on is not covered by the seed`() throws {
    try withFolder { folder in
      let seed = folder.appending(path: "seed.json")
      try Data(world.text.utf8).write(to: seed)
      let state = folder.appending(path: "state").path
      let arguments = ["--port", "0", "--state", state, "--seed", seed.path]
      let first = try LoneService(arguments)
      let control = RawClient(port: try #require(try first.ready()["control"]))
      let change: JSON = ["password": "changed"]
      control.post("/_mam/users/ana", change.text, method: "PATCH")
      #expect(control.read() == .response(status: 200, body: "{}"))
      kill(first.process.processIdentifier, SIGKILL)
      first.process.waitUntilExit()

      let second = try LoneService(arguments)
      let again = RawClient(port: try #require(try second.ready()["control"]))
      again.post("/_mam/snapshot?secrets=true", "", method: "GET")
      guard case .response(200, let body) = again.read() else {
        Issue.record("no snapshot")
        return
      }
      #expect(body.contains(#""password":"changed""#))
      second.process.terminate()
      #expect(
        second.ended() == (
          0,
          "mamconform serve: note: \(state) already has a state, which is used; a reset goes back to "
            + "the seed\n"
        ))
      let attributes = try FileManager.default.attributesOfItem(atPath: state)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: [1, 99, 5000])
  func `a file that is no state ends with 64 and one line`(count: Int) throws {
    try withFolder { folder in
      let state = folder.appending(path: "state").path
      try Data(repeating: 0x41, count: count).write(to: URL(fileURLWithPath: state))
      let service = try LoneService(["--port", "0", "--state", state])
      #expect(
        service.ended() == (
          64,
          "mamconform serve: error: \(state): file is not a database (SQLite code 26); name another file, "
            + "or remove this one to start again with a seed\n"
        ))
      #expect(try Data(contentsOf: URL(fileURLWithPath: state)).count == count)
    }
  }

  @Test(arguments: ["--start", "--clock"])
  func `a clock that goes on is said to whoever asks for another`(_ option: String) throws {
    try withFolder { folder in
      let state = folder.appending(path: "state").path
      let clock = option == "--clock" ? [] : ["--clock", "virtual"]
      let arguments = ["--port", "0", "--state", state, option, "2021-01-01T00:00:00Z"] + clock
      let first = try LoneService(arguments)
      let control = RawClient(port: try #require(try first.ready()["control"]))
      control.post("/_mam/clock", #"{"now":"2022-01-01T00:00:00Z"}"#, method: "PUT")
      guard case .response(200, _) = control.read() else {
        Issue.record("the clock does not move")
        return
      }
      first.process.terminate()
      #expect(first.ended() == (0, hint))
      let second = try LoneService(arguments)
      _ = try second.ready()
      second.process.terminate()
      #expect(
        second.ended() == (
          0,
          "mamconform serve: note: the clock of \(state) continues at 2022-01-01T00:00:00Z; a "
            + "reset goes back to the instant of \(option)\n" + hint
        ))
    }
  }

  @Test(
    arguments: [
      (">/dev/full", "cannot write the ready line to standard output: No space left on device"),
      (">&-", "standard output is closed, and the ready line goes there"),
    ])
  func `a ready line that is lost ends with 70`(_ redirection: String, _ message: String) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    let command = "exec '\(binary.path)' serve --no-https --port 0 \(redirection)"
    process.arguments = ["-c", command]
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 70)
    #expect(
      String(decoding: text, as: UTF8.self) == "mamconform serve: error: \(message)\n")
  }

  @Test func `a state file that cannot be there ends with 64`() throws {
    let service = try LoneService(["--port", "0", "--state", "/nonexist/state"])
    #expect(
      service.ended() == (
        64,
        "mamconform serve: error: /nonexist/state: the folder /nonexist is not there "
          + "(SQLite code 14)\n"
      ))
  }

  @Test func `a taken port ends with 70 and one line`() throws {
    let first = try LoneService(["--port", "0"])
    let port = try #require(try first.ready()["graph"])
    let second = try LoneService(["--port", "\(port)"])
    #expect(
      second.ended() == (
        70,
        "mamconform serve: error: cannot open port \(port) of 127.0.0.1: Address already in use; "
          + "--port 0 and --https-port 0 take any that are free\n"
      ))
    first.process.interrupt()
    #expect(first.ended() == (0, hint))
  }

  @Test func `a seed that cannot be read ends with 64`() throws {
    try withFolder { folder in
      let seed = folder.appending(path: "seed.json")
      let none = try LoneService(["--port", "0", "--seed", seed.path])
      #expect(
        none.ended() == (
          64,
          "mamconform serve: error: \(seed.path): the file cannot be read: "
            + "No such file or directory\n"
        ))
      try Data("users:\n  ana: {upn: a@b.c, tenant: nowhere}\n".utf8).write(to: seed)
      let broken = try LoneService(["--port", "0", "--seed", seed.path])
      #expect(
        broken.ended() == (
          64,
          "mamconform serve: error: \(seed.path):2:21: user \"ana\" has the unknown tenant "
            + "\"nowhere\"\n"
        ))
    }
  }

  @Test func `under the coordinator the service stops with its answer`() throws {
    let service = RunningService()
    #expect(try service.ok("stop") == [:])
    #expect(service.ended() == 0)
  }

  @Test func `the shared clock is read at every request`() throws {
    let service = RunningService()
    try service.ok("seed", world.object!)
    try service.ok("tenant", ["name": "contoso", "accessTokenSeconds": 1])
    let ports = try service.attach("phone/mail")
    let signIn = RawClient(port: ports[1])
    signIn.post(
      "/common/oauth2/v2.0/token",
      "grant_type=password&client_id=a&scope=s&username=ana%40contoso.com&password=p")
    _ = signIn.read()
    let enroll = RawClient(port: ports[2])
    let body = ServiceRequest.enroll("ana@contoso.com", bearer: nil).body
    func status() -> Int? {
      let seen = enroll.exchange("/enroll", body, headers: ["Authorization: Bearer at2"])
      if case .response(let status, _) = seen { return status }
      return nil
    }
    service.setClock(at(999).milliseconds)
    #expect(status() == 200)
    service.setClock(at(1000).milliseconds)
    #expect(status() == 401)
  }

  @Test func `after a restart the same ports are attached again`() throws {
    try withFolder { folder in
      let arguments = ["--state", folder.appending(path: "state").path]
      var service: RunningService? = RunningService(arguments: arguments)
      let ports = try service!.attach("phone/mail")
      service = nil
      let next = RunningService(arguments: arguments)
      try next.ok(
        "attach", ["instance": "phone/mail", "ports": .array(ports.map(JSON.int))])
      #expect(RawClient(port: ports[4]).exchange("/telemetry", ["events": []]) != .refused)
    }
  }
}
