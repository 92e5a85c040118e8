package import Conformance
internal import ExactText
package import VirtualTime

/// Where a case stands: one of its points, which are counted from 0.
///
/// The same case with the same SDK has the same points with the same numbers, however often it runs; going back is running
/// again to a point with a smaller number.
package struct DebugPosition: Sendable, Equatable {
  /// Counts the points of the case, from 0.
  package var number: Int
  /// What the point is; nil if a record was just added, the last one of the ``recordCount``.
  package var point: CasePoint?
  /// The virtual time.
  package var time: VirtualInstant
  /// The index of the step that comes next, is being carried out or was carried out last; nil before the first.
  package var step: Int?
  /// The app that is active and what it was asked to do; nil if every app is idle.
  package var activation: Activation?
  /// How many records there are.
  package var recordCount: Int

  /// One message to an app and everything up to its reply.
  package struct Activation: Sendable, Equatable {
    /// The app's name.
    package var app: String
    /// The operation, or the API that is called.
    package var name: String
  }

  /// True once the case is over.
  package var isEnd: Bool {
    if case .end = point { true } else { false }
  }

  /// True if a step comes next.
  package var isBeforeStep: Bool {
    if case .beforeStep = point { true } else { false }
  }

  /// True at a place at which something begins: a step, an activation, a deadline, the case; or at which the case is over.
  package var isBeginning: Bool {
    switch point {
    case .begin, .beforeStep, .beforeActivation, .deadline, .end: true
    case .afterActivation, .afterStep, nil: false
    }
  }
}

/// A position, and what can be seen there.
package struct Moment {
  /// Where the case stands.
  package let position: DebugPosition
  /// What can be seen; valid until the session moves.
  package let view: CaseView
}
