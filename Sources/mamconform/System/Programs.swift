import CProcess
internal import ExactText
import Glibc

/// Programs of this project and of others.
enum Programs {
  /// The path of this program.
  static var own: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder of this program.
  static var ownFolder: String { FileOutput.parent(of: own) }

  /// Where a program is: as given if it has a slash, else in PATH.
  ///
  /// - Throws: a message that says what is wrong with it.
  static func find(_ program: String) throws(CommandError) -> String {
    if program.contains("/") {
      guard FileInput.exists(program) else {
        throw CommandError("there is no program \(program)")
      }
      guard !FileInput.isFolder(program), access(program, X_OK) == 0 else {
        throw CommandError("\(program) is no program that can be run")
      }
      return program
    }
    let folders = Output.environment("PATH") ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":")
    where access("\(folder)/\(program)", X_OK) == 0 && !FileInput.isFolder("\(folder)/\(program)") {
      return "\(folder)/\(program)"
    }
    throw CommandError(
      "there is no program '\(program)' in PATH", suggestion: "give its path, such as ./\(program)")
  }

  /// What a program writes to its standard output; it must end with status 0.
  static func output(_ command: [String]) throws(CommandError) -> String {
    let program = try find(command[0])
    var ends: [Int32] = [-1, -1]
    guard mam_pipe(&ends) == 0 else {
      throw CommandError("cannot make a pipe: \(FileOutput.reason(errno))", exitCode: 70)
    }
    let arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let error = mam_spawn(&child, program, arguments, environ, nil, [2, 2, ends[1], 1], 2)
    close(ends[1])
    defer { close(ends[0]) }
    guard error == 0 else {
      throw CommandError("cannot start \(program): \(FileOutput.reason(error))")
    }
    var bytes: [UInt8] = []
    _ = FileInput.readAll(ends[0], into: &bytes)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw CommandError("\(command.joined(separator: " ")) failed") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
