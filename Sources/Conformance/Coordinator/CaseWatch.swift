internal import ExactText
package import VirtualTime

/// Follows a case while it runs, from point to point: a debugger, or a test.
///
/// The coordinator calls it on its own thread and stands still until it returns, so that a watch which waits stops the case,
/// with virtual time and every participant. A watch changes nothing: a case that is watched has the history of one that is not.
///
///     options.watch = { _ in PointCounter() }
package protocol CaseWatch: AnyObject {
  /// The case has come to a point.
  ///
  /// - Throws: ``CaseEnd/interrupted`` to end the case here, of which then nothing is said.
  func reached(_ point: CasePoint, _ view: CaseView) throws(CaseEnd)
  /// A record was added, the last one of the view's; the case can be ended at the next point.
  func recorded(_ view: CaseView)
}

/// A place at which a case can be stopped; records are points too, see ``CaseWatch/recorded(_:)``.
package enum CasePoint: Sendable, Equatable {
  /// The service is seeded; no step was taken.
  case begin
  /// The step of that index comes next.
  case beforeStep(Int)
  /// An app is about to get a message: its name, and the operation or the API that is called.
  case beforeActivation(app: String, name: String)
  /// An app is idle again, or was killed on the way.
  case afterActivation(app: String, name: String)
  /// A deadline falls due: time stands at its instant, and its owner is not woken yet.
  case deadline(Deadline)
  /// The step of that index was carried out, and its check can be made.
  case afterStep(Int)
  /// The case is over, and its participants are still there.
  case end(CaseEnding?)
}

extension Coordinator {
  /// Tells whoever watches the case where it has come to; without a watch nothing is done.
  @inline(__always)
  func reach(_ point: @autoclosure () -> CasePoint) throws(CaseEnd) {
    if let watch { try watch.reached(point(), CaseView(self)) }
  }
}
