import Foundation
import JSONText
import Testing

@testable import mamconform

/// Requests of a program that the run has not started: this test.
@Suite(.serialized) struct ForeignRequestTests {
  private static let adapter = HostileAdapterTests.adapters + "/" + "tells-its-url"

  /// Runs a case whose app tells its URL, and sends it a request meanwhile; gives the answer too.
  private func run(_ options: [String], _ folder: String) throws -> (Launch, String, JSON) {
    var answer = ""
    let launch = try Launch.run(
      ["run", "start/app-starts@2020-06", "--json", "\(folder)/run.json"] + options
        + ["--", ForeignRequestTests.adapter, "\(folder)/url"]
    ) { _ in
      for _ in 0..<3000 {
        if let url = try? Launch.text("\(folder)/url"), url.hasSuffix("\n"),
          let port = UInt16(url.dropLast().split(separator: ":").last ?? "")
        {
          answer = Self.post("/locate", port)
          return
        }
        usleep(10_000)
      }
    }
    let report = try JSON(
      parsing: Launch.text("\(folder)/run.json").trimmingCharacters(in: .newlines))
    return (launch, answer, report)
  }

  private static func post(_ path: String, _ port: UInt16) -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard isConnected == 0 else { return "" }
    let text =
      "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
    _ = send(descriptor, text, text.utf8.count, 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    while true {
      let more = bytes[count...].withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      guard more > 0 else { break }
      count += more
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func `are refused and named, and the case goes on unharmed`() throws {
    try Launch.inFolder { folder in
      let (launch, answer, report) = try run([], folder)
      #expect(answer.hasPrefix("HTTP/1.1 403"))
      #expect(answer.contains("ForeignProgram"))
      #expect(launch.code == 0, "\(launch.output) \(launch.errors)")
      let notes = report["cases"]?.array?.first?["notes"]?.array?.compactMap(\.string) ?? []
      #expect(notes.count == 1)
      #expect(notes.first?.contains("process \(getpid())") == true, "\(notes)")
      #expect(
        launch.output.contains("note: start/app-starts@2020-06: a foreign request to phone/one"))
    }
  }

  @Test func `pass if the run is told to accept them`() throws {
    try Launch.inFolder { folder in
      let (_, answer, report) = try run(["--foreign", "accept"], folder)
      #expect(answer.hasPrefix("HTTP/1.1 "))
      #expect(!answer.contains("ForeignProgram"))
      #expect(report["cases"]?.array?.first?["notes"] == nil)
    }
  }
}
