internal import ExactText

/// Dates as HTTP writes them: IMF-fixdate of RFC 9110, section 5.6.7.
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The date of an instant, such as `Thu, 04 Jun 2020 09:00:00 GMT`.
  ///
  /// A year has four digits: an instant outside the years 0 to 9999 is told as the first or the last
  /// second of them.
  package static func text(secondsSinceEpoch: Int) -> String {
    let years = ISO8601.writable
    let first = years.lowerBound.flooringDivision(by: 1000)
    let last = years.upperBound.flooringDivision(by: 1000)
    let second = min(max(secondsSinceEpoch, first), last)
    let day = second.flooringDivision(by: 86_400)
    let time = second - day * 86_400
    let (year, month, dayOfMonth) = ISO8601.date(daysSinceEpoch: day)
    let weekday = days[((day % 7) + 7) % 7]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { ISO8601.padded($0, 2) }
    return "\(weekday), \(ISO8601.padded(dayOfMonth, 2)) \(months[month - 1]) "
      + "\(ISO8601.padded(year, 4)) \(clock.joined(separator: ":")) GMT"
  }
}

extension Int {
  /// The quotient that is rounded towards negative infinity: instants before 1970 have a date too.
  package func flooringDivision(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
