import JSONText
import Testing
import VirtualTime

@testable import MAMService

/// What is particular to requests that come over HTTP.
@Suite struct GraphHTTPTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func send(
    _ method: String, _ target: String, body: String = "", headers: [HeaderField] = []
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
    #expect(response.status == 404)
    #expect(response.code == "ResourceNotFound")
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

  @Test mutating func deletingAnswersWithoutABody() {
    let response = send("DELETE", "\(apps)/iosManagedAppProtections/strict")
    #expect(response.status == 204)
    #expect(response.content == .none)
  }
}
