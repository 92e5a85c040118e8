import CProcess
internal import ExactText
import Glibc
import SystemFiles

/// Programs of this project and of others.
enum Programs {
  /// The folder of this program.
  static var ownFolder: String { Path.parent(of: ProgramPath.own) }

  /// Where a program is: as given if it has a slash, else in PATH.
  ///
  /// - Throws: a message that says what is wrong with it.
  static func find(_ program: String) throws(CommandError) -> String {
    do throws(ProgramPath.Fault) {
      return try ProgramPath.find(program)
    } catch {
      switch error {
      case .missing: throw CommandError("there is no program \(program)")
      case .noFile:
        throw CommandError(
          "\(program) is not a program that can be run", suggestion: "it is not a file")
      case .notExecutable:
        throw CommandError(
          "\(program) is not a program that can be run",
          suggestion:
            "make it executable with 'chmod +x \(program)', or name what runs it before it, "
            + "such as 'python3 \(program)'")
      case .empty, .notInPath:
        throw CommandError(
          "there is no program '\(program)' in PATH",
          suggestion: "give its path, such as ./\(program)")
      }
    }
  }

  /// What a program writes to its standard output; it must end with status 0.
  static func output(_ command: [String]) throws(CommandError) -> String {
    let program = try find(command[0])
    var ends: [Int32] = [-1, -1]
    guard mam_pipe(&ends) == 0 else {
      throw CommandError("cannot make a pipe: \(SystemError.last)", exitCode: 70)
    }
    let arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let error = mam_spawn(&child, program, arguments, environ, nil, [2, 2, ends[1], 1], 2)
    close(ends[1])
    defer { close(ends[0]) }
    guard error == 0 else {
      throw CommandError("cannot start \(program): \(SystemError(error))")
    }
    let bytes = try? WholeFile.bytes(of: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw CommandError("\(command.joined(separator: " ")) failed") }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
