internal import ExactText
internal import JSONText

extension StepEvent {
  /// The first member of a wrong kind, and what is wrong with it, in words; nil if there is none.
  ///
  /// The page of the step protocol says: codes and reasons are integers, `didSucceed`, `answered` and `handled` booleans, names
  /// strings. A status code that is the string "204" is a mistake of the adapter, which would be blamed on its SDK. Members
  /// that are null, and members that the protocol does not know, are not looked at.
  ///
  /// - Parameter event: what the event's name stands for.
  package func wrongMember(of event: EventName) -> (member: String, text: String)? {
    for member in fields.members where !member.value.isNull {
      guard let (kind, isRight) = StepEvent.kind(of: member.name, member.value), !isRight else {
        continue
      }
      return (
        member.name,
        "the member \"\(member.name)\" of the event \(name) must be \(kind), not "
          + member.value.text.prefix(80)
      )
    }
    return nil
  }

  private static func kind(of member: String, _ value: JSON) -> (kind: String, isRight: Bool)? {
    switch member {
    case "statusCode", "reason", "status", "call": ("an integer", value.int != nil)
    case "sent": ("a non-negative integer", value.int.map { $0 >= 0 } ?? false)
    case "didSucceed", "answered", "handled": ("a boolean", value.bool != nil)
    case "identity", "errorString", "thread", "window", "api", "kind", "level", "message", "title",
      "queue", "url", "activity", "authority", "check", "management", "what":
      ("a string", value.string != nil)
    default: nil
    }
  }
}
