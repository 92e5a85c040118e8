internal import ExactText

/// The time on processors that a control group may use, in whole processors.
package enum ProcessorQuota {
  /// The smallest quota of this process's control group and of those above it, rounded up; nil without one.
  ///
  /// Reads `cpu.max` of version 2, and `cpu.cfs_quota_us` of version 1 of control groups.
  ///
  /// - Parameter root: what stands in front of `/proc` and `/sys`; for tests.
  package static func read(root: String) -> Int? {
    var quotas: [Int] = []
    for line in WholeFile.systemText("\(root)/proc/self/cgroup").split(separator: "\n") {
      // hierarchy:controllers:path
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[0] == "0", parts[1].isEmpty {
        for folder in folders("\(root)/sys/fs/cgroup", parts[2]) {
          quotas += quota(
            WholeFile.systemText("\(folder)/cpu.max").split { $0 == " " || $0 == "\n" })
        }
      } else if parts[1].split(separator: ",").contains("cpu") {
        for mount in ["cpu", "cpu,cpuacct"] {
          for folder in folders("\(root)/sys/fs/cgroup/\(mount)", parts[2]) {
            quotas += quota(
              ["cpu.cfs_quota_us", "cpu.cfs_period_us"].flatMap {
                WholeFile.systemText("\(folder)/\($0)").split(separator: "\n")
              })
          }
        }
      }
    }
    return quotas.min()
  }

  /// The folders of a control group and of those above it, up to the mount. A container may see the
  /// path that its group has outside, where nothing is inside; the mount itself is then its group.
  private static func folders(_ mount: String, _ path: Substring) -> [String] {
    var folders = [mount]
    for name in path.split(separator: "/") { folders.append("\(folders.last!)/\(name)") }
    return folders
  }

  /// Time and period in microseconds as whole processors; nothing for `max`, `-1` and a missing file.
  private static func quota(_ words: [Substring]) -> [Int] {
    guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]), time > 0,
      period > 0
    else { return [] }
    return [(time - 1) / period + 1]
  }
}
