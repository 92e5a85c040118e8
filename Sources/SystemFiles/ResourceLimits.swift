internal import ExactText
internal import Glibc

/// The limits that the kernel sets to this process, as they were at some time.
///
/// Every program of the same user may lower them at any time (prlimit(2)), also one that this process has started.
package struct ResourceLimits {
  private let known: [(resource: __rlimit_resource_t, name: String, limit: rlimit)]

  /// The limits as they are now.
  package init() {
    let kinds = [
      (RLIMIT_NOFILE, "open files"), (RLIMIT_FSIZE, "the size of files"),
      (RLIMIT_AS, "its address space"), (RLIMIT_DATA, "its data"),
    ]
    known = kinds.compactMap { kind, name in
      let resource = __rlimit_resource_t(kind.rawValue)
      var limit = rlimit()
      return getrlimit(resource, &limit) == 0 ? (resource, name, limit) : nil
    }
  }

  /// Puts back what has been lowered since, as far as the kernel lets this process.
  ///
  /// - Returns: what was lowered, in words, such as `open files from 1024 to 3`.
  package func restore() -> [String] {
    known.compactMap { resource, name, before in
      var now = rlimit()
      guard getrlimit(resource, &now) == 0, now.rlim_cur < before.rlim_cur else { return nil }
      var wanted = before
      if setrlimit(resource, &wanted) != 0 {
        // The hard limit was lowered too, which only root can undo.
        wanted.rlim_max = now.rlim_max
        wanted.rlim_cur = min(before.rlim_cur, now.rlim_max)
        _ = setrlimit(resource, &wanted)
      }
      return "\(name) from \(ResourceLimits.text(before)) to \(ResourceLimits.text(now))"
    }
  }

  private static func text(_ limit: rlimit) -> String {
    limit.rlim_cur == .max ? "unlimited" : "\(limit.rlim_cur)"
  }
}
