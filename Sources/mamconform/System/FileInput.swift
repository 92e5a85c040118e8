internal import ExactText
import SystemFiles

/// Reads files, with messages for people.
enum FileInput {
  /// The largest report that is read, in bytes: 1 GiB. That of all cases has about 40 MB.
  static let largestReport = 1 << 30

  /// The bytes of a file, or of a pipe of the shell.
  static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    // What is empty ends at once.
    if path != "/dev/null" { try mustEnd(path) }
    do throws(SystemError) {
      return try WholeFile.bytes(path)
    } catch {
      throw CommandError("cannot read \(path): \(error)")
    }
  }

  /// The bytes of a report or a history that a person has named.
  ///
  /// A pipe of the shell is read too, but neither a device, which may never end, nor a pipe with a name, whose writer may never
  /// come. A byte order mark, which editors and shells of Windows put before a text, is left out (RFC 8259, section 8.1).
  static func report(_ path: String) throws(CommandError) -> [UInt8] {
    try mustEnd(path)
    let size = Path.size(of: path) ?? 0
    var text: [UInt8]?
    do throws(SystemError) {
      if size <= largestReport, let bytes = try WholeFile.bytes(path, atMost: largestReport) {
        text = bytes
      }
    } catch {
      throw CommandError("cannot read \(path): \(error)")
    }
    guard let text else {
      throw CommandError("cannot read \(path): it is larger than \(largestReport >> 20) MiB")
    }
    guard !text.starts(with: [0xFF, 0xFE]), !text.starts(with: [0xFE, 0xFF]) else {
      throw CommandError("\(path) is in UTF-16", suggestion: "write it again in UTF-8")
    }
    return text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
  }

  private static func mustEnd(_ path: String) throws(CommandError) {
    guard let kind = Path.endless(path) else { return }
    throw CommandError(
      "cannot read \(path): it is \(kind)",
      suggestion: "name a file, or write '<(command)' for what a command writes")
  }
}
