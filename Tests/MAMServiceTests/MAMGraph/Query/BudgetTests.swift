import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// No question may keep the service from answering others.
@Suite struct BudgetTests {
  var world: GraphWorld

  init() throws {
    world = try GraphWorld()
    let targets = (1...30).map { number -> JSON in
      [
        "mobileAppIdentifier": [
          "@odata.type": "#microsoft.graph.iosMobileAppIdentifier",
          "bundleId": .string("com.contoso.app\(number)"),
        ]
      ]
    }
    for policy in ["baseline", "strict", "other"] {
      let path = "\(apps)/iosManagedAppProtections/\(policy)/targetApps"
      #expect(world.send("POST", path, ["apps": .array(targets)]).status == 204)
    }
  }

  private func nested(_ depth: Int) -> String {
    let open = (1...depth).map { "$it/apps/any(v\($0):v\($0)/id eq 'none' or " }.joined()
    return "\(open)false\(String(repeating: ")", count: depth))"
  }

  private mutating func message(_ option: String, _ text: String) -> String {
    world.message(
      "\(apps)/iosManagedAppProtections?\(option)=\(PercentEncoding.encoded(text))")
  }

  @Test mutating func lambdasCanBeNestedFourTimesOnly() {
    #expect(message("$filter", nested(2)) == "no error")
    #expect(
      message("$filter", nested(12))
        == "$filter, position 150: expected at most 4 levels of any and all")
  }

  @Test mutating func aConditionThatMultipliesIsGivenUp() {
    #expect(
      message("$filter", nested(4))
        == "the query visits more than 200000 related items; "
        + "expected fewer levels of any, all or $expand, or a smaller collection")
  }

  @Test mutating func aMarkThatCombinesDoesNotHideAQuote() {
    #expect(message("$filter", "displayName eq 'a\u{301}'") == "no error")
    #expect(
      message("$filter", "displayName eq 'a'\u{301}")
        == "$filter, position 19: expected a name, a literal or an operator, found \u{301}")
    #expect(
      message("$filter", "minimumPinLength eq 4\u{301}")
        == "$filter, position 22: expected a name, a literal or an operator, found \u{301}")
  }
}
