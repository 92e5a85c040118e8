internal import ExactText
package import VirtualTime
internal import Wording

/// What a failed check found to be other than it demands: which record, which of its members, and by how much.
///
/// Failures with the same difference have the same cause as a rule; see ``RootCause``.
package struct Difference: Sendable, Equatable {
  /// How a history can differ from what a check demands.
  package enum Kind: String, Sendable, CaseIterable {
    /// A record that must be there is not.
    case missing
    /// A record is there that must not be, or one more than allowed.
    case unexpected
    /// A record is there, with another value in some of its members.
    case member
    /// A record is there, at another time.
    case time
    /// A record is there, but in another order.
    case order
    /// A call returned another value.
    case value
    /// A call has not returned.
    case notReturned = "not-returned"
  }

  /// The subject of a failure to kill an app where the case asks for it.
  package static let killPoint = "kill point"

  /// The subject of a step that finds nothing to act on, such as a prompt that is not open.
  package static let stepSubject = "what a step acts on"

  /// How it differs.
  package var kind: Kind
  /// What differs: kind and name of the record, such as `event enrollmentRequest`, or the API of a call.
  package var subject: String
  /// The members of the record that differ, in the order in which the check names them; empty if none is to blame.
  package var members: [String]
  /// How much later than demanded the record came, negative for earlier; nil unless the time is what differs.
  package var shift: VirtualDuration?
  /// When the record came, or should have come, in the case.
  package var time: VirtualInstant
  /// The difference in words, such as `statusCode is 205, expected 201`; of very long ones the beginning.
  package var text: String

  /// A difference with all its parts.
  package init(
    _ kind: Kind, _ subject: String, members: [String] = [], shift: VirtualDuration? = nil,
    time: VirtualInstant, text: String
  ) {
    self.kind = kind
    self.subject = subject
    self.members = members
    self.shift = shift
    self.time = time
    self.text = Excerpt.beginning(of: text)
  }
}
