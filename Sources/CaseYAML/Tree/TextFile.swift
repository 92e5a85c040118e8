internal import CaseModel
internal import ExactText
internal import Glibc
internal import SystemFiles

/// Reads files that people wrote, and finds them in folders.
enum TextFile {
  /// The largest file that is read: 4 MiB.
  static let maximumBytes = 4 << 20

  /// The bytes of a file in UTF-8, without a byte order mark.
  ///
  /// - Throws: a diagnostic for a folder, a missing or unreadable file, anything but a regular file,
  ///   more than ``maximumBytes``, and bytes that are not UTF-8.
  static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    let whole = SourceLocation(file: path)
    // Non-blocking, so that opening a pipe without a writer cannot hang.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable("file", path, .last) }
    defer { close(descriptor) }
    let kind: Path.Kind
    let content: [UInt8]?
    do throws(SystemError) {
      kind = try Path.kind(of: descriptor)
      content =
        kind == .regularFile ? try WholeFile.bytes(of: descriptor, atMost: maximumBytes) : []
    } catch {
      throw unreadable("file", path, error)
    }
    switch kind {
    case .folder: throw Diagnostic(whole, .error, "this is a folder, not a file")
    case .other: throw Diagnostic(whole, .error, "this is not a regular file")
    case .regularFile: break
    }
    guard let bytes = content else {
      throw Diagnostic(whole, .error, "the file is larger than 4 MiB", suggestion: "split the file")
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      let location = bytes.withUnsafeBufferPointer {
        TextFile.location(ofByte: .max, in: $0, file: path)
      }
      throw Diagnostic(location, .error, "this is not UTF-8", suggestion: "save the file in UTF-8")
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return hasMark ? Array(bytes.dropFirst(3)) : bytes
  }

  private static func unreadable(
    _ kind: String, _ path: String, _ error: SystemError
  ) -> Diagnostic {
    Diagnostic(SourceLocation(file: path), .error, "the \(kind) cannot be read: \(error)")
  }

  /// The place of a byte, or of the first byte before it that is not UTF-8.
  static func location(
    ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>, file: String
  ) -> SourceLocation {
    var location = SourceLocation(file: file, line: 1, column: 1)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var position = 0
    while position < offset, case .scalarValue(let scalar) = decoder.decode(&iterator) {
      position += UTF8.width(scalar)
      if scalar == "\n" {
        location.line += 1
        location.column = 1
      } else {
        location.column += 1
      }
    }
    return location
  }

  /// A file or folder of that name in the folder, or in the nearest folder above it.
  static func nearest(_ name: String, from folder: String) -> String? {
    var folder = folder
    if Path.exists("\(folder)/\(name)") { return "\(folder)/\(name)" }
    folder = Path.resolved(folder)
    while true {
      let candidate = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if Path.exists(candidate) { return candidate }
      guard folder != "/", folder.hasPrefix("/") else { return nil }
      folder = Path.parent(of: folder)
    }
  }

  /// The names in a folder with their kinds, sorted by bytes; links to folders are left out, because
  /// they could lead in a circle.
  ///
  /// - Throws: a diagnostic if the folder cannot be read.
  static func entries(
    of folder: String
  ) throws(Diagnostic) -> [(name: String, isFolder: Bool)] {
    let entries: [Folder.Entry]
    do throws(SystemError) {
      entries = try Folder.entries(of: folder)
    } catch {
      throw unreadable("folder", folder, error)
    }
    return entries.compactMap { entry in
      if entry.name.hasPrefix(".") { return nil }
      if entry.kind == .link, Path.isFolder("\(folder)/\(entry.name)") { return nil }
      return (entry.name, entry.kind == .folder)
    }
  }
}
