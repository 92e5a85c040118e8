internal import ExactText

/// A point in virtual time: exact integer milliseconds since the Unix epoch.
package struct VirtualInstant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int

  /// An instant at the given milliseconds since the Unix epoch.
  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Where the virtual clock of a case starts unless the case says otherwise: 2020-06-04T09:00:00Z.
  package static let defaultEpoch = VirtualInstant(milliseconds: 1_591_261_200_000)

  package static func < (left: VirtualInstant, right: VirtualInstant) -> Bool {
    left.milliseconds < right.milliseconds
  }
  /// The instant that lies a duration later (or earlier, if it is negative).
  package static func + (instant: VirtualInstant, duration: VirtualDuration) -> VirtualInstant {
    VirtualInstant(milliseconds: instant.milliseconds + duration.milliseconds)
  }
  /// The time from one instant to another.
  package static func - (later: VirtualInstant, earlier: VirtualInstant) -> VirtualDuration {
    VirtualDuration(milliseconds: later.milliseconds - earlier.milliseconds)
  }
}

/// A span of virtual time in exact integer milliseconds.
package struct VirtualDuration: Sendable, Hashable, Comparable {
  /// The length in milliseconds; negative spans lead back in time.
  package var milliseconds: Int

  /// A span of the given milliseconds.
  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// No time at all.
  package static let zero = VirtualDuration(milliseconds: 0)
  /// A span of whole seconds.
  package static func seconds(_ count: Int) -> VirtualDuration {
    VirtualDuration(milliseconds: count * 1000)
  }
  /// A span of whole minutes.
  package static func minutes(_ count: Int) -> VirtualDuration { .seconds(count * 60) }
  /// A span of whole hours.
  package static func hours(_ count: Int) -> VirtualDuration { .minutes(count * 60) }
  /// A span of days of 24 hours.
  package static func days(_ count: Int) -> VirtualDuration { .hours(count * 24) }

  package static func < (left: VirtualDuration, right: VirtualDuration) -> Bool {
    left.milliseconds < right.milliseconds
  }
  /// The sum of two spans.
  package static func + (left: VirtualDuration, right: VirtualDuration) -> VirtualDuration {
    VirtualDuration(milliseconds: left.milliseconds + right.milliseconds)
  }
}

extension VirtualDuration: CustomStringConvertible {
  /// `H:MM:SS.mmm`, as every report writes virtual time; hours are not folded into days.
  package var description: String {
    let magnitude = milliseconds.magnitude
    func padded(_ value: UInt, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let hours = magnitude / 3_600_000
    let minutes = padded(magnitude / 60_000 % 60, 2)
    let seconds = padded(magnitude / 1000 % 60, 2)
    let sign = milliseconds < 0 ? "-" : ""
    return "\(sign)\(hours):\(minutes):\(seconds).\(padded(magnitude % 1000, 3))"
  }

  /// The span in whole days where it has some, such as `400 d`; else as ``description``.
  package var inDays: String {
    let day = VirtualDuration.days(1).milliseconds
    let isWhole = milliseconds > day && milliseconds.isMultiple(of: day)
    return isWhole ? "\(milliseconds / day) d" : description
  }

  /// The longest span that a string may name: 100 years of 365 days.
  package static let longest = VirtualDuration.days(36_500)

  /// Reads `24 h`, `8h`, `30 d`, `1 ms`, `90 s`, `5 min`, `23:59:59.999`, `24:00:00`, and sums and
  /// differences of them such as `24 h - 1 ms` or `-3 h`; nil for anything else or beyond ``longest``.
  ///
  /// A count may be a fraction, such as `1/2 h`, that comes to whole milliseconds.
  ///
  /// - Parameter unit: the length of further units, such as those of a profile; nil for a word that is none.
  package init?(_ text: String, unit: (Substring) -> VirtualDuration? = { _ in nil }) {
    var total = 0
    var sign = 1
    var word = ""
    func term(_ text: String) -> Int? {
      let text = String(text.filter { $0 != " " })
      if text.contains(":") { return VirtualDuration.clock(text) }
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(digits), count <= 4_000_000_000_000 else { return nil }
      var rest = text.dropFirst(digits.count)
      var divisor = 1
      if rest.first == "/" {
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...1000).contains(number) else { return nil }
        divisor = number
        rest = rest.dropFirst(1 + digits.count)
      }
      let factor: Int
      switch rest {
      case "ms": factor = 1
      case "s": factor = 1000
      case "min": factor = 60_000
      case "h": factor = 3_600_000
      case "d": factor = 86_400_000
      default:
        guard let length = unit(rest) else { return nil }
        factor = length.milliseconds
      }
      let (product, overflow) = count.multipliedReportingOverflow(by: factor)
      guard !overflow, product.isMultiple(of: divisor) else { return nil }
      let value = product / divisor
      return value > VirtualDuration.longest.milliseconds ? nil : value
    }
    var rest = text[...]
    if rest.first == "-" {
      sign = -1
      rest = rest.dropFirst()
    }
    for character in rest + "+" {
      if character == "+" || character == "-" {
        guard let value = term(word) else { return nil }
        total += sign * value
        guard abs(total) <= VirtualDuration.longest.milliseconds else { return nil }
        sign = character == "-" ? -1 : 1
        word = ""
      } else {
        word.append(character)
      }
    }
    self.init(milliseconds: total)
  }

  /// Reads `H:MM:SS` or `H:MM:SS.mmm` in milliseconds.
  private static func clock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      hours >= 0, hours <= 876_000, minutes >= 0, minutes < 60, parts[1].count == 2
    else { return nil }
    let last = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard last.count <= 2, last[0].count == 2, let seconds = Int(last[0]), seconds >= 0,
      seconds < 60
    else { return nil }
    var fraction = 0
    if last.count == 2 {
      guard last[1].count == 3, let value = Int(last[1]), value >= 0 else { return nil }
      fraction = value
    }
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction
  }
}
