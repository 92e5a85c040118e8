internal import ExactText
import JSONText
import VirtualTime

/// What only defects look at.
struct DefectState: Sendable {
  /// How far the device's clock is from the time.
  var wallClockOffset = VirtualDuration.zero
  /// Accounts that were deregistered and are tried all the same.
  var ghosts: [Account] = []
  /// An enrollment that should be gone, and whose policy is in force.
  var lingering: Enrollment?
  /// Events that come although they should not.
  var echoes: [(at: VirtualInstant, event: SDKEvent)] = []
  /// A check-in for a user who is not enrolled.
  var checkIn: (due: VirtualInstant, identity: String, locations: Locations?)?
  /// Calls of registerAndEnrollAccount that have not returned.
  var heldCalls: [(identity: String, call: Int)] = []
  /// The user who left last, in this process.
  var lastEnrolled: String?
  /// The user of the device's management, in this process.
  var mdmUser: String?
  /// True from a deregistration until accounts are registered again.
  var accountsAreStale = false
}
