import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// Graph regards no letter case, but it does not take two normal forms for one text.
@Suite struct ExactGraphTests {
  private static let composed = "jos\u{E9}@contoso.com"
  private static let decomposed = "jose\u{301}@contoso.com"
  private var world: GraphWorld

  init() throws {
    world = try GraphWorld()
    try world.core.directory.seed(
      [
        "users": [
          "one": [
            "upn": .string(Self.composed), "tenant": "contoso", "displayName": "Ren\u{E9} \u{212A}",
          ],
          "two": [
            "upn": .string(Self.decomposed), "tenant": "contoso", "displayName": "Rene\u{301} K",
          ],
        ]
      ], at(0))
    world.core.state.commit()
  }

  private mutating func found(_ options: String) -> [String] {
    let answer = world.send(
      "GET", "/v1.0/users?\(options)", headers: [HeaderField("ConsistencyLevel", "eventual")])
    return (answer.body?["value"]?.array ?? []).compactMap { $0["userPrincipalName"]?.string }
      .sorted()
  }

  private mutating func filtered(_ filter: String) -> [String] {
    found("$filter=\(PercentEncoding.encoded(filter))&$count=true")
  }

  @Test(arguments: [
    "userPrincipalName eq 'JOS\u{E9}@contoso.com'", "userPrincipalName eq 'jos\u{C9}@contoso.com'",
    "startswith(userPrincipalName,'jos\u{E9}')", "userPrincipalName in ('jos\u{E9}@contoso.com')",
  ]) mutating func aFilterFindsTheFormThatItNames(filter: String) throws {
    var world = self
    #expect(world.filtered(filter).map { Array($0.utf8) } == [Array(Self.composed.utf8)])
    // As scalars, for the compiler's view of the text is not ours.
    let other = String(
      String.UnicodeScalarView(
        filter.unicodeScalars.flatMap {
          $0 == "\u{E9}" ? ["e", "\u{301}"] : $0 == "\u{C9}" ? ["E", "\u{301}"] : [$0]
        }))
    #expect(world.filtered(other).map { Array($0.utf8) } == [Array(Self.decomposed.utf8)])
  }

  @Test mutating func aPathNamesOneUser() {
    for name in [Self.composed, Self.decomposed] {
      let user = world.get("users/\(PercentEncoding.encoded(name))")
      #expect(user["userPrincipalName"]?.string.map { Array($0.utf8) } == Array(name.utf8))
    }
  }

  @Test mutating func wordsOfTheLanguageAreOfASCII() {
    #expect(
      world.send("GET", "users?$s\u{212A}ip=1").status != 200
        || found("$s\u{212A}ip=1").count == found("").count)
    #expect(world.send("GET", "s\u{212A}us").status >= 400)
    #expect(world.send("GET", "users/\u{301}").status >= 400)
  }
}
