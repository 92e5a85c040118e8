/// Dates as HTTP writes them: IMF-fixdate of RFC 9110, section 5.6.7.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What has four digits of the year, in seconds since 1970.
  private static let writable = -62_167_219_200...253_402_300_799

  /// The date of an instant, such as `Thu, 04 Jun 2020 09:00:00 GMT`; for one that has no four digits of
  /// the year, the nearest that has.
  static func text(secondsSinceEpoch seconds: Int) -> String {
    let secondsSinceEpoch = min(max(seconds, writable.lowerBound), writable.upperBound)
    // ISO 8601 text has the civil date already; only its form is another.
    let text = Array(ISO8601.instant(milliseconds: secondsSinceEpoch * 1000))
    let day = secondsSinceEpoch.flooringDivision(by: 86_400)
    let weekday = days[((day % 7) + 7) % 7]
    let month = months[(Int(String(text[5...6])) ?? 1) - 1]
    return "\(weekday), \(String(text[8...9])) \(month) \(String(text[0...3])) "
      + "\(String(text[11...18])) GMT"
  }
}

extension Int {
  /// The quotient that is rounded towards negative infinity: instants before 1970 have a date too.
  func flooringDivision(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
