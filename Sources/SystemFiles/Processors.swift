internal import CProcess
internal import ExactText
internal import Glibc

/// The processors that this program may use.
package enum Processors {
  /// The numbers of those that the calling thread may use, lowest first: what `taskset`, a cpuset or a
  /// container leaves of the machine's. Empty if the system does not tell.
  package static var allowed: [Int] {
    let capacity = 1 << 14
    return [Int](unsafeUninitializedCapacity: capacity) { buffer, count in
      let list = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
      defer { list.deallocate() }
      count = max(0, Int(mam_allowed_processors(list, Int32(capacity))))
      for index in 0..<count { buffer.initializeElement(at: index, to: Int(list[index])) }
    }
  }

  /// Binds the calling thread, and the processes that it starts from now on, to some processors.
  @discardableResult
  package static func bind(to processors: [Int]) -> Bool {
    mam_bind_to_processors(processors.map(Int32.init), Int32(processors.count)) == 0
  }

  /// How many processors this program has the use of, at least 1: those it may use, or fewer if its
  /// control group has a quota of time (`docker run --cpus`).
  package static var available: Int {
    let allowed = allowed.count > 0 ? allowed.count : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return max(1, min(allowed, ProcessorQuota.read(root: "") ?? allowed))
  }
}
