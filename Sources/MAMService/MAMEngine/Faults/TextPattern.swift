internal import ExactText
import Glibc
import MAMDirectory
import Locking

/// An extended regular expression of POSIX (IEEE Std 1003.1, Base Definitions, section 9.4), over bytes.
final class TextPattern: Sendable, Equatable {
  let text: String
  private let compiled: Lock<Compiled>

  /// The longest pattern, in bytes, and the most that it may come to with every repetition written out, as the
  /// library does.
  static let longest = 1000
  /// The most that one repetition may count (RE_DUP_MAX).
  static let mostRepetitions = 255
  /// How many bytes of a string are looked at: the library remembers what it has seen, place by place.
  static let mostBytes = 64 << 10

  /// Reads a pattern.
  init(_ text: String) throws(CommandError) {
    self.text = text
    guard 1...TextPattern.longest ~= text.utf8.count, !text.utf8.contains(0) else {
      throw CommandError("\"matches\" must be a pattern of 1 to \(TextPattern.longest) bytes")
    }
    guard !TextPattern.refersBack(text) else {
      throw CommandError("\"matches\" cannot have back references, whose matching can take forever")
    }
    let (count, length) = TextPattern.measure(Array(text.utf8))
    guard count <= TextPattern.mostRepetitions else {
      throw CommandError("\"matches\" repeats more than \(TextPattern.mostRepetitions) times")
    }
    guard length <= TextPattern.longest else {
      throw CommandError(
        "\"matches\" has more than \(TextPattern.longest) characters once its repetitions are written out"
      )
    }
    compiled = Lock(try Compiled(text))
  }

  static func == (left: TextPattern, right: TextPattern) -> Bool { left.text == right.text }

  /// True if any part of a string fits, within its first ``mostBytes``.
  func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(TextPattern.mostBytes))
    return compiled.withLock { compiled in
      // What the library remembers of earlier strings goes with the value that it has made.
      if compiled.seen + bytes.count > TextPattern.mostBytes, let fresh = try? Compiled(text) {
        compiled = fresh
      }
      return compiled.fits(bytes)
    }
  }

  /// What the C library has made of a pattern.
  ///
  /// - Note: unchecked, because whoever uses it holds the lock.
  private final class Compiled: @unchecked Sendable {
    private var value = regex_t()
    /// How many bytes it has been held against.
    private(set) var seen = 0

    init(_ text: String) throws(CommandError) {
      let status = regcomp(&value, text, REG_EXTENDED | REG_NOSUB)
      guard status == 0 else {
        var reason = [CChar](repeating: 0, count: 200)
        regerror(status, &value, &reason, reason.count)
        // There is nothing to free.
        value = regex_t()
        let words = String(
          decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw CommandError("\"matches\" is not an extended regular expression: \(words)")
      }
    }

    deinit { regfree(&value) }

    func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      seen += bytes.count
      // REG_STARTEND: the text has this length, whatever bytes are in it.
      let hasLength: Int32 = 1 << 2
      var place = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
      guard let start = bytes.baseAddress else { return regexec(&value, "", 0, nil, 0) == 0 }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        regexec(&value, $0, 1, &place, hasLength) == 0
      }
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

  /// The largest count of a repetition, and how many characters there are with all repetitions written out.
  private static func measure(_ pattern: [UInt8]) -> (count: Int, length: Int) {
    /// What is enough to be refused.
    let most = 1_000_000
    var (largest, length, last) = (0, 0, 0)
    var groups: [Int] = []
    var place = 0
    while place < pattern.count {
      let byte = pattern[place]
      place += 1
      switch byte {
      case UInt8(ascii: "("):
        groups.append(length)
        (length, last) = (0, 0)
      case UInt8(ascii: ")"):
        last = max(1, length)
        length = min(most, (groups.popLast() ?? 0) + last)
      case UInt8(ascii: "{"):
        let inner = pattern[place...].prefix { $0 != UInt8(ascii: "}") }
        let counts = inner.split(separator: UInt8(ascii: ",")).compactMap {
          Int(String(decoding: $0, as: UTF8.self))
        }
        guard let count = counts.max() else { break }
        largest = max(largest, count)
        let factor = min(most, max(1, count))
        length = min(most, length + last * (factor - 1))
        last = min(most, last * factor)
        place = min(pattern.count, inner.endIndex + 1)
      default:
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == UInt8(ascii: "[") { place = end(ofBracketAt: place, in: pattern) }
        if !"*+?|^$".utf8.contains(byte) {
          last = 1
          length += 1
        }
      }
    }
    return (largest, length)
  }

  /// The place behind a bracket expression, in which a bracket may stand first, and in names such as `[:alpha:]`.
  private static func end(ofBracketAt start: Int, in pattern: [UInt8]) -> Int {
    var place = start
    if place < pattern.count, pattern[place] == UInt8(ascii: "^") { place += 1 }
    if place < pattern.count, pattern[place] == UInt8(ascii: "]") { place += 1 }
    while place < pattern.count, pattern[place] != UInt8(ascii: "]") {
      if pattern[place] == UInt8(ascii: "["), place + 1 < pattern.count,
        ":.=".utf8.contains(pattern[place + 1])
      {
        let mark = pattern[place + 1]
        place += 2
        while place + 1 < pattern.count,
          (pattern[place], pattern[place + 1]) != (mark, UInt8(ascii: "]"))
        {
          place += 1
        }
        place += 1
      }
      place += 1
    }
    return place + 1
  }
}
