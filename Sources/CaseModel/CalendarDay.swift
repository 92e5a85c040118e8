internal import ExactText

/// A day of the Gregorian calendar, in coordinated universal time.
package struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, from 0 to 9999.
  package let year: Int
  /// The month, from 1.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Reads `2027-01-31`; nil for any other form, and for a day that no calendar has.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...CalendarDay.length(ofMonth: month, year)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a moment: milliseconds since the Unix epoch, from 0.
  package init(millisecondsSinceEpoch milliseconds: Int) {
    var (year, rest) = (1970, max(0, milliseconds) / 86_400_000)
    while rest >= CalendarDay.length(ofYear: year) {
      rest -= CalendarDay.length(ofYear: year)
      year += 1
    }
    var month = 1
    while rest >= CalendarDay.length(ofMonth: month, year) {
      rest -= CalendarDay.length(ofMonth: month, year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }

  private init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package var description: String {
    let (month, day) = ("0\(month)".suffix(2), "0\(day)".suffix(2))
    return "\("000\(year)".suffix(4))-\(month)-\(day)"
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
