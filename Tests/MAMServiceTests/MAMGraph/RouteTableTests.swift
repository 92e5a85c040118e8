import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// The one table of routes: what is in it can be reached, and its names are taken as they come.
@Suite("Routes of the administrator API")
struct RouteTableTests {
  /// A place to which a route leads.
  private func place(_ route: GraphRoute) -> [String] {
    route.pattern.filter { $0 != "**" }.map { $0 == "*" ? "x" : String($0) }
  }

  @Test
  func `no route stands behind one that answers in its place`() {
    for route in GraphRoute.table {
      let first = GraphRoute.all(to: place(route)).first { $0.method == route.method }
      #expect(first?.pattern == route.pattern, "\(route.method) \(route.pattern)")
    }
  }

  @Test
  func `a 405 names the methods of the routes of a place`() {
    for route in GraphRoute.table {
      let path = GraphPath("/v1.0/" + place(route).joined(separator: "/"))
      #expect(
        path.methods.split(separator: ", ").contains(Substring(route.method)),
        "\(route.method) \(route.pattern)")
      #expect(path.isOfAction == route.isAction, "\(route.method) \(route.pattern)")
    }
  }

  @Test
  func `every name of a route is taken in any letter case, and no key is taken for one`() {
    for route in GraphRoute.table {
      let place = place(route)
      let shouted = place.map { $0 == "x" ? "X" : $0.uppercased() }.joined(separator: "/")
      let path = GraphPath("/v1.0/" + shouted)
      #expect(path.segments == place.map { $0 == "x" ? "X" : $0 }, "\(route.pattern)")
    }
    #expect(GraphPath("/v1.0/users/ME").segments == ["users", "ME"])
    #expect(GraphPath("/v1.0/groups/Assign/members").segments == ["groups", "Assign", "members"])
  }

  @Test(arguments: [
    ("deviceAppManagement/managedAppPolicies/x/microsoft.graph.managedAppPolicy/assign", true),
    ("users/x/microsoft.graph.user/assignLicense", false),
  ])
  func `types stand where a policy or a configuration is named, and nowhere else`(
    _ path: String, _ isTaken: Bool
  ) {
    #expect(GraphPath("/v1.0/" + path).isOfAction == isTaken)
  }

  @Test(arguments: [
    ("nothing", "nothing"), ("deviceAppManagement/nothing/more", "nothing"),
    ("deviceManagement/nothing", "nothing"), ("$batch/nothing", "nothing"),
  ])
  func `what no route goes on with is named`(_ path: String, _ segment: String) {
    let place = GraphPath("/v1.0/" + path).place
    #expect(GraphRoute.all(to: place).isEmpty)
    #expect(GraphRoute.unknown(in: place) == segment)
  }
}
