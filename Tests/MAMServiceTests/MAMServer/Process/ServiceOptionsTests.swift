import Arguments
import Foundation
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMServer

@Suite struct ServiceOptionsTests {
  private func options(
    _ words: [String], environmentToken: String? = nil, environmentControlToken: String? = nil
  ) throws -> ServiceOptions {
    try ServiceOptions(
      ServiceOptions.command.parse(words), environmentToken: environmentToken,
      environmentControlToken: environmentControlToken)
  }

  @Test func `an option given again replaces what was said before`() throws {
    #expect(try options(["--port", "1000", "--port=0", "--no-https"]).port == 0)
    let hosts = try options(["--allow-host", "a.example", "--allow-host", "b.example"])
    #expect(hosts.allowedHosts == ["a.example", "b.example"])
  }

  @Test(
    arguments: [
      (["--colour", "1"], "unknown option '--colour'; 'mamconform help serve' lists the options"),
      (["--https"], "unknown option '--https'; did you mean '--https-port'?"),
      (["--seeed", "x"], "unknown option '--seeed'; did you mean '--seed'?"),
      (["--prot", "1"], "unknown option '--prot'; did you mean '--port'?"),
      (
        ["--start", "0"],
        "--start is for --clock virtual: a real clock begins with the machine's time"
      ),
      (
        ["--no-https", "--https-port", "0"],
        "--https-port and --no-https contradict each other"
      ),
      (
        ["--certificate", "c", "--key", "k", "--authority-folder", "f"],
        "--certificate and --authority-folder contradict each other"
      ),
      (["--state", ""], "the value of the option '--state' is empty"),
      (["--state="], "the value of the option '--state' is empty"),
      (["--seed", ""], "the value of the option '--seed' is empty"),
      (["--certificate", "", "--key", ""], "the value of the option '--certificate' is empty"),
      (["--authority-folder="], "the value of the option '--authority-folder' is empty"),
      (
        ["--port", "23100", "--https-port", "23103"],
        "--port 23100 and --https-port 23103 overlap: each takes 6 ports, its own and those after it"
      ),
      (
        ["--port", "7448"],
        "--port 7448 and --https-port 7443 overlap: each takes 6 ports, its own and those after it"
      ),
      (
        ["--clock", "0", "--start", "0"],
        "--clock with an instant and --start contradict each other: both say where the clock begins"
      ),
      (
        ["--start", "0", "--clock", "2021-01-01T00:00:00Z"],
        "--clock with an instant and --start contradict each other: both say where the clock begins"
      ),
      (["--port"], "the option '--port' needs a value: --port N"),
      (["--port=x"], "the option '--port' takes a whole number from 0 to 65530, not 'x'"),
      (["--control-fd", "3"], "--control-fd and --clock-fd go together"),
      (
        ["--control-fd", "3", "--clock-fd", "4", "--clock", "real"],
        "--clock is for a service without --control-fd"
      ),
      (["--key", "k.pem"], "--certificate and --key go together"),
      (
        ["--clock", "never"],
        "--clock must be real, virtual or an instant: \(VirtualInstant.form), not \"never\""
      ),
      (
        ["--start", "1969-12-31T23:59:59Z"],
        "--start must be an instant: milliseconds since 1970, or a string like "
          + "2020-06-04T09:00:00Z with a year from 1970 to 9999, not \"1969-12-31T23:59:59Z\""
      ),
      (
        ["--start", "253402300800000"],
        "--start must be an instant: \(VirtualInstant.form), not \"253402300800000\""
      ),
      (["--allow-remote=false"], "the option '--allow-remote' takes no value"),
      (["--no-https=false", "--port", "0"], "the option '--no-https' takes no value"),
      (["--no-https="], "the option '--no-https' takes no value"),
      (
        ["--listen", "::2"],
        "--listen must be an IPv4 address, such as 127.0.0.1, or ::1, not \"::2\""
      ),
      (
        ["--listen", "0.0.0.0", "--allow-remote"],
        "0.0.0.0 can be reached from other machines: that needs --allow-remote and an "
          + "administrator token (--admin-token or MAMCONFORM_ADMIN_TOKEN)"
      ),
      (
        ["--allow-host", "mam.example:80"],
        "--allow-host must be a name or an address by which clients call the service, without a port, "
          + "not \"mam.example:80\""
      ),
      (
        ["--random-seed", "-1"],
        "the option '--random-seed' takes a whole number from 0 to 9007199254740992, not '-1'"
      ),
      (
        ["--control-token", "a/b/c/d/e"],
        "--control-token must have 8 to 200 letters, digits and characters of -._~, because it is part of "
          + "the URL of the control API"
      ),
      (
        ["--control-fd", "3", "--clock-fd", "4", "--control-token", "long-enough"],
        "--control-token is for a service without --control-fd"
      ),
      (
        ["--admin-token", "short"],
        "an administrator token must have at least 8 characters, and no white space"
      ),
    ] as [([String], String)])
  func `wrong arguments are said`(_ arguments: [String], _ message: String) {
    let error = #expect(throws: (any Error).self) { try options(arguments) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test(
    arguments: [
      ("1591261200000", 1_591_261_200_000), ("2020-06-04T09:00:00Z", 1_591_261_200_000),
      ("2020-06-04T11:00:00.25+02:00", 1_591_261_200_250), ("0", 0), ("1970-01-01T00:00:00Z", 0),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func `a virtual clock starts at any instant`(_ text: String, _ milliseconds: Int) throws {
    let options = try self.options(["--clock=virtual", "--start", text])
    #expect(options.clock == .virtual)
    #expect(options.start.milliseconds == milliseconds)
  }

  @Test func `ports that are apart are taken`() throws {
    for arguments in [
      ["--port=23100", "--https-port=23106"], ["--port=23106", "--https-port=23100"],
      ["--port=0", "--https-port=3"], ["--port=3", "--https-port=0"],
      ["--port=0", "--https-port=0"], ["--port=7443", "--no-https"],
    ] {
      #expect(throws: Never.self) { try options(arguments) }
    }
  }

  @Test func `the token of the environment is held to the same rule`() throws {
    let remote = ["--listen", "0.0.0.0", "--allow-remote"]
    #expect(
      try options(remote, environmentToken: "long-enough").administratorToken
        == "long-enough")
    #expect(try options([], environmentToken: "").administratorToken == nil)
    #expect(throws: CommandError.self) { try options(remote, environmentToken: "") }
    for wrong in ["short", "with a space", "        "] {
      let error = #expect(throws: CommandError.self) {
        try options([], environmentToken: wrong)
      }
      #expect(
        error?.description == "MAMCONFORM_ADMIN_TOKEN: an administrator token must have at least 8 "
          + "characters, and no white space")
    }
    // What is not used need not be right.
    #expect(
      try options(["--admin-token=long-enough"], environmentToken: "short")
        .administratorToken == "long-enough")
    #expect(
      try options(["--control-fd=3", "--clock-fd=4"], environmentToken: "short")
        .administratorToken == nil)
  }

  @Test func `the control token is of the arguments or the environment`() throws {
    func token(_ arguments: [String], _ environment: String?) throws -> String? {
      try options(arguments, environmentControlToken: environment).controlToken
    }
    #expect(try token(["--control-token", "of-arguments"], "of-environment") == "of-arguments")
    #expect(try token([], "of-environment") == "of-environment")
    #expect(try token([], "") == nil && token([], nil) == nil)
    let error = #expect(throws: CommandError.self) { _ = try token([], "short") }
    #expect(error?.description.hasPrefix("MAMCONFORM_CONTROL_TOKEN must have 8") == true)
    #expect(try options(["--allow-host", "A.b,[::1]"]).allowedHosts == ["a.b", "::1"])
  }

  @Test(arguments: ["--admin-token", "--control-token"])
  func `a token is not waited for at a named pipe`(option: String) throws {
    try withFolder { folder in
      let pipe = folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let error = #expect(throws: CommandError.self) { _ = try options([option, "@\(pipe)"]) }
      #expect(error?.description == "\(pipe) is a named pipe, which may have no end; name a file")
    }
  }
}
