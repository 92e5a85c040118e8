internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// A file descriptor that closes itself; it has exactly one owner.
final class Descriptor {
  private(set) var number: Int32

  init(_ number: Int32) { self.number = number }

  func close() {
    if number >= 0 { _ = Glibc.close(number) }
    number = -1
  }

  deinit { close() }

  var isOpen: Bool { number >= 0 }

  /// Makes reads and writes return at once instead of waiting.
  func makeNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// What a read that does not wait has found.
  enum ReadResult: Equatable {
    case bytes(Int)
    case nothingYet
    case end
  }

  /// Reads what is there into the buffer, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .nothingYet : .end
    }
  }

  /// Writes as much as fits, without waiting; nil if the other side is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
  }

  /// Two ends of a pipe, both closed in every program that is started later.
  static func pipe() throws(ParticipantFailure) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard mam_pipe(&ends) == 0 else { throw systemFailure("pipe2") }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Two ends of a stream socket, both closed in every program that is started later.
  static func socketPair() throws(ParticipantFailure) -> (Descriptor, Descriptor) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw systemFailure("socketpair") }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  static func systemFailure(_ call: String) -> ParticipantFailure {
    ParticipantFailure(
      .system, "coordinator", "\(call) failed: \(SystemError.last)")
  }
}
