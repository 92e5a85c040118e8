internal import CaseModel
internal import ExactText

/// The words that tell what a text is about: of five letters or more, in small letters, without "s" at the end.
///
/// A capital letter begins a new word, so that `exemptedAppProtocols` has a word in common with "an exempted app".
struct TopicWords {
  private static let least = 5

  private var words: Set<ExactString> = []

  init(_ text: String) {
    var word: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        // Capitals that follow each other are one word, with the small letters after them.
        if isAfterSmall { end(&word) }
        word.append(byte | 0x20)
        isAfterSmall = false
        continue
      default: end(&word)
      }
      isAfterSmall = !word.isEmpty
    }
    end(&word)
  }

  /// True if the letter before was a small one.
  private var isAfterSmall = false

  private mutating func end(_ word: inout [UInt8]) {
    if word.count >= TopicWords.least {
      while word.last == UInt8(ascii: "s") { word.removeLast() }
      words.insert(ExactString(String(decoding: word, as: UTF8.self)))
    }
    word.removeAll()
  }

  /// Each of them, in no order.
  var each: [ExactString] { Array(words) }

  /// True if a word is among them.
  func has(_ word: ExactString) -> Bool { words.contains(word) }

  /// These words without those of another text.
  func without(_ other: TopicWords) -> TopicWords {
    var rest = self
    rest.words.subtract(other.words)
    return rest
  }

  /// True if some word is in both.
  func meets(_ other: TopicWords) -> Bool { !words.isDisjoint(with: other.words) }
}

/// What the author of a case says that it is about.
struct CaseTopic {
  /// The words of its title.
  let title: TopicWords
  /// The words of the values that the case has of its axes.
  let values: TopicWords

  init(_ item: ConformanceCase) {
    title = TopicWords(item.title)
    values = TopicWords(item.parameters.map(\.value).joined(separator: " "))
  }
}
