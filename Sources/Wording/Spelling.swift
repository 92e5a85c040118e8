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
