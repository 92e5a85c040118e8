internal import ExactText
import MAMModel

extension GraphPath {
  /// The methods that the place takes, which a 405 has to say (RFC 9110, section 15.5.6). Every place can be read
  /// that is not named here.
  var methods: String {
    // What stands behind a type is what stands without it.
    var place = segments.filter { GraphName.unqualified($0) == nil }
    if place.first == "me" { place.replaceSubrange(..<1, with: ["users", "*"]) }
    return GraphPath.places.first { GraphPath.fits(place, $0.pattern) }?.methods ?? "GET, HEAD"
  }

  private static let places: [(pattern: [Substring], methods: String)] = {
    let collection = "GET, HEAD, POST"
    let entity = "GET, HEAD, PATCH, DELETE"
    var places = [
      ("$batch", "POST"),
      ("users", collection), ("users/*", entity), ("users/*/assignLicense", "POST"),
      ("users/*/wipeManagedAppRegistrationsByDeviceTag", "POST"),
      ("groups", collection), ("groups/*", entity), ("groups/*/members/$ref", "POST"),
      ("groups/*/members/*/$ref", "DELETE"), ("directoryObjects/getByIds", "POST"),
      ("deviceAppManagement/managedAppRegistrations/*/operations", collection),
    ]
    for name in [
      "iosManagedAppProtections", "targetedManagedAppConfigurations", "managedAppPolicies",
      "mobileAppConfigurations",
    ] {
      let path = "deviceAppManagement/\(name)"
      places += [(path, collection), ("\(path)/*", entity), ("\(path)/*/assign", "POST")]
      // What MDM tells apps names them by a property.
      guard name != "mobileAppConfigurations" else { continue }
      places += [
        ("\(path)/*/targetApps", "POST"), ("\(path)/*/apps", collection),
        ("\(path)/*/apps/*", "GET, HEAD, DELETE"),
      ]
    }
    return places.map { ($0.split(separator: "/"), $1) }
  }()

  /// True if the segments are those of a pattern, where `*` is any key.
  private static func fits(_ segments: [String], _ pattern: [Substring]) -> Bool {
    segments.count == pattern.count
      && zip(segments, pattern).allSatisfy { segment, part in
        part == "*" ? !segment.hasPrefix("$") : segment == part
      }
  }
}
