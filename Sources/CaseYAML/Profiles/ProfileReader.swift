package import CaseModel
package import Contract
internal import ExactText
internal import VirtualTime

/// Reads a profile from YAML; `suites/schemas/profile.schema.json` describes the file.
///
///     profile: half
///     title: Retries after 12 hours, checks in every 4
///     numbers: {retry: 12 h, checkIn: 4 h}
package enum ProfileReader {
  /// The keys of the file.
  package static let keys = ["profile", "title", "numbers", "sent"]

  /// The profile of a file, and everything that is wrong with it; nil if an error keeps it from being used.
  package static func load(path: String) -> (profile: Profile?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    let profile = YAMLNode.read(path: path, diagnostics: diagnostics).flatMap {
      read($0, diagnostics)
    }
    return (diagnostics.errorCount == 0 ? profile : nil, diagnostics.all)
  }

  /// True if a file says of itself that it is a profile.
  package static func isProfile(path: String) -> Bool {
    YAMLNode.read(path: path, diagnostics: Diagnostics())?[keys[0]] != nil
  }

  private static func read(_ root: YAMLNode, _ diagnostics: Diagnostics) -> Profile? {
    guard diagnostics.members(root, of: "profile", keys: keys) != nil else { return nil }
    // Each is looked at, whatever is wrong with the others.
    let name = diagnostics.required("profile", in: root, of: "profile")
      .flatMap { diagnostics.id($0, for: "profile") }
    let title = diagnostics.required("title", in: root, of: "profile")
      .flatMap { diagnostics.text($0, for: "title") }
    let members = diagnostics.required("numbers", in: root, of: "profile").flatMap {
      diagnostics.members($0, of: "numbers", keys: Vocabulary.words(ProfileNumber.allCases))
    }
    var profile = Profile()
    profile.name = name ?? ""
    profile.title = title ?? ""
    if let sent = root["sent"] {
      for element in diagnostics.list(sent, for: "sent", of: "numbers") ?? [] {
        let known = [ProfileNumber.checkIn.rawValue]
        profile.sendsCheckIn =
          diagnostics.word(element, for: "sent", "number that a service sends", among: known) != nil
      }
    }
    for member in members ?? [] {
      guard let number = ProfileNumber(rawValue: member.name),
        let value = diagnostics.duration(member.value, for: member.name)
      else { continue }
      let range = number.range
      if !range.contains(value) {
        diagnostics.error(
          member.value.location,
          "'\(member.name)' takes a duration from \(range.lowerBound) to \(range.upperBound), not \(value)"
        )
      } else if !value.milliseconds.isMultiple(of: VirtualDuration.minutes(1).milliseconds) {
        diagnostics.error(
          member.value.location, "'\(member.name)' takes whole minutes, not \(value)",
          suggestion: "suites use fractions of it, which must be whole milliseconds")
      }
      profile[number] = value
    }
    return profile
  }
}
