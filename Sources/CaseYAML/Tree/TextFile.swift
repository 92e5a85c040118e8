internal import CaseModel
internal import ExactText
internal import Glibc

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
    guard descriptor >= 0 else {
      throw Diagnostic(
        whole, .error, "the file cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Diagnostic(
        whole, .error, "the file cannot be read: \(String(cString: strerror(errno)))")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw Diagnostic(whole, .error, "this is a folder, not a file")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Diagnostic(whole, .error, "this is not a regular file")
    }
    let bytes = try contents(of: descriptor, whole)
    if String(validating: bytes, as: UTF8.self) == nil {
      let location = bytes.withUnsafeBufferPointer {
        TextFile.location(ofByte: .max, in: $0, file: path)
      }
      throw Diagnostic(location, .error, "this is not UTF-8", suggestion: "save the file in UTF-8")
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return hasMark ? Array(bytes.dropFirst(3)) : bytes
  }

  private static func contents(
    of descriptor: Int32, _ whole: SourceLocation
  ) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Diagnostic(
          whole, .error, "the file cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= maximumBytes else {
        throw Diagnostic(
          whole, .error, "the file is larger than 4 MiB", suggestion: "split the file")
      }
    }
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

  /// True if there is a folder at the path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True if there is anything at the path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path without links and dots; the path itself if there is nothing.
  static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// The folder of a path; `.` for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A file or folder of that name in the folder, or in the nearest folder above it.
  static func nearest(_ name: String, from folder: String) -> String? {
    var folder = folder
    if exists("\(folder)/\(name)") { return "\(folder)/\(name)" }
    folder = resolved(folder)
    while true {
      let candidate = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if exists(candidate) { return candidate }
      guard folder != "/", folder.hasPrefix("/") else { return nil }
      folder = parent(of: folder)
    }
  }

  /// The names in a folder with their kinds, sorted by bytes; links to folders are left out, because
  /// they could lead in a circle.
  ///
  /// - Throws: a diagnostic if the folder cannot be read.
  static func entries(
    of folder: String
  ) throws(Diagnostic) -> [(name: String, isFolder: Bool)] {
    guard let directory = opendir(folder) else {
      throw Diagnostic(
        SourceLocation(file: folder), .error,
        "the folder cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { closedir(directory) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, isFolder("\(folder)/\(name)") { continue }
      entries.append((name, status.st_mode & S_IFMT == S_IFDIR))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
