import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// The codes of errors, which differ between the parts of the real service.
@Suite struct ErrorCodeTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  @Test(
    arguments: [
      ("users/zoe", "Request_ResourceNotFound"), ("groups/zoe", "Request_ResourceNotFound"),
      ("directoryObjects/zoe", "Request_ResourceNotFound"),
      ("subscribedSkus/zoe", "Request_ResourceNotFound"),
      ("organization/zoe", "Request_ResourceNotFound"), ("me", "BadRequest"),
      ("users?$top=x", "Request_BadRequest"),
      ("deviceAppManagement/managedAppPolicies/zoe", "ResourceNotFound"),
      ("deviceAppManagement/managedAppPolicies?$top=x", "BadRequest"),
      ("deviceManagement/managedDevices/zoe", "ResourceNotFound"), ("zoe", "BadRequest"),
    ])
  mutating func theDirectoryHasErrorCodesOfItsOwn(_ path: String, _ code: String) {
    #expect(world.get("/v1.0/\(path)")["error"]?["code"] == .string(code))
  }

  @Test mutating func whatTheDirectorySharesHasOneCode() {
    let codes: [JSON?] = [
      world.send("PUT", "/v1.0/users/ana"), world.send("POST", "/v1.0/users", [:]),
      world.send("GET", "/v1.0/users", caller: .bearer("void")),
    ].map { $0.body?["error"]?["code"] }
    #expect(
      codes == ["MethodNotAllowed", "ModelValidationFailure", "InvalidAuthenticationToken"])
    #expect(
      world.send("PUT", "/v1.0/users/ana").headers.contains(
        HeaderField("Allow", "GET, HEAD, PATCH, DELETE")))
  }
}
