extension ISO8601 {
  /// Milliseconds since the epoch of an RFC 3339 text such as `2020-06-04T09:00:00.5+02:00`; nil if the
  /// text is none, or leaves the years 0 to 9999 by its offset. What is finer than a millisecond is cut
  /// off.
  static func milliseconds(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2),
      take(&rest, "-"), let day = number(&rest, 2), 1...12 ~= month,
      1...daysOfMonth(month, year) ~= day, take(&rest, "T") || take(&rest, "t"),
      let hour = number(&rest, 2), take(&rest, ":"), let minute = number(&rest, 2),
      take(&rest, ":"), let second = number(&rest, 2), hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction = 0
    if take(&rest, ".") {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      guard !digits.isEmpty else { return nil }
      for place in 0..<3 {
        fraction =
          fraction * 10 + (place < digits.count ? Int(digits[digits.startIndex + place]) - 48 : 0)
      }
      rest = rest.dropFirst(digits.count)
    }
    var offset = 0
    if !(take(&rest, "Z") || take(&rest, "z")) {
      let sign = take(&rest, "+") ? 1 : take(&rest, "-") ? -1 : 0
      guard sign != 0, let hours = number(&rest, 2), take(&rest, ":"),
        let minutes = number(&rest, 2),
        hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 60 + minutes)
    }
    guard rest.isEmpty else { return nil }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
    let milliseconds = (minutes * 60 + second) * 1000 + fraction
    return writable.contains(milliseconds) ? milliseconds : nil
  }

  /// Milliseconds of a duration such as `P1DT12H`; nil if the text is none.
  static func durationMilliseconds(_ text: String) -> Int? {
    guard isDuration(text) else { return nil }
    let units: [Character: Int] = ["D": 86_400_000, "H": 3_600_000, "M": 60_000, "S": 1000]
    var total = 0
    var value = 0
    for character in text.dropFirst() {
      if let digit = character.wholeNumberValue {
        value = value * 10 + digit
      } else {
        total += value * (units[character] ?? 0)
        value = 0
      }
    }
    return total
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func daysOfMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since the epoch of a civil date, counted in years that begin on 1 March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
