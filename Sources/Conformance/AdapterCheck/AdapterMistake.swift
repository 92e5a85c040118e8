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
      let known = Capability.allCases.map(\.rawValue)
      let near = element.string.flatMap { Spelling.nearest(to: $0, among: known) }
      let word = element.text.prefix(80)
      return AdapterMistake(
        place: "capability \(word)",
        text: "the protocol has no capability \(word); "
          + (near.map { "did you mean '\($0)'?" } ?? "it has \(known.joined(separator: ", "))"))
    }
  }

  /// What is wrong with an event: its name, or the kind of a member; nil if nothing is.
  static func first(in event: StepEvent) -> AdapterMistake? {
    if let name = EventName(rawValue: event.name) {
      return event.wrongMember(of: name).map {
        AdapterMistake(place: "event \(event.name) \($0.member)", text: $0.text)
      }
    }
    let known = EventName.allCases.map(\.rawValue)
    let word = JSON.string(event.name).text.prefix(80)
    let near = Spelling.nearest(to: event.name, among: known)
    return AdapterMistake(
      place: "event \(word)",
      text: "the protocol has no event \(word); "
        + (near.map { "did you mean '\($0)'?" } ?? "it has \(known.joined(separator: ", "))"))
  }
}

extension Coordinator {
  /// Notes a mistake of the adapter, unless the case has a note of it already.
  func note(_ mistake: AdapterMistake) {
    guard notedMistakes.count < Coordinator.mostMistakes,
      notedMistakes.insert(ExactString(mistake.place)).inserted
    else { return }
    notes.append("the adapter is wrong, and its SDK may be blamed: \(mistake.text)")
  }
}
