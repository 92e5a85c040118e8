import JSONText
import Testing

@testable import MAMService

@Suite struct SeedTests {
  @Test(
    arguments: [
      (["colours": [:]], "a seed has no member \"colours\""),
      (["users": []], "\"users\" must be an object"),
      (["users": ["ana": ["tenant": "t"]]], "user \"ana\" has no upn"),
      (
        ["users": ["ana": ["upn": "a@b", "tenant": "t"]]],
        "user \"ana\" has no tenant that the service knows"
      ),
      (["tenants": ["t": ["size": 3]]], "tenant \"t\": cannot set size: 3"),
      (["apps": ["mail": [:]]], "app \"mail\" has no bundleId"),
      (["groups": ["g": ["zoe"]]], "group \"g\" has the unknown user \"zoe\""),
      (
        ["policies": ["p": ["assign": ["g"]]]],
        "policy \"p\" is assigned to the unknown group \"g\""
      ),
      (["policies": ["p": ["apps": ["mail"]]]], "policy \"p\" targets the unknown app \"mail\""),
      (["policies": ["p": ["colour": 1]]], "policy \"p\" has no member \"colour\""),
      (
        ["policies": ["p": ["settings": ["pin": true]]]],
        "policy \"p\": there is no property \"pin\""
      ),
      (
        ["policies": ["p": ["settings": ["pinRequired": 1]]]],
        "policy \"p\": pinRequired must be true or false"
      ),
      (
        ["policies": ["p": ["settings": ["managedBrowser": "x"]]]],
        "policy \"p\": managedBrowser must be one of notConfigured, microsoftEdge"
      ),
    ] as [(JSON, String)])
  func whatCannotBeSeededIsSaid(_ seed: JSON, _ message: String) {
    var core = ServiceCore()
    let error = #expect(throws: CommandError.self) { try core.seed(seed.object!, at(0)) }
    #expect(error?.description == message)
  }

  @Test func everySettingHasAValueThatItAccepts() {
    for property in ProtectionProperty.all {
      #expect(property.fault(of: property.unrestricted) == nil)
      #expect(property.fault(of: property.portalDefault) == nil)
      #expect(property.fault(of: ["no": "such value"]) != nil)
    }
  }

  @Test(
    arguments: [
      ("P90D", 7_776_000_000), ("PT12H", 43_200_000), ("PT30M", 1_800_000), ("PT0S", 0),
      ("P1DT2H3M4S", 93_784_000), ("PT35.0018757S", 35_001), ("PT0.5S", 500),
      ("-PT17.1357909S", -17_135), ("PT0.05S", 50), ("+P1D", 86_400_000), ("-P1D", -86_400_000),
    ])
  func durationsAreRead(_ text: String, _ milliseconds: Int) {
    #expect(ISO8601.durationMilliseconds(text) == milliseconds)
    #expect(ISO8601.isDuration(text))
  }

  @Test(
    arguments: [
      "", "P", "PT", "90D", "P90", "PT12", "PD", "P1M", "PT1S2M", "P1DT", "PT1H1H", "P1D ", "P1H",
      "12:00:00", "P-1D", "P1\u{301}D", "P١D", "PT1.5H", "PT.5S", "PT1.S", "--PT1S", "PT1S\u{301}",
      "PT0.0000000000001S", "P1234567890D",
    ])
  func whatIsNoDurationIsRefused(_ text: String) { #expect(!ISO8601.isDuration(text)) }

  @Test(
    arguments: [
      (1_591_261_200_000, "2020-06-04T09:00:00Z"), (0, "1970-01-01T00:00:00Z"),
      (951_782_400_001, "2000-02-29T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (4_107_542_399_000, "2100-02-28T23:59:59Z"),
    ])
  func instantsAreWritten(_ milliseconds: Int, _ text: String) {
    #expect(ISO8601.instant(milliseconds: milliseconds) == text)
  }
}
