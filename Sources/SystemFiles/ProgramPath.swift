internal import ExactText
internal import Glibc

/// Finds programs as a shell does.
package enum ProgramPath {
  /// Why a program cannot be run.
  package enum Fault: Error, Equatable {
    /// The name is empty.
    case empty
    /// There is nothing of that path.
    case missing
    /// The path leads to a folder or something else that is not a file.
    case noFile
    /// The file may not be run.
    case notExecutable
    /// No folder of `PATH` has a program of that name.
    case notInPath
  }

  /// Where a program is: the path as it is given if it has a slash, else the first of that name in the folders of
  /// `PATH` (`/usr/bin` and `/bin` without the variable).
  package static func find(_ program: String) throws(Fault) -> String {
    guard !program.isEmpty else { throw .empty }
    if program.contains("/") {
      guard let kind = Path.kind(of: program) else { throw .missing }
      guard kind == .regularFile else { throw .noFile }
      guard access(program, X_OK) == 0 else { throw .notExecutable }
      return program
    }
    let folders = EnvironmentVariable.value("PATH") ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(program)"
      // A folder can be "executable" too.
      if access(path, X_OK) == 0, Path.kind(of: path) == .regularFile { return path }
    }
    throw .notInPath
  }

  /// The path of this program; what it was called by if the kernel does not say.
  package static var own: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
