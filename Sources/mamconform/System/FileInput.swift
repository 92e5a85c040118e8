internal import ExactText
import SystemFiles

/// Reads files, with messages for people.
enum FileInput {
  /// The bytes of a file.
  static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    do throws(SystemError) {
      return try WholeFile.bytes(path)
    } catch {
      throw CommandError("cannot read \(path): \(error)")
    }
  }
}
