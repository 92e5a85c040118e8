internal import ExactText

/// Instants and durations as Graph writes them (ISO 8601; RFC 3339 for instants).
package enum ISO8601 {
  /// The instants that four digits of the year can tell, in milliseconds since the epoch: the years 0 to
  /// 9999.
  package static let writable = -62_167_219_200_000...253_402_300_799_999

  /// `2020-06-04T09:00:00Z`, with `.mmm` only if there are milliseconds; the calendar is Gregorian.
  package static func instant(milliseconds: Int) -> String {
    let (days, time) = floorDivide(milliseconds, 86_400_000)
    let (year, month, day) = date(daysSinceEpoch: days)
    let seconds = time / 1000
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
    text +=
      "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    if time % 1000 != 0 { text += ".\(padded(time % 1000, 3))" }
    return text + "Z"
  }

  /// True for an `Edm.Duration` such as `P90D`, `PT12H`, `PT0.5S` or `-PT17S`.
  package static func isDuration(_ text: String) -> Bool { durationMilliseconds(text) != nil }

  /// A number of at least so many digits.
  static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The civil date of a day, by counting 400-year eras of 146,097 days that begin on 1 March.
  static func date(daysSinceEpoch days: Int) -> (Int, Int, Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
