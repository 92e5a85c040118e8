package import Contract
internal import ExactText
package import JSONText
internal import VirtualTime

/// The profile of a run as reports and stored runs keep it: its name and all its numbers.
package enum ReportedProfile {
  /// The numbers of a run, in milliseconds.
  package static func json(_ profile: Profile) -> JSONObject {
    var object: JSONObject = ["name": .string(profile.name)]
    for number in ProfileNumber.allCases {
      object[member(number)] = .int(profile[number].milliseconds)
    }
    if profile.sendsCheckIn { object["sent"] = [.string(ProfileNumber.checkIn.rawValue)] }
    return object
  }

  /// Reads what ``json(_:)`` has written; nil if a number is missing.
  package static func read(_ value: JSON) -> Profile? {
    var profile = Profile()
    profile.name = value["name"]?.string ?? ""
    profile.sendsCheckIn = value["sent"] != nil
    for number in ProfileNumber.allCases {
      guard let milliseconds = value[member(number)]?.int else { return nil }
      profile[number] = VirtualDuration(milliseconds: milliseconds)
    }
    return profile
  }

  /// The profile in words, with its name: `profile half (retry 12:00:00.000)`; nil is the contract itself.
  package static func text(_ profile: Profile?) -> String {
    profile.map { "profile \($0.name) (\($0.text))" } ?? "the numbers of the contract"
  }

  private static func member(_ number: ProfileNumber) -> String {
    "\(number.rawValue)Milliseconds"
  }
}
