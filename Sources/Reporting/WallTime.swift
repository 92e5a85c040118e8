internal import ExactText
import Glibc

/// How reports write the wall clock.
package enum WallTime {
  /// Seconds with six places, such as `0.012345`, from milliseconds.
  static func seconds(_ milliseconds: Double, _ times: ReportTimes) -> String {
    let value = times == .fixed ? 0 : max(0, Int((milliseconds * 1000).rounded()))
    return "\(value / 1_000_000).\(padded(value % 1_000_000, 6))"
  }

  /// Coordinated universal time without a zone, such as `2020-06-04T09:00:00` (what readers of JUnit take).
  package static func timestamp(_ milliseconds: Int, _ times: ReportTimes) -> String {
    var seconds = times == .fixed ? 1_591_261_200 : milliseconds / 1000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [
      padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1, 2),
      padded(Int(parts.tm_mday), 2),
    ]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":")
  }

  /// The milliseconds since the Unix epoch of such a time, with or without the `Z` behind it; nil if it is none.
  static func milliseconds(_ timestamp: String) -> Int? {
    let numbers = timestamp.split { "-T:Z".contains($0) }.map { Int32($0) }
    guard timestamp.count >= 19, timestamp.count <= 20, numbers.count == 6 else { return nil }
    let known = numbers.compactMap(\.self)
    guard known.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (known[0] - 1900, known[1] - 1, known[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (known[3], known[4], known[5])
    return timegm(&parts) * 1000
  }

  /// A duration for people: `840 ms`, `3.2 s`, `2 min 05 s`.
  package static func readable(_ milliseconds: Double, _ times: ReportTimes) -> String {
    let value = times == .fixed ? 0 : max(0, Int(milliseconds.rounded()))
    if value < 1000 { return "\(value) ms" }
    if value < 60_000 { return "\(value / 1000).\(value % 1000 / 100) s" }
    return "\(value / 60_000) min \(padded(value / 1000 % 60, 2)) s"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
