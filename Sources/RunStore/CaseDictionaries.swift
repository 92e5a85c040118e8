internal import ExactText

/// The dictionaries of a run's file: one for all, and one for each case of a suite, whose editions and parameters have most of
/// their history in common.
///
/// The file has that for all as row 0 of the table `dictionary`. Every other row is what the first finished of a case's
/// variants had; it is put at the end of that for all, because zlib finds the end of a dictionary with the fewest bits.
struct CaseDictionaries {
  /// What a row of the table has.
  struct Entry {
    /// Its number in the table; 0 is that for all.
    var number: Int
    /// Its own bytes, without those for all.
    var bytes: [UInt8] = []
  }

  /// Bytes that zlib looks back (RFC 1950: a window of 32 KiB).
  static let limit = 32_768
  /// Bytes of a history or of windows that go into a dictionary, so that the words for all keep some room.
  private static let share = 12_288

  /// The first of its variants that finished, by suite and name of the case.
  private var entries: [ExactString: Entry] = [:]
  /// How many variants of each case are planned.
  private var counts: [ExactString: Int] = [:]
  private var lastNumber: Int

  /// - Parameters:
  ///   - names: the names of all planned cases.
  ///   - lastNumber: the highest number that the file has.
  init(cases names: [String], lastNumber: Int = 0) {
    self.lastNumber = lastNumber
    for name in names { counts[CaseDictionaries.family(name), default: 0] += 1 }
  }

  /// That of a case: number 0 for a case without other variants.
  ///
  /// - Returns: the entry, and true if the file does not have it yet: the case is the first of its variants, and says what its bytes are.
  mutating func entry(for name: String) -> (entry: Entry, isNew: Bool) {
    let family = CaseDictionaries.family(name)
    if let entry = entries[family] { return (entry, false) }
    guard counts[family, default: 0] > 1 else { return (Entry(number: 0), false) }
    lastNumber += 1
    return (Entry(number: lastNumber), true)
  }

  /// Notes that the file has a row, from now on for all variants of the case.
  mutating func add(_ entry: Entry, for name: String) {
    entries[CaseDictionaries.family(name)] = entry
  }

  /// What the first variant of a case leaves to the others.
  static func bytes(windows: [UInt8], lines: [UInt8]) -> [UInt8] {
    Array(windows.prefix(share)) + Array(lines.prefix(share))
  }

  /// A whole dictionary: that for all, and then the bytes of a row.
  static func whole(_ words: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? words : Array((words + bytes).suffix(limit))
  }

  /// The part of a case's name that its variants share: suite and case, without parameters and edition.
  private static func family(_ name: String) -> ExactString {
    ExactString(String(name.prefix { $0 != "[" && $0 != "@" }))
  }
}
