internal import ExactText
import MAMEngine

/// A question to the journal that waits for its answer.
final class JournalWaiter {
  private(set) var question: JournalQuestion
  /// Is notified of an entry that fits, and of the question as it is then; true ends the waiting.
  let requestCame: (JournalEntry, JournalQuestion) -> Bool
  /// Is told that the clock has been moved; true ends the waiting.
  let clockMoved: () -> Bool
  /// The ticket of the end by real time.
  var ticket = 0
  /// The ticket of the end by the service's time.
  var serviceTicket = 0

  init(
    _ question: JournalQuestion, requestCame: @escaping (JournalEntry, JournalQuestion) -> Bool,
    clockMoved: @escaping () -> Bool
  ) {
    self.question = question
    self.requestCame = requestCame
    self.clockMoved = clockMoved
  }

  /// Requests are counted from 1 again: every one comes after the question.
  func countAgain() { question.behind = 0 }
}
