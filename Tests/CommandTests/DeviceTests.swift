import Foundation
import JSONText
import Testing

@testable import mamconform

/// An SDK on a device: its apps connect to a socket, and commands launch and kill them.
@Suite(.serialized) struct DeviceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let python = "python3 '\(root)/Examples/python-adapter/adapter.py'"

  /// Runs one case against an app on a device; gives the problem of its result too.
  private func run(
    _ fault: String, in folder: String, at address: String = "unix:socket"
  ) throws -> (Launch, JSON) {
    let address = address.replacingOccurrences(of: "unix:", with: "unix:\(folder)/")
    let launch = try Launch.run(
      [
        "run", "start/app-starts@2020-06", "--sut", address, "--launch-command",
        "'\(HostileAdapterTests.adapters)/on-device' \(fault)", "--json", "\(folder)/run.json",
        "--connect-timeout", "5", "--settle", "20",
      ])
    let text = try Launch.text("\(folder)/run.json").trimmingCharacters(in: .newlines)
    return (launch, try JSON(parsing: text)["cases"]?.array?.first ?? .null)
  }

  @Test(arguments: ["unix:socket", "tcp:127.0.0.1:0"])
  func `an app that connects gives the same histories as over pipes`(_ address: String) throws {
    try Launch.inFolder { folder in
      let address = address.replacingOccurrences(of: "unix:", with: "unix:\(folder)/")
      let cases = ["enr-retry/after-no-answer", "wip-files/*"]
      let common = ["--suites", "\(DeviceTests.root)/suites", "--edition", "latest", "--quiet"]
      let pipes = try Launch.run(
        ["run", "--sut", DeviceTests.python, "--histories", "\(folder)/pipes"] + common + cases)
      let socket = try Launch.run(
        [
          "run", "--sut", address, "--launch-command", DeviceTests.python, "--histories",
          "\(folder)/device", "--settle", "20", "--jobs", "2",
        ] + common + cases)
      #expect(pipes.code == socket.code, "\(socket.errors)\(socket.output)")
      let files = FileManager.default.enumerator(atPath: "\(folder)/pipes")?.allObjects ?? []
      #expect(files.count > 3)
      #expect(Machine.shell("diff -r '\(folder)/pipes' '\(folder)/device' >&2"))
    }
  }

  @Test
  func `the adapter check enrolls and checks in once, over a socket too`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run([
        "adapter", "check", "--sut", "unix:\(folder)/socket", "--launch-command",
        DeviceTests.python,
      ])
      #expect(launch.code == 0, "\(launch.errors)\(launch.output)")
      #expect(launch.output.contains("enrolled with 100, checked in 8:00:00.000 later with 101"))
      #expect(launch.output.contains("17 checks: 17 passed, 0 failed, 0 not applicable"))
    }
  }

  @Test
  func `the service listens for apps at another address of this machine`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run([
        "run", "--suites", "\(DeviceTests.root)/suites", "enr-hosts/hosts-fail-apart*@2020-06",
        "--sut",
        "unix:\(folder)/socket", "--launch-command", DeviceTests.python, "--settle", "20",
        "--service-listen", "127.0.0.3",
      ])
      #expect(launch.code == 0, "\(launch.errors)\(launch.output)")
    }
  }

  @Test
  func `an honest app on a device passes, and its socket is gone afterwards`() throws {
    try Launch.inFolder { folder in
      let (launch, result) = try run("nothing", in: folder)
      #expect(launch.code == 0, "\(launch.errors)\(launch.output)")
      #expect(result["verdict"] == "pass")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/socket"))
    }
  }

  @Test(arguments: [
    ("leaves", "unix:socket", "lost-connection", "was closed"),
    ("wrong-token", "unix:socket", "launch-failed", "refused: its token is wrong"),
    ("talks", "tcp:127.0.0.1:0", "launch-failed", "it sent more than its token"),
    ("survives", "unix:socket", "kill-failed", "--kill-command"),
  ])
  func `what goes wrong with a connection has a name, and says what to do`(
    _ fault: String, _ address: String, _ code: String, _ text: String
  ) throws {
    try Launch.inFolder { folder in
      let (launch, result) = try run(fault, in: folder, at: address)
      #expect(launch.code == 2, "\(launch.errors)")
      #expect(result["problem"]?["code"] == .string(code), "\(result.text)")
      #expect(result["problem"]?["message"]?.string?.contains(text) == true, "\(result.text)")
    }
  }

  @Test
  func `an app that never comes is late, and who came instead is named`() throws {
    try Launch.inFolder { folder in
      let script =
        "import json,os,socket,time; s=socket.socket(socket.AF_UNIX); "
        + "s.connect(os.environ['MAMCONFORM_CONNECT'][5:]); "
        + "s.sendall(json.dumps(dict(token='guessed')).encode()+bytes([10])); time.sleep(30)"
      let launch = try Launch.run(
        [
          "run", "start/app-starts@2020-06", "--sut", "unix:\(folder)/socket", "--launch-command",
          "python3 -c \"\(script)\"", "--connect-timeout", "5", "--json", "\(folder)/run.json",
        ])
      #expect(launch.code == 2)
      let report = try Launch.text("\(folder)/run.json")
      #expect(report.contains("late-connection"), "\(report)")
      #expect(report.contains("its token is wrong"))
      #expect(report.contains(#"the program \"python3"#))
    }
  }

  @Test(arguments: [
    (["--sut", "tcp:10.0.0.1:70"], "--allow-remote"),
    (["--sut", "tcp:10.0.0.1:70", "--allow-remote"], "--app-token"),
    (["--sut", "unix:/tmp/x", "--service-listen", "10.0.0.1"], "--allow-remote"),
    (["--sut", "tcp:there:70"], "IPv4 address"), (["--sut", "tcp:127.0.0.1"], "IPv4 address"),
    (["--sut", "unix:"], "1 to 107 bytes"),
    (["--launch-command", "true"], "is for an SDK on a device"),
    (["--sut", "unix:/tmp/x", "--launch-command", "true {bundel}"], "did you mean 'bundle'"),
    (["--sut", "unix:/tmp/x", "--launch-command", "no-such-program"], "no-such-program"),
    (["--sut", "unix:/tmp/x", "--app-token", "short"], "8 to 200"),
    (["--sut", "unix:/tmp/x", "--defect", "retry-at-23h"], "reference SDK"),
  ])
  func `what cannot be is refused before anything runs`(_ options: [String], _ text: String) throws
  {
    let launch = try Launch.run(["run", "start/app-starts@2020-06"] + options)
    #expect(launch.code == 64)
    #expect(launch.errors.contains(text), "\(launch.errors)")
  }

  @Test
  func `a path that is a file, or at which another run listens, is left alone`() throws {
    try Launch.inFolder { folder in
      try "mine".write(toFile: "\(folder)/socket", atomically: true, encoding: .utf8)
      let (launch, _) = try run("nothing", in: folder)
      #expect(launch.code == 64)
      #expect(launch.errors.contains("not a socket"), "\(launch.errors)")
      #expect(try Launch.text("\(folder)/socket") == "mine")
    }
  }
}
