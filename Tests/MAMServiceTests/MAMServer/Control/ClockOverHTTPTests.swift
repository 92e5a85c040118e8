import Foundation
import Glibc
import JSONText
import Testing

/// The service's clock at the edges of what a date can tell, over real sockets.
@Suite struct ClockOverHTTPTests {
  private func date(_ service: ControlledService) -> String? {
    let client = service.connect()
    guard case .response(200, _) = service.locate(client) else { return nil }
    return client.latestHead.split(separator: "\r\n").first { $0.hasPrefix("Date: ") }
      .map { String($0.dropFirst(6)) }
  }

  @Test func `a real clock cannot be moved to where its year ends in`() throws {
    try withFolder { folder in
      let service = try ControlledService(["--clock", "real"], in: folder)
      let beyond = service.ask("PUT", "clock", ["now": "9999-12-31T23:59:59.999Z"])
      #expect(beyond.status == 400)
      #expect(
        beyond.body["error"]?["message"]
          == "a real clock cannot be moved beyond the year 9998, because it keeps running")
      #expect(service.ask("PUT", "clock", ["now": "9998-12-31T23:59:59.999Z"]).status == 200)
      // The clock goes on: a millisecond later the year is another.
      usleep(2000)
      #expect(date(service)?.contains(" Jan 9999 00:0") == true)
      #expect(service.ask("POST", "clock/advance", ["by": 1]).status == 400)
      #expect(service.ask("GET", "journal").status == 200)
    }
  }

  @Test func `a reset puts a real clock back`() throws {
    try withFolder { folder in
      let state = folder.appending(path: "state").path
      func now(_ service: ControlledService) -> Int {
        service.ask("GET", "clock").body["now"]?.int ?? 0
      }
      let service = try ControlledService(["--clock", "real", "--state", state], in: folder)
      let before = now(service)
      for move: JSON in [["by": "P30D"], ["by": .int(-60 * 86_400_000)]] {
        _ = service.ask("POST", "clock/advance", move)
        _ = service.ask("PUT", "clock", ["now": .int(before + 30 * 86_400_000)])
        #expect(now(service) >= before + 30 * 86_400_000)
        #expect(service.ask("POST", "reset", [:]).status == 200)
        #expect((before...before + 86_400_000).contains(now(service)))
      }
      service.end()
      // Also after a restart.
      let next = try ControlledService(["--clock", "real", "--state", state], in: folder)
      #expect((before...before + 86_400_000).contains(now(next)))
    }
  }

  @Test func `a date is no more wrong than its years can tell`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      func date(skew: Int) -> String? {
        service.ask("DELETE", "faults")
        let fault: JSON = ["kind": "dateSkew", "milliseconds": .int(skew)]
        #expect(service.ask("POST", "faults", ["fault": fault]).status == 201)
        return self.date(service)
      }
      #expect(service.ask("PUT", "clock", ["now": 0]).status == 200)
      #expect(date(skew: -1) == "Wed, 31 Dec 1969 23:59:59 GMT")
      #expect(date(skew: -3_153_600_000_000) == "Tue, 25 Jan 1870 00:00:00 GMT")
      #expect(service.ask("PUT", "clock", ["now": "9999-12-31T23:59:59.999Z"]).status == 200)
      #expect(date(skew: 86_400_000) == "Fri, 31 Dec 9999 23:59:59 GMT")
      #expect(date(skew: 3_153_600_000_000) == "Fri, 31 Dec 9999 23:59:59 GMT")
      #expect(service.ask("GET", "journal").body["entries"]?.array?.count == 4)
      #expect(service.ask("GET", "journal.har").status == 200)
    }
  }
}
