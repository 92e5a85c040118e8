import Foundation
import JSONText
import Testing

@testable import MAMServer
@testable import MAMWire

@Suite struct HostGuardTests {
  private func status(
    _ host: [String], _ target: String = "/locate", address: String = "127.0.0.1",
    names: [String] = [], origin: String = "http://127.0.0.1:1", version: String = "HTTP/1.1"
  ) -> Int {
    var guardian = HostGuard(address: address, names: names, certificate: nil)
    var request = HTTPRequest(
      "POST", target, headers: host.map { HeaderField("Host", $0) }, origin: origin)
    request.version = version
    return guardian.refusal(of: request)?.status ?? 200
  }

  @Test(
    arguments: [
      "localhost", "localhost:7080", "LOCALHOST:1", "localhost.", "localhost.:80", "127.0.0.1",
      "127.0.0.1:65535", "127.9.8.7", "[::1]:7080", "[0:0:0:0:0:0:0:1]", "LocalHost",
    ])
  func `the names of the loopback interface are right`(_ host: String) {
    #expect(status([host]) == 200)
  }

  @Test(
    arguments: [
      "evil.example", "evil.example:7080", "localhost.evil.example", "127.0.0.1.evil.example",
      "localhost..", "0.0.0.0", "10.0.0.1", "[::2]", "[::ffff:127.0.0.1]", "127.0.0.1@evil", "",
      ":80", "127.1", "2130706433", "0x7f.0.0.1", "localhost:80:80", "localhost, evil.example",
    ])
  func `every other name is refused`(_ host: String) {
    #expect(status([host]) == 421)
    #expect(status([host], address: "0.0.0.0") == 421)
  }

  @Test func `two hosts are none`() {
    #expect(status(["localhost", "localhost"]) == 400)
    #expect(status(["localhost", "evil.example"]) == 400)
  }

  @Test func `the authority of a target counts too`() {
    #expect(status(["localhost"], "http://evil.example/locate") == 421)
    #expect(status(["evil.example"], "http://localhost/locate") == 421)
    #expect(status(["localhost:1"], "http://127.0.0.1:1/locate") == 200)
    #expect(status([], "http://evil.example/locate", version: "HTTP/1.0") == 421)
  }

  @Test func `only HTTP 1.0 may leave out the host`() {
    #expect(status([], version: "HTTP/1.0") == 200)
    #expect(status([]) == 400)
    #expect(status([], "http://localhost/locate") == 400)
  }

  @Test(arguments: [("Host ", "localhost"), ("X(A)", "a"), ("", "a"), ("X-A", "a\rb")])
  func `a field that is not well formed is refused, and the connection ends`(
    _ name: String, _ value: String
  ) {
    var guardian = HostGuard(address: "127.0.0.1", names: [], certificate: nil)
    let headers = [HeaderField("Host", "localhost"), HeaderField(name, value)]
    let refusal = guardian.refusal(of: HTTPRequest("POST", "/locate", headers: headers))
    #expect(refusal?.status == 400)
    #expect(refusal?.headers == [HeaderField("Connection", "close")])
  }

  @Test func `the operator allows more`() {
    #expect(status(["MAM.example:1"], names: ["mam.example"]) == 200)
    #expect(status(["mam.example.evil"], names: ["mam.example"]) == 421)
    #expect(status(["[2001:DB8::7]:1"], names: ["2001:db8::7"]) == 200)
  }

  @Test func `an address is its own name`() {
    #expect(status(["192.0.2.1:7080"], address: "192.0.2.1") == 200)
    #expect(status(["localhost"], address: "192.0.2.1") == 421)
  }

  @Test func `the names of the certificate are right`() throws {
    try withFolder { folder in
      var authority = CertificateAuthority(folder: folder.path)
      authority.names = ["mam.example"]
      let certificate = try authority.serverCertificate()
      var guardian = HostGuard(address: "192.0.2.1", names: [], certificate: certificate)
      for (host, isRight) in [
        ("mam.example", true), ("localhost:1", true), ("evil.example", false),
      ] {
        let request = HTTPRequest("GET", "/", headers: [HeaderField("Host", host)])
        #expect((guardian.refusal(of: request) == nil) == isRight, "\(host)")
      }
    }
  }

  @Test(
    arguments: [
      (["Authorization: Bearer a", "authorization: Bearer b"], 400),
      (["Content-Length: 2", "content-length: 2"], 400),
      (["Content-Length: 2", "Transfer-Encoding: chunked"], 400),
      (["Transfer-Encoding: chunked"], 200), (["Accept: a/b", "Accept: c/d"], 200),
    ])
  func `a request that could be read in two ways is refused`(_ lines: [String], expected: Int) {
    var guardian = HostGuard(address: "127.0.0.1", names: [], certificate: nil)
    let headers = lines.map { line in
      let parts = line.split(separator: ":")
      return HeaderField(String(parts[0]), String(parts[1].dropFirst()))
    }
    let request = HTTPRequest(
      "POST", "/locate", headers: [HeaderField("Host", "localhost")] + headers)
    #expect((guardian.refusal(of: request)?.status ?? 200) == expected)
  }

  @Test func `only the coding of chunks is read`() {
    #expect(RequestFraming.refusal(ofCoding: "Chunked") == nil)
    #expect(RequestFraming.refusal(ofCoding: "gzip, chunked")?.status == 400)
  }
}
