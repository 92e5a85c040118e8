internal import ExactText
import JSONText
import VirtualTime

/// What only defects look at.
struct DefectState: Sendable {
  /// An enrollment that should be gone, and whose policy is in force.
  var lingering: Enrollment?
  /// Events that come although they should not.
  var echoes: [(at: VirtualInstant, event: SDKEvent)] = []
  /// The user who left last, in this process.
  var lastEnrolled: String?
  /// True from a deregistration until accounts are registered again.
  var accountsAreStale = false
}
