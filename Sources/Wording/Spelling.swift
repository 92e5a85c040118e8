internal import ExactText

/// Finds the word that was probably meant.
package enum Spelling {
  /// The most words that a suggestion lists when none is near.
  package static let longestList = 12

  /// `did you mean 'x'?` for a near word; else the known words if they are few; else nil.
  package static func suggestion(for word: String, among known: [String]) -> String? {
    if let near = nearest(to: word, among: known) { return "did you mean '\(near)'?" }
    guard !known.isEmpty, known.count <= longestList else { return nil }
    return "known: \(known.joined(separator: ", "))"
  }

  /// The word with the smallest edit distance, the first of several; nil if more than a third of
  /// the letters (at least one, at most four) would have to change.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let letters = Array(word.asciiLowercased().utf8)
    guard letters.count <= 100 else { return nil }
    // ENR-8 is ENR-008; with another digit a number or a day is another one, and no slip.
    let plain = withoutLeadingZeros(letters)
    if let same = known.first(where: { candidate in
      withoutLeadingZeros(Array(candidate.asciiLowercased().utf8)) == plain
    }) {
      return same
    }
    if let first = letters.first, isDigit(first), letters.allSatisfy({ isDigit($0) || $0 == dash })
    {
      return nil
    }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let other = Array(candidate.asciiLowercased().utf8)
      let allowed = min(4, max(1, min(letters.count, other.count) / 3))
      guard abs(letters.count - other.count) <= allowed else { continue }
      let distance = distance(letters, other)
      // A word of which nothing stays is another word.
      if distance <= allowed, distance < letters.count, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  private static let dash = UInt8(ascii: "-")

  private static func isDigit(_ letter: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
  }

  /// The letters without the zeros with which a number in them begins.
  private static func withoutLeadingZeros(_ letters: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    for (place, letter) in letters.enumerated() {
      let isFirst = plain.last.map { !isDigit($0) } ?? true
      let isLast = place + 1 == letters.count || !isDigit(letters[place + 1])
      if letter == UInt8(ascii: "0"), isFirst, !isLast { continue }
      plain.append(letter)
    }
    return plain
  }

  /// How many letters must be added, dropped, replaced or swapped with their neighbour.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var value = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          value = min(value, beforeLast[j - 1] + 1)
        }
        row.append(value)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
