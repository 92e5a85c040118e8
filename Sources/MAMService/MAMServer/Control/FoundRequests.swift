internal import ExactText
import MAMEngine

/// The requests that a question has found while it waits.
///
/// They are counted; what they were is for the journal to remember, within its bounds.
struct FoundRequests {
  /// The most requests that an answer shows.
  static let mostShown = 1000

  private(set) var count = 0
  private let shown: Int
  /// The numbers of those that still waited for their response when they were found: the end of such a
  /// request brings it here once more.
  private var unanswered: Set<Int> = []
  /// The latest, in the order in which they were found: up to twice as many as are shown.
  private var references: [Reference] = []

  private struct Reference {
    weak var entry: JournalEntry?
  }

  /// - Parameter shown: how many of them are to be shown, if there are not more than ``mostShown``.
  init(shown: Int) { self.shown = min(shown, FoundRequests.mostShown) }

  /// Counts a request, unless it has been counted before.
  mutating func add(_ entry: JournalEntry) {
    let number = entry.record.request
    if entry.outcome == .held {
      unanswered.insert(number)
    } else if unanswered.remove(number) != nil {
      return
    }
    count += 1
    references.append(Reference(entry: entry))
    if references.count == 2 * shown { references.removeFirst(shown) }
  }

  /// The latest, without those that the journal has forgotten, in the order in which they came.
  var latest: [JournalEntry] {
    references.suffix(shown).compactMap(\.entry)
      .sorted { $0.record.request < $1.record.request }
  }
}
