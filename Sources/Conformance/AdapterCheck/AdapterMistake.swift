internal import ExactText
internal import JSONText
internal import StepProtocol
internal import Wording

/// A word or a value of an adapter that the step protocol does not know, and that would be blamed on its SDK.
///
/// `adapter check` fails because of it. A run goes on, since it has no bearing on what the case asks for, and notes it once in
/// each case.
struct AdapterMistake {
  /// Where it is: the same for every value that is wrong there.
  var place: String
  /// What was found, what the protocol has, and what was probably meant.
  var text: String

  /// Members of `capabilities` that are none of the protocol, in their order.
  static func all(inCapabilities offered: [JSON]) -> [AdapterMistake] {
    offered.filter { $0.string.flatMap(Capability.init) == nil }.map { element in
      unknown("capability", element, among: Capability.allCases.map(\.rawValue))
    }
  }

  /// What is wrong with an event: its name, or the kind of a member; nil if nothing is.
  static func first(in event: StepEvent) -> AdapterMistake? {
    if let name = EventName(rawValue: event.name) {
      return event.wrongMember(of: name).map {
        AdapterMistake(place: "event \(event.name) \($0.member)", text: $0.text)
      }
    }
    return unknown("event", .string(event.name), among: EventName.allCases.map(\.rawValue))
  }

  /// A word that the protocol does not have, with the one that was probably meant or else all that it has.
  private static func unknown(
    _ kind: String, _ value: JSON, among known: [String]
  ) -> AdapterMistake {
    let word = value.text.prefix(80)
    let near = value.string.flatMap { Spelling.nearest(to: $0, among: known) }
    let help = near.map { "did you mean '\($0)'?" } ?? "it has \(known.joined(separator: ", "))"
    return AdapterMistake(
      place: "\(kind) \(word)", text: "the protocol has no \(kind) \(word); \(help)")
  }
}
