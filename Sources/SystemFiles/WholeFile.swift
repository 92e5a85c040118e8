internal import ExactText
package import Glibc

/// Reads and writes files as a whole.
package enum WholeFile {
  // MARK: - Reading

  /// The bytes of a file.
  package static func bytes(_ path: String) throws(SystemError) -> [UInt8] {
    try bytes(path, atMost: .max) ?? []
  }

  /// The bytes of a file; nil if they are more than so many.
  package static func bytes(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try bytes(of: descriptor, atMost: limit)
  }

  /// The bytes of a regular file of somebody who is not trusted: no link is followed, and nothing is waited for.
  ///
  /// - Returns: nil if there is no such file, if it is a link, a pipe, a device or the like, if it cannot be read, or if it
  ///   has more than so many bytes.
  package static func untrusted(_ path: String, atMost limit: Int) -> [UInt8]? {
    // Non-blocking, so that opening a pipe without a writer cannot hang.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard (try? Path.kind(of: descriptor)) == .regularFile else { return nil }
    return (try? bytes(of: descriptor, atMost: limit)) ?? nil
  }

  /// What a descriptor gives until its end; nil if that is more than so many bytes.
  package static func bytes(
    of descriptor: Int32, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { return nil }
    }
  }

  /// The text of a small file of `/proc` or `/sys`, which has no size; empty if it cannot be read.
  ///
  /// The longest, `/proc/stat`, has about a hundred bytes for each processor; more than 4 MiB are not read.
  package static func systemText(_ path: String) -> String {
    do throws(SystemError) {
      return String(decoding: try bytes(path, atMost: 4 << 20) ?? [], as: UTF8.self)
    } catch {
      return ""
    }
  }

  // MARK: - Writing

  /// Writes every byte to a descriptor.
  ///
  /// - Parameter put: writes some bytes, as write(2) does; for tests.
  /// - Returns: the error that stopped it, if one did.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, put: Put = Glibc.write
  ) -> SystemError? {
    bytes.withUnsafeBufferPointer { write(all: $0, to: descriptor, put) }
  }

  /// A function like write(2).
  package typealias Put = (Int32, UnsafeRawPointer?, Int) -> Int

  private static func write(
    all bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32, _ put: Put
  ) -> SystemError? {
    var done = 0
    while done < bytes.count {
      // A disk that is getting full takes a part, and says why with the next.
      let count = put(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0, errno == EAGAIN {
        // Whoever shares the descriptor has made it non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if count < 0, errno != EINTR {
        return .last
      }
      done += max(0, count)
    }
    return nil
  }

  /// Writes into what is there, such as a pipe or a device.
  ///
  /// - Throws: `ENXIO` for a pipe that nobody reads: its reader may never come, and is not waited for.
  package static func overwrite(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    var error = write(bytes, to: descriptor)
    if close(descriptor) != 0, error == nil { error = .last }
    if let error { throw error }
  }

  /// Replaces a file by another so that whoever reads it sees the old one or the new one, and never a part.
  ///
  /// It is written under a temporary name of this process beside the other, and then renamed.
  ///
  /// - Parameters:
  ///   - mode: who may do what with a new file, before the umask.
  ///   - put: writes some bytes, as write(2) does; for tests.
  /// - Throws: the error that stopped it; the old file is then as it was, and nothing is left beside it.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = 0o666, put: Put = Glibc.write
  ) throws(SystemError) {
    let draft = try draft(of: path, bytes, mode, put)
    guard rename(draft, path) == 0 else {
      let error = SystemError.last
      unlink(draft)
      throw error
    }
  }

  /// Writes a file that is not there yet, as a whole: of several that do so at once, one does.
  ///
  /// - Throws: `EEXIST` if it is there; else the error that stopped it. Nothing is left beside it.
  package static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = try draft(of: path, bytes, 0o666, Glibc.write)
    defer { unlink(draft) }
    guard link(draft, path) != 0 else { return }
    let error = SystemError.last
    // Some file systems have no links; there the last one wins.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.number), access(path, F_OK) != 0 else {
      throw error
    }
    guard rename(draft, path) == 0 else { throw .last }
  }

  /// Writes a file beside another one, under the temporary name that this process uses, which it returns.
  private static func draft(
    of path: String, _ bytes: [UInt8], _ mode: mode_t, _ put: Put
  ) throws(SystemError) -> String {
    let draft = TemporaryName.own(of: path)
    // What an earlier process of this number has left may belong to others, or lead elsewhere.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last }
    var error = write(bytes, to: descriptor, put: put)
    if close(descriptor) != 0, error == nil { error = .last }
    if let error {
      unlink(draft)
      throw error
    }
    return draft
  }
}
