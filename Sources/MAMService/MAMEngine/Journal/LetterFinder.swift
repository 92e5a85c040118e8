internal import ExactText

/// Finds any of some words in a row of letters with one step a letter, however many words there are (Aho and
/// Corasick, "Efficient string matching", 1975).
struct LetterFinder {
  /// The state that follows a state and a letter.
  private var next: [UInt8] = Array(repeating: 0, count: 26)
  /// True for a state in which one of the words has just ended.
  private var isEnd: [Bool] = [false]

  /// - Parameter words: of small letters, of less than 256 together.
  init(_ words: [String]) {
    var isThere = [Bool](repeating: false, count: 26)
    for word in words {
      var state = 0
      for byte in word.utf8 {
        let place = state * 26 + Int(byte - 97)
        if !isThere[place] {
          next[place] = UInt8(isEnd.count)
          isThere[place] = true
          next += [UInt8](repeating: 0, count: 26)
          isThere += [Bool](repeating: false, count: 26)
          isEnd.append(false)
        }
        state = Int(next[place])
      }
      isEnd[state] = true
    }
    complete(isThere)
  }

  /// Lets every state go on, where its word does not, as the longest end of it does that begins a word.
  private mutating func complete(_ isThere: [Bool]) {
    var fallback = [Int](repeating: 0, count: isEnd.count)
    var queue = (0..<26).filter { isThere[$0] }.map { Int(next[$0]) }
    var place = 0
    while place < queue.count {
      let state = queue[place]
      place += 1
      isEnd[state] = isEnd[state] || isEnd[fallback[state]]
      for letter in 0..<26 {
        let other = next[fallback[state] * 26 + letter]
        if isThere[state * 26 + letter] {
          let following = Int(next[state * 26 + letter])
          fallback[following] = Int(other)
          queue.append(following)
        } else {
          next[state * 26 + letter] = other
        }
      }
    }
  }

  /// A search that has seen nothing yet.
  func search() -> Search { Search(finder: self) }

  /// How far a search is.
  struct Search {
    fileprivate let finder: LetterFinder
    private var state = 0

    fileprivate init(finder: LetterFinder) { self.finder = finder }

    /// Takes the next small letter; true if a word ends with it.
    mutating func finds(_ letter: UInt8) -> Bool {
      state = Int(finder.next[state * 26 + Int(letter - 97)])
      return finder.isEnd[state]
    }
  }
}
