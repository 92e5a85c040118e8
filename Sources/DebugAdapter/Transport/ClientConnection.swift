internal import ExactText
internal import Glibc
package import JSONText
internal import Locking

/// A client: where its messages come from, and where ours go.
///
/// One thread reads; any thread may send. A client that has gone is noticed by the reader, which gets no more messages; what
/// is sent to it then goes nowhere.
package final class ClientConnection: Sendable {
  private let input: Int32
  private let output: Int32
  private let state = Lock(State())

  private struct State {
    var reader = MessageReader()
    var sequence = 0
    var isGone = false
  }

  /// A client at two descriptors, which may be the same, and which are its owner's to close.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// The next message; nil once there are no more.
  ///
  /// - Throws: what is wrong with it; after a broken frame there are no more.
  package func next() throws(MessageReader.Fault) -> JSON? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if state.withLock({ $0.isGone }) { return nil }
      let result = state.withLock { state -> Result<JSON?, MessageReader.Fault> in
        do throws(MessageReader.Fault) {
          return .success(try state.reader.next())
        } catch {
          if case .frame = error { state.isGone = true }
          return .failure(error)
        }
      }
      if let message = try result.get() { return message }
      let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let isCutOff = state.withLock { state in
          state.isGone = true
          return state.reader.isInMessage
        }
        if isCutOff { throw .frame("the client has gone in the middle of a message") }
        return nil
      }
      state.withLock { $0.reader.append(buffer[..<count]) }
    }
  }

  /// Ends a connection over a socket in both directions, also for a thread that waits for a message; what was sent arrives.
  func end() { shutdown(input, Int32(SHUT_RDWR)) }

  /// Sends a message; no effect once the client has gone.
  package func send(_ message: ServerMessage) {
    state.withLock { state in
      state.sequence += 1
      let bytes = message.json(sequence: state.sequence).framed
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(output, $0.baseAddress! + sent, $0.count - sent)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          // Half a message was sent, or none: a client that does not read has gone.
          state.isGone = true
          shutdown(output, Int32(SHUT_RDWR))
          return
        }
        sent += count
      }
    }
  }
}
