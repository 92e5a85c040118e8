internal import ExactText

/// What the sentence of a known defect speaks of, and which decisions of a case bring that about.
///
/// A sentence such as "asks for a restart when a remediation removes a user" names its circumstances in words, a case in kinds
/// of decisions and names of calls. A subject joins the two. The fewer decisions of a case bring a subject, the more it says
/// for each of them: of ten calls with an identity none is meant more than the others.
struct DefectSentence {
  private let subjects: [DefectSubject]
  private let words: TopicWords
  private let isOfApp: Bool

  /// What a sentence says for a decision at most, and for each subject the less the more decisions bring it: a part that is
  /// shared by all of them, and one that each of them has.
  private static let most = 5
  private static let shared = 4
  private static let own = 3

  /// Reads the sentence of a defect.
  init(_ summary: String) {
    let words = SentenceWords(summary)
    subjects = DefectSubject.all.filter { words.begin(with: $0.words) }
    self.words = TopicWords(summary).without(DefectSentence.usual)
    isOfApp = ["the app ", "the app's "].contains { summary.hasPrefix($0) }
  }

  /// Words that most sentences and most decisions have.
  private static let usual = TopicWords(
    """
    managed account identity identities device enroll enrolls user users register contoso action false endpoint status
    buffer
    """)

  /// How much the sentence says for each of some decisions.
  func points(of decisions: [CaseDecision]) -> [Int] {
    var points = decisions.map { _ in 0 }
    for bringing in named(in: decisions) + spoken(by: decisions) where !bringing.isEmpty {
      for index in bringing {
        points[index] += DefectSentence.own + DefectSentence.shared / bringing.count
      }
    }
    return points.map { min($0, DefectSentence.most) }
  }

  /// For each word that the sentence shares with decisions, which of them have it.
  private func named(in decisions: [CaseDecision]) -> [[Int]] {
    let texts = decisions.map { TopicWords($0.text) }
    return words.each.map { word in texts.indices.filter { texts[$0].has(word) } }
  }

  /// For each subject of the sentence, which decisions bring it; what the app does wrong is brought by what it is made to do.
  private func spoken(by decisions: [CaseDecision]) -> [[Int]] {
    let acts = isOfApp ? [decisions.indices.filter { decisions[$0].text.hasPrefix("act ") }] : []
    return acts
      + subjects.map { subject in
        decisions.indices.filter { subject.isBrought(by: decisions[$0]) }
      }
  }
}

/// The words of a sentence in small letters, without what stands between them.
private struct SentenceWords {
  private let words: [Substring]

  init(_ sentence: String) {
    words = sentence.asciiLowercased().split { !("a"..."z").contains($0) && $0 != "-" }
  }

  /// True if one of them begins with one of some beginnings; a short beginning is a whole word, and so is what follows `=`.
  func begin(with beginnings: [String]) -> Bool {
    beginnings.contains { beginning in
      words.contains {
        $0 == beginning || beginning.hasPrefix("=") && $0 == beginning.dropFirst()
          || beginning.utf8.count >= SentenceWords.leastBeginning && $0.hasPrefix(beginning)
      }
    }
  }

  private static let leastBeginning = 4
}
