internal import ExactText
package import VirtualTime

/// The names of the requests to the administrator API and the sign-in host that came by HTTP; never stored.
///
/// No two requests to a process have the same one, whatever is forgotten or restored meanwhile.
package final class RequestNames {
  /// How many requests have a name.
  package private(set) var count = 0

  /// Nobody has a name yet.
  package init() {}

  /// Gives the next request its name.
  package func countRequest() { count += 1 }

  /// The name of the latest request: when it came, and how many came before.
  package func latest(_ now: VirtualInstant) -> String {
    GraphID.request.text(now.milliseconds, count: count)
  }
}
