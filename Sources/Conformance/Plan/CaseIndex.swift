internal import CaseModel
internal import Contract
internal import ExactText
internal import SystemFiles
internal import Wording

/// Finds cases by what names them, without going through all of them for each name.
struct CaseIndex {
  private let cases: [ConformanceCase]
  private var places: [ExactString: [Int]] = [:]

  /// An index of some cases.
  init(_ cases: [ConformanceCase]) {
    self.cases = cases
    for (place, item) in cases.enumerated() {
      var names: Set<ExactString> = []
      for name in item.plainNames where names.insert(name).inserted {
        places[name, default: []].append(place)
      }
    }
  }

  /// The cases that a name or a pattern stands for; see ``CasePattern``.
  func places(of text: String) -> [Int] {
    guard Glob.isPattern(text), places[text] == nil else { return places[text] ?? [] }
    let pattern = CasePattern(text)
    return cases.indices.filter { pattern.matches(cases[$0]) }
  }

  /// The cases of an entry, each once, in their own order.
  func places(of entry: LedgerEntry) -> [Int] {
    var seen = Set<Int>()
    for word in entry.cases { seen.formUnion(places(of: word.text)) }
    return seen.sorted()
  }

  /// What may have been meant by a name of no case.
  func suggestion(for text: String) -> String? {
    CasePattern(text).unmatched(among: cases).suggestion
  }

  /// What may have been meant by a word that is none of these.
  static func suggestion(for text: String, among known: [String]) -> String? {
    Spelling.suggestion(for: text, among: known.distinct.sortedTexts)
  }
}
