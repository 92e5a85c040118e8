internal import ExactText
import Glibc
import SystemFiles

/// Writes files so that a reader never sees half of one, with messages for people.
enum FileOutput {
  /// The exit code when a file cannot be written, before a run or after it: the run may have been fine, its report is not.
  static let failureCode: Int32 = 2

  /// The path that means standard output.
  static let standard = "-"

  /// Makes the folder of a file that is to be written, and checks that the file can be, so that no run is spent on a
  /// report that has nowhere to go.
  ///
  /// - Throws: wrong usage if a folder is named instead of a file, or a file instead of a folder; otherwise what keeps the
  ///   file from being written.
  static func prepare(file path: String) throws(CommandError) {
    guard path != standard else { return }
    try prepare(folder: Path.parent(of: path))
    switch Path.kind(of: path) {
    case .folder: throw CommandError("cannot write \(path): it is a folder")
    case .regularFile: guard access(path, W_OK) == 0 else { throw failure(path, .last) }
    case .other:
      // Something like /dev/stdout is written in place; its folder does not matter.
      guard access(path, W_OK) == 0 else { throw failure(path, .last) }
      return
    case nil: break
    }
    guard access(Path.parent(of: path), W_OK) == 0 else { throw failure(path, .last) }
  }

  /// Makes sure that no report would replace another one of the same command.
  static func requireDistinct(_ places: [String]) throws(CommandError) {
    var seen: Set<ExactString> = []
    for place in places {
      // The file itself need not be there yet.
      let path =
        place == standard
        ? place : "\(Path.resolved(Path.parent(of: place)))/\(Path.name(of: place))"
      if seen.insert(ExactString(path)).inserted { continue }
      throw CommandError(
        place == standard
          ? "two reports cannot both go to standard output"
          : "two reports cannot both be written to \(place)")
    }
  }

  /// Makes a folder and those above it.
  static func prepare(folder path: String) throws(CommandError) {
    switch Path.kind(of: path) {
    case .folder: return
    case .regularFile, .other: throw CommandError("cannot write to \(path): it is not a folder")
    case nil: break
    }
    // One above it that is not a folder is to be named.
    let above = Path.parent(of: path)
    if above != path { try prepare(folder: above) }
    do throws(SystemError) {
      try Folder.make(path)
    } catch {
      throw CommandError("cannot create the folder \(path): \(error)", exitCode: failureCode)
    }
  }

  /// True for what is not a regular file, such as a pipe or `/dev/stdout`, and is written in place.
  static func isInPlace(_ path: String) -> Bool {
    path == standard || Path.kind(of: path).map { $0 != .regularFile } ?? false
  }

  /// Replaces a file as a whole; what is not a regular file, such as a pipe, is written in place, and `-` is standard
  /// output.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    guard path != standard else { return try Output.write(String(decoding: bytes, as: UTF8.self)) }
    do throws(SystemError) {
      guard isInPlace(path) else { return try replaceWhole(path, bytes) }
      try WholeFile.overwrite(path, with: bytes)
    } catch {
      let isUnread = error.number == ENXIO && Path.kind(of: path) == .other
      throw isUnread
        ? CommandError(
          "cannot write \(path): nobody reads this pipe",
          suggestion: "start its reader first, or name a file", exitCode: failureCode)
        : failure(path, error)
    }
  }

  /// Replaces a file that the command keeps for itself, such as one in the folder of a report: whatever else has taken its
  /// place since, such as a pipe that nobody reads, is replaced too.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) { try replaceWhole(path, bytes) } catch { throw failure(path, error) }
  }

  /// The same, with what stopped it.
  static func replaceWhole(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    // It was there when the run began; whoever has removed it since does not take the report with it.
    let folder = Path.parent(of: path)
    if Path.kind(of: folder) == nil { try Folder.make(folder) }
    try WholeFile.replace(path, with: bytes)
  }

  /// Writes a new file as a whole.
  ///
  /// - Returns: false if there is one already, which stays as it is.
  static func create(_ path: String, with bytes: [UInt8]) throws(CommandError) -> Bool {
    do throws(SystemError) {
      try WholeFile.create(path, with: bytes)
      return true
    } catch {
      guard error.number == EEXIST else { throw failure(path, error) }
      return false
    }
  }

  /// Writes the file of an option `--output` that is never to replace one that is there.
  static func writeNew(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let isThere = CommandError(
      "\(path) already exists", suggestion: "give another name with --output")
    guard !Path.exists(path) else { throw isThere }
    try prepare(file: path)
    guard try create(path, with: bytes) else { throw isThere }
  }

  /// The error of a file that could not be written.
  static func failure(_ path: String, _ error: SystemError) -> CommandError {
    CommandError("cannot write \(path): \(error)", exitCode: failureCode)
  }
}
