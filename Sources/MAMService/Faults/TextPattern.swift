internal import ExactText
import Glibc

/// An extended regular expression of POSIX (IEEE Std 1003.1, Base Definitions, section 9.4), over bytes.
///
/// - Note: unchecked, because the C library's value is written at the start alone: regexec(3) may be called
///   by several threads at once.
final class TextPattern: @unchecked Sendable, Equatable {
  let text: String
  private var compiled = regex_t()

  /// The longest pattern, in bytes.
  static let longest = 1000
  /// The most that the counts of all repetitions may multiply to: the library writes every one out.
  private static let mostRepetitions = 10_000

  /// Reads a pattern.
  init(_ text: String) throws(CommandError) {
    self.text = text
    guard 1...TextPattern.longest ~= text.utf8.count, !text.utf8.contains(0) else {
      throw CommandError("\"matches\" must be a pattern of 1 to \(TextPattern.longest) bytes")
    }
    guard !TextPattern.refersBack(text) else {
      throw CommandError("\"matches\" cannot refer back to a group, which can take for ever")
    }
    guard TextPattern.repetitions(text) <= TextPattern.mostRepetitions else {
      throw CommandError("\"matches\" repeats more than \(TextPattern.mostRepetitions) times")
    }
    let status = regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB)
    guard status == 0 else {
      var reason = [CChar](repeating: 0, count: 200)
      regerror(status, &compiled, &reason, reason.count)
      let words = String(
        decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw CommandError("\"matches\" is no extended regular expression: \(words)")
    }
  }

  deinit { regfree(&compiled) }

  static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// True if any part of a text fits.
  func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // REG_STARTEND: the text has this length, whatever bytes are in it.
    let hasLength: Int32 = 1 << 2
    var place = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
    guard let start = bytes.baseAddress else { return regexec(&compiled, "", 0, nil, 0) == 0 }
    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      regexec(&compiled, $0, 1, &place, hasLength) == 0
    }
  }

  private static func refersBack(_ text: String) -> Bool {
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped, UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte { return true }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }

  /// The largest counts of all braces, multiplied.
  private static func repetitions(_ text: String) -> Int {
    var product = 1
    for part in text.split(separator: "{").dropFirst() {
      let counts = part.prefix { $0 != "}" }.split(separator: ",").compactMap { Int($0) }
      let (result, isTooMuch) = product.multipliedReportingOverflow(by: max(1, counts.max() ?? 1))
      guard !isTooMuch else { return .max }
      product = result
    }
    return product
  }
}
