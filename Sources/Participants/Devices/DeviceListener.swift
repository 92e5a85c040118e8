internal import CProcess
internal import ExactText
internal import Glibc
internal import Locking
internal import SystemFiles

/// The socket to which the apps of a run connect, and who may.
///
/// An app shows that it is the one by its first line, `{"token":"..."}`. Whoever has no token that is expected is refused,
/// named, and told why; so is another user at a Unix socket. Connections are taken in on a thread of its own, so that a
/// program which connects and says nothing keeps nobody waiting.
package final class DeviceListener: Sendable {
  /// A connection that is let in.
  struct Connection: Sendable {
    let number: Int32
    let peer: ConnectionPeer
  }

  /// Somebody who waits for an app.
  struct Expectation: Sendable {
    let identifier: Int
    let token: String
    /// Written to once the app is there.
    let news: Int32
    var connection: Connection?
  }

  /// What the thread and those who wait for apps share.
  struct State: Sendable {
    var expected: [Expectation] = []
    var count = 0
    /// Apps with the token of the run that came before anybody waited for one.
    var early: [Connection] = []
    /// Tokens that are not waited for any more, the latest last, and whether an app has come with them: if none has,
    /// who comes with one is late.
    var spent: [(token: String, isUsed: Bool)] = []
    var notes: [String] = []
    /// The last refusal, for the message of an app that never came.
    var lastRefusal: String?
    var isClosed = false
  }

  /// The most notes and the most spent tokens that are kept.
  static let mostKept = 100

  /// Where apps connect; with the port that was taken.
  package let address: DeviceAddress
  /// The token of every app of the run; nil if each launch has one of its own.
  let sharedToken: String?
  let descriptor: Int32
  /// Ends the thread when it is written to.
  let wake: (read: Int32, write: Int32)
  let state = Lock(State())

  /// Listens.
  ///
  /// - Parameters:
  ///   - address: where.
  ///   - sharedToken: the token of every app; nil to give each launch another one.
  /// - Throws: `system`, in words that say what to do.
  package init(_ address: DeviceAddress, sharedToken: String?) throws(ParticipantFailure) {
    self.sharedToken = sharedToken
    (descriptor, self.address) = try DeviceListener.open(address)
    var ends: [Int32] = [-1, -1]
    guard mam_pipe(&ends) == 0 else { throw Descriptor.systemFailure("pipe2") }
    wake = (ends[0], ends[1])
    start()
  }

  /// Refuses everybody from now on, and removes the file of a Unix socket.
  package func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard wasOpen else { return }
    _ = Glibc.write(wake.write, [1], 1)
    if case .unix(let path) = address { unlink(path) }
  }

  /// What was refused since the last call, in words.
  func takeNotes() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  /// A token that nobody can guess: 32 hexadecimal digits.
  package static func newToken() throws(ParticipantFailure) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard mam_fill_unguessable(&bytes, bytes.count) == 0 else {
      throw Descriptor.systemFailure("getrandom")
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The token of a launch.
  func token() throws(ParticipantFailure) -> String {
    if let sharedToken { return sharedToken }
    return try DeviceListener.newToken()
  }

  // MARK: - Who is waited for

  /// Waits for an app with a token from now on.
  ///
  /// - Parameter news: a descriptor that gets a byte once it is there.
  /// - Returns: what ``take(_:)`` and ``giveUp(_:)`` are given.
  func expect(_ token: String, news: Int32) -> Int {
    state.withLock { state in
      state.count += 1
      var expectation = Expectation(identifier: state.count, token: token, news: news)
      while token == sharedToken, expectation.connection == nil, !state.early.isEmpty {
        let early = state.early.removeFirst()
        if DeviceListener.isAlive(early.number) {
          expectation.connection = early
          _ = Glibc.write(news, [1], 1)
        } else {
          _ = Glibc.close(early.number)
        }
      }
      state.expected.append(expectation)
      return state.count
    }
  }

  /// The connection of an app that is there; nil if it is not. It is then not waited for any more.
  func take(_ identifier: Int) -> Connection? {
    state.withLock { state in
      guard let index = state.expected.firstIndex(where: { $0.identifier == identifier }),
        let connection = state.expected[index].connection
      else { return nil }
      spend(state.expected.remove(at: index).token, isUsed: true, &state)
      return connection
    }
  }

  /// Waits no longer.
  ///
  /// - Returns: what was refused last, in words; nil if nothing was.
  func giveUp(_ identifier: Int) -> String? {
    state.withLock { state in
      if let index = state.expected.firstIndex(where: { $0.identifier == identifier }) {
        let expectation = state.expected.remove(at: index)
        if let connection = expectation.connection { _ = Glibc.close(connection.number) }
        spend(expectation.token, isUsed: expectation.connection != nil, &state)
      }
      return state.lastRefusal
    }
  }

  /// Keeps the token of one launch, for the message to whoever comes with it again.
  private func spend(_ token: String, isUsed: Bool, _ state: inout State) {
    guard token != sharedToken else { return }
    state.spent.append((token, isUsed))
    if state.spent.count > DeviceListener.mostKept { state.spent.removeFirst() }
  }

  /// False if the other end is gone.
  private static func isAlive(_ connection: Int32) -> Bool {
    var byte: UInt8 = 0
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    return recv(connection, &byte, 1, flags) < 0 && errno == EAGAIN
  }
}
