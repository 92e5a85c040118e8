/// A question to the journal that waits for its answer.
final class JournalWaiter {
  let question: JournalQuestion
  /// Is told of an entry that fits; true ends the waiting.
  let requestCame: (JournalEntry) -> Bool
  /// Is told that the clock has been moved; true ends the waiting.
  let clockMoved: () -> Bool
  /// The ticket of the end by real time.
  var ticket = 0
  /// The ticket of the end by the service's time.
  var serviceTicket = 0

  init(
    _ question: JournalQuestion, requestCame: @escaping (JournalEntry) -> Bool,
    clockMoved: @escaping () -> Bool
  ) {
    self.question = question
    self.requestCame = requestCame
    self.clockMoved = clockMoved
  }
}
