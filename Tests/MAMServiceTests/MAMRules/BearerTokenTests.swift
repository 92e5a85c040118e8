import JSONText
import Testing

@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct BearerTokenTests {
  @Test(
    arguments: [
      ("Bearer t1", "t1"), ("bearer t1", "t1"), ("BEARER  t1", "t1"), ("Bearer a b", "a b"),
      ("Bearer", nil), ("Bearer ", nil), ("Bearer   ", nil), ("", nil), ("Basic t1", nil),
      ("Bearers t1", nil), (" Bearer t1", nil), ("Bearer\tt1", nil),
    ] as [(String, String?)])
  func `a token is what follows the scheme`(_ value: String, _ token: String?) {
    #expect(BearerToken.read(value) == token)
  }

  @Test func `every form of a request reads it the same way`() {
    for (value, token) in [("Bearer ", nil), ("bearer t1", "t1")] as [(String, String?)] {
      let http = HTTPRequest("POST", "/checkin", headers: [HeaderField("Authorization", value)])
      #expect(http.bearer == token)
      let request = ServiceRequest(
        .checkin, client: "c", headers: ["Authorization: \(value)"], url: "http://x/checkin",
        body: .null)
      #expect(request.bearer == token)
    }
  }
}
