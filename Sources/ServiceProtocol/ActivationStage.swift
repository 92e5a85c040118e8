internal import ExactText

/// How far an activation of an adapter has come, as the coordinator sees it: what the pipes between the two say about
/// a request that is complete while the gate is open.
package enum ActivationStage: Int64, Sendable {
  /// Nothing can be said: the app has no pipes, or may go on without a message.
  case unknown = 0
  /// The coordinator is writing the message, or reading what the adapter has written: it will know more in a moment.
  case transfer = 1
  /// The message has been written. As long as it lies unread in the adapter's input, the adapter is idle.
  case sent = 2
  /// The adapter is active. Once its reply lies in its output, it is idle.
  case active = 3
}
