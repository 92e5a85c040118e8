import Foundation
import JSONText
import Testing

@testable import MAMEngine

/// What befalls a response on the wire that has no body, over real sockets.
@Suite struct HeadFaultTests {
  private static let requests: [(method: String, path: String)] = [
    ("HEAD", "/common/discovery/v2.0/keys"),
    ("GET", "/common/oauth2/v2.0/logout?post_logout_redirect_uri=http://localhost/"),
  ]

  /// What comes for a request while a rule is there, until nothing more does.
  private func answer(
    _ service: ControlledService, _ request: (method: String, path: String), _ fault: JSON
  ) -> String {
    service.ask("DELETE", "faults")
    #expect(service.ask("POST", "faults", ["fault": fault]).status == 201)
    let client = service.connect()
    client.post(request.path, "", headers: ["Connection: close"], method: request.method)
    return client.readAll(quietMilliseconds: 5000)
  }

  @Test func `what cannot befall a body befalls the head`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      for request in HeadFaultTests.requests {
        let truncated = answer(service, request, ["kind": "truncated"])
        #expect(truncated.hasPrefix("HTTP/1.1 ") && !truncated.contains("\r\n\r\n"), "\(truncated)")
        #expect(answer(service, request, ["kind": "malformed"]) == Reply.malformedHead)
        let mislabelled = answer(service, request, ["kind": "contentType", "mediaType": "a/b"])
        #expect(mislabelled.contains("Content-Type: a/b\r\n") && mislabelled.hasSuffix("\r\n\r\n"))
      }
    }
  }

  @Test func `a head that comes in pieces comes after one of the pauses`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      service.ask("POST", "faults", ["fault": ["kind": "chunks", "milliseconds": 1000]])
      for request in HeadFaultTests.requests {
        let client = service.connect()
        client.post(request.path, "", headers: ["Connection: close"], method: request.method)
        #expect(client.readAll(quietMilliseconds: 200) == "")
        #expect(service.ask("POST", "clock/advance", ["by": 999]).body["due"] == 0)
        #expect(service.ask("POST", "clock/advance", ["by": 1]).body["due"] == 1)
        let head = client.readAll(quietMilliseconds: 5000)
        #expect(
          head.contains("x-mamconform-fault: f1\r\n") && head.hasSuffix("\r\n\r\n"), "\(head)")
      }
    }
  }
}
