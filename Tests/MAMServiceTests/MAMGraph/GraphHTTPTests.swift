import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// What is particular to requests that come over HTTP.
@Suite struct GraphHTTPTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func send(
    _ method: String, _ target: String, body: String = "",
    headers: [HeaderField] = [HeaderField("Content-Type", "application/json")]
  ) -> ServiceResponse {
    let bytes = Array(body.utf8)
    var request = ServiceRequest(.graph, body: RequestReader.body(bytes, of: .graph))
    request.http = HTTPRequest(
      method, target, headers: headers, body: bytes, origin: "https://mock:2")
    request.isAdministrator = true
    return world.core.handle(request, now: at(0))
  }

  @Test mutating func aCountIsPlainText() {
    let response = send("GET", "\(apps)/managedAppPolicies/$count")
    #expect(response.content == .text("4", mediaType: "text/plain"))
  }

  @Test mutating func aBodyThatIsNotJSONIsShownWhereItBreaks() {
    let response = send("POST", "\(apps)/iosManagedAppProtections", body: "{\"displayName\":}")
    #expect(response.status == 400)
    #expect(response.code == "BadRequest")
    #expect(
      response.body["error"]?["message"]
        == "the body is not JSON: a value cannot start here at byte 15")
    #expect(
      send("POST", "\(apps)/iosManagedAppProtections").body["error"]?["message"]
        == "the body must be a JSON object")
  }

  @Test mutating func everyAnswerNamesItsRequest() {
    let response = send(
      "GET", "\(apps)/nothing", headers: [HeaderField("Client-Request-Id", "mine")])
    let id = response.headers.first { $0.isNamed("request-id") }?.value
    let inner = response.body["error"]?["innerError"]
    #expect(id != nil)
    #expect(inner?["request-id"]?.string == id)
    #expect(inner?["client-request-id"] == "mine")
    #expect(response.status == 400)
    #expect(response.code == "BadRequest")
  }

  @Test mutating func everyAnswerWithABodySaysTheVersionOfOData() {
    let version = HeaderField("OData-Version", "4.0")
    for path in ["\(apps)/managedAppPolicies", "\(apps)/managedAppPolicies/$count", "/v1.0/zoe"] {
      #expect(send("GET", path).headers.filter { $0.name == version.name } == [version])
    }
    let deleted = send("DELETE", "\(apps)/iosManagedAppProtections/strict")
    #expect(!deleted.headers.contains(version))
  }

  @Test mutating func linksBeginWithTheOriginOfTheRequest() {
    let link =
      send("GET", "\(apps)/managedAppPolicies?%24top=1&$filter=startswith(id,'T%5F')")
      .body["@odata.nextLink"]?.string ?? ""
    #expect(
      link.hasPrefix("https://mock:2/v1.0/deviceAppManagement/managedAppPolicies?$top=1&$filter="))
    let next = send("GET", String(link.dropFirst("https://mock:2".count)))
    #expect(next.body["value"]?.array?[0]["displayName"] == "strict")
  }

  @Test mutating func noTwoRequestsHaveTheSameName() {
    let ids = (1...3).map { _ in
      send("GET", "\(apps)/managedAppPolicies/$count").headers.first { $0.isNamed("request-id") }?
        .value
    }
    #expect(
      ids == [
        "00000001-0000-4000-8006-01727e8efe80", "00000002-0000-4000-8006-01727e8efe80",
        "00000003-0000-4000-8006-01727e8efe80",
      ])
  }

  @Test(
    arguments: [
      ("Content-Encoding", "gzip", 415), ("Content-Encoding", "br", 415),
      ("Content-Encoding", "Identity", 201), ("Content-Encoding", "", 201),
    ])
  mutating func aBodyThatIsCompressedIsRefusedUnread(
    _ name: String, _ value: String, _ status: Int
  ) {
    let response = send(
      "POST", "\(apps)/iosManagedAppProtections", body: "{\"displayName\":\"x\"}",
      headers: [HeaderField("Content-Type", "application/json"), HeaderField(name, value)])
    #expect(response.status == status)
    #expect(response.code == (status == 415 ? "UnsupportedMediaType" : nil))
  }

  @Test(
    arguments: [
      (nil, 415), ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
      ("application/json", 201), ("Application/JSON; charset=utf-8; odata.metadata=minimal", 201),
    ] as [(String?, Int)])
  mutating func onlyJSONIsReadAsJSON(_ type: String?, _ status: Int) {
    let headers = type.map { [HeaderField("content-type", $0)] } ?? []
    let response = send(
      "POST", "\(apps)/iosManagedAppProtections", body: "{\"displayName\":\"x\"}",
      headers: headers)
    #expect(response.status == status)
    // Without a body there is nothing to say about it.
    #expect(
      send("DELETE", "\(apps)/iosManagedAppProtections/strict", headers: headers).status == 204)
  }

  @Test mutating func aByteOrderMarkIsPassedOver() {
    let path = "\(apps)/iosManagedAppProtections"
    #expect(send("POST", path, body: "\u{FEFF}{\"displayName\":\"x\"}").status == 201)
    #expect(
      send("POST", path, body: "\u{FEFF}{\"displayName\":}").body["error"]?["message"]
        == "the body is not JSON: a value cannot start here at byte 15")
  }

  @Test mutating func deletingAnswersWithoutABody() {
    let response = send("DELETE", "\(apps)/iosManagedAppProtections/strict")
    #expect(response.status == 204)
    #expect(response.content == .none)
  }
}
