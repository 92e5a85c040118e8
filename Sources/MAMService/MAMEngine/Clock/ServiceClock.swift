import CProcess
internal import ExactText
import Glibc
package import MAMDirectory
package import VirtualTime

/// Where the service reads the time of a request.
package enum ServiceClock {
  /// The page of shared memory that the coordinator writes.
  case shared(SharedPage)
  /// A clock of its own: a service that runs alone.
  case own(StandaloneClock)

  /// Maps the coordinator's memory file.
  package init(descriptor: Int32) throws(CommandError) {
    self = .shared(try SharedPage(descriptor))
  }

  /// The time now.
  package var now: VirtualInstant {
    switch self {
    case .shared(let page): page.now
    case .own(let clock): clock.now
    }
  }

  /// The clock of a service that runs alone; nil under a coordinator.
  package var own: StandaloneClock? {
    if case .own(let clock) = self { clock } else { nil }
  }

  /// The coordinator's page; nil for a service that runs alone.
  package var page: SharedPage? {
    if case .shared(let page) = self { page } else { nil }
  }
}
