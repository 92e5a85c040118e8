internal import ExactText

extension ISO8601 {
  /// Milliseconds since the epoch of an RFC 3339 text such as `2020-06-04T09:00:00.5+02:00`; nil if the
  /// text is none, or leaves the years 0 to 9999 by its offset. What is finer than a millisecond is cut
  /// off.
  package static func milliseconds(_ text: String) -> Int? {
    milliseconds(text, needsSeconds: true)
  }

  /// Milliseconds since the epoch of an instant in an OData URL, which is that of RFC 3339 but that the seconds may
  /// be left out (OData ABNF 4.01, rule `dateTimeOffsetValue`); nil if the text is none.
  package static func millisecondsOfOData(_ text: String) -> Int? {
    milliseconds(text, needsSeconds: false)
  }

  private static func milliseconds(_ text: String, needsSeconds: Bool) -> Int? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2),
      take(&rest, "-"), let day = number(&rest, 2), 1...12 ~= month,
      1...daysOfMonth(month, year) ~= day, take(&rest, "T") || take(&rest, "t"),
      let hour = number(&rest, 2), take(&rest, ":"), let minute = number(&rest, 2), hour < 24,
      minute < 60
    else { return nil }
    var (second, fraction) = (0, 0)
    let hasSeconds = take(&rest, ":")
    if hasSeconds {
      guard let number = number(&rest, 2), number < 60 else { return nil }
      second = number
    } else if needsSeconds {
      return nil
    }
    if hasSeconds, take(&rest, ".") {
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

  /// Milliseconds of an `Edm.Duration` (OData ABNF 4.01, rule `durationValue`) such as `P1DT12H` or
  /// `-PT0.5S`; nil if the text is none. What is finer than a millisecond is cut off.
  ///
  /// A number has at most 9 digits, a fraction at most 12, as `Edm.Duration` has.
  package static func durationMilliseconds(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    let isNegative = take(&rest, "-")
    if !isNegative { _ = take(&rest, "+") }
    guard take(&rest, "P") else { return nil }
    var total = 0
    // The units that may still come; each only once and in this order.
    var units: ArraySlice<(mark: UInt8, milliseconds: Int)> = [(UInt8(ascii: "D"), 86_400_000)]
    var isEmpty = true
    if rest.first != UInt8(ascii: "T") {
      guard let value = amount(&rest, &units) else { return nil }
      total += value
      isEmpty = false
    }
    if take(&rest, "T") {
      units = [
        (UInt8(ascii: "H"), 3_600_000), (UInt8(ascii: "M"), 60_000), (UInt8(ascii: "S"), 1000),
      ]
      repeat {
        guard let value = amount(&rest, &units) else { return nil }
        total += value
      } while !rest.isEmpty
      isEmpty = false
    }
    guard rest.isEmpty, !isEmpty else { return nil }
    return isNegative ? -total : total
  }

  /// Milliseconds of a number and its unit; the unit and those before it cannot come again.
  private static func amount(
    _ rest: inout ArraySlice<UInt8>, _ units: inout ArraySlice<(mark: UInt8, milliseconds: Int)>
  ) -> Int? {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    guard 1...9 ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    var fraction = ArraySlice<UInt8>()
    let isFraction = take(&rest, ".")
    if isFraction {
      fraction = rest.prefix { 0x30...0x39 ~= $0 }
      guard 1...12 ~= fraction.count else { return nil }
      rest = rest.dropFirst(fraction.count)
    }
    guard let mark = rest.first, let index = units.firstIndex(where: { $0.mark == mark }),
      !isFraction || mark == UInt8(ascii: "S")
    else { return nil }
    rest = rest.dropFirst()
    let unit = units[index].milliseconds
    units = units[(index + 1)...]
    let thousandths = fraction.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - fraction.count))
    return value(digits) * unit + (isFraction ? value(thousandths) : 0)
  }

  private static func value(_ digits: some Sequence<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(digits)
    return value(text)
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
