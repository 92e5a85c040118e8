internal import ExactText
internal import Glibc
internal import Participants
internal import SystemFiles

/// A history on disk, because it is too large to be kept in memory: the bytes of ``History/lines``.
///
/// The file is removed with the last result that speaks of it.
package final class HistoryFile: Sendable {
  private let path: String

  init(path: String) { self.path = path }

  deinit { unlink(path) }

  /// Everything in the file; nil if not all of it can be read.
  var bytes: [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    let size = Int(info.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < buffer.count {
        let more = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
    return bytes.count == size ? bytes : nil
  }
}

/// Writes a history to disk while it grows.
///
/// A history of ordinary size is never written here: it is in memory until the reports have it.
final class HistoryWriter {
  /// How much a history grows between two writes, in bytes of ``Record/size``: 1 MiB.
  static let step = 1 << 20

  private let path: String
  private var descriptor: Int32
  private var count = 0

  /// Makes the file and the missing folders above it.
  init(path: String) throws(ParticipantFailure) {
    self.path = path
    try ScratchFolder.make(Path.parent(of: path), mode: 0o777)
    // Whatever an adapter has put there is not written to.
    unlink(path)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw HistoryWriter.failure(path, .last) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(path)
  }

  /// Writes the records that have come since the last time.
  func write(_ records: [Record]) throws(ParticipantFailure) {
    var bytes: [UInt8] = []
    for record in records[count...] { record.writeLine(to: &bytes) }
    count = records.count
    if let error = WholeFile.write(bytes, to: descriptor) {
      throw HistoryWriter.failure(path, error)
    }
  }

  /// Ends the file, and gives it away.
  func finish() -> HistoryFile {
    close(descriptor)
    descriptor = -1
    return HistoryFile(path: path)
  }

  private static func failure(_ path: String, _ error: SystemError) -> ParticipantFailure {
    ParticipantFailure(
      .system, "coordinator", "cannot write the history to \(path): \(error)")
  }
}
