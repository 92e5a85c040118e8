import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// A 405 says truly what the place takes instead.
@Suite struct AllowedMethodsTests {
  var world: GraphWorld

  init() throws {
    world = try GraphWorld()
    _ = world.core.enrolled("ana@contoso.com")
  }

  private static let places =
    [
      "iosManagedAppProtections", "targetedManagedAppConfigurations", "managedAppPolicies",
      "managedAppPolicies/baseline", "managedAppPolicies/mailconfig/assign",
      "iosManagedAppProtections/baseline", "iosManagedAppProtections('baseline')/assign",
      "iosManagedAppProtections/baseline/microsoft.graph.iosManagedAppProtection/targetApps",
      "iosManagedAppProtections/baseline/apps", "managedAppPolicies/baseline/displayName",
      "iosManagedAppProtections/baseline/apps/com.contoso.mail.ios",
      "iosManagedAppProtections/baseline/assignments", "iosManagedAppProtections/$count",
      "mobileAppConfigurations", "mobileAppConfigurations/$count", "managedAppStatuses",
      "managedAppRegistrations", "managedAppRegistrations/e1",
      "managedAppRegistrations/e1/operations", "managedAppRegistrations/e1/intendedPolicies",
      "managedAppRegistrations/getUserIdsWithFlaggedAppRegistration",
    ].map { "\(apps)/\($0)" }
    + [
      "", "users", "users/ben", "users/$count", "users/ben/managedAppRegistrations",
      "users/ben/wipeManagedAppRegistrationsByDeviceTag", "users/ben/getManagedAppPolicies",
      "users/ben/assignLicense", "groups", "groups/staff", "groups/staff/members",
      "directoryObjects/getByIds", "directoryObjects/o-ana", "subscribedSkus", "organization",
      "deviceManagement/managedDevices", "$batch", "$metadata",
    ].map { $0.isEmpty ? apps : "/v1.0/\($0)" }

  @Test(arguments: places) mutating func isWhatIsNotRefused(_ path: String) throws {
    let answers = try ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"].map { method in
      // Each of them meets the same state.
      var world = try world.copy()
      return (method, world.send(method, path, [:]))
    }
    let taken = answers.filter { $0.1.status != 405 }.map(\.0)
    for (method, answer) in answers where answer.status == 405 {
      let allow = answer.headers.filter { $0.name == "Allow" }.map(\.value)
      try #require(allow.count == 1, "\(method)")
      #expect(allow[0].split(separator: ", ").filter { $0 != "HEAD" }.map(String.init) == taken)
      #expect(allow[0].contains("HEAD") == taken.contains("GET"))
    }
    #expect(taken.count < 6)
  }

  @Test func `a reference to a member is made and taken away`() {
    #expect(GraphPath("/groups/staff/members/$ref").methods == "POST")
    #expect(GraphPath("/groups/staff/members/ben/$ref").methods == "DELETE")
    #expect(GraphPath("/me").methods == "GET, HEAD, PATCH, DELETE")
  }
}
