internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// A program started in a process group of its own, watched by a pidfd, and never left behind.
///
/// It is killed with the thread that started it: whatever ends this program, its children end too.
final class ChildProcess {
  /// The process ID, which is also that of its group.
  let identifier: pid_t
  /// Readable as soon as the process has ended.
  let pidfd: Descriptor
  /// How it ended: the exit status, or minus the signal; nil while it runs or is not reaped.
  private(set) var ending: Int32?
  /// What tells whether it waits for input; nil until somebody asks.
  private var rest: mam_rest?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - participant: the name for failures.
  ///   - command: program and arguments; a program without a slash is looked for in PATH.
  ///   - folder: the working directory; nil keeps the current one.
  ///   - environment: replaces variables of this process's environment.
  ///   - descriptors: pairs of a descriptor here and its number in the child; all others are closed.
  init(
    participant: String, command: [String], folder: String?, environment: [String: String] = [:],
    descriptors: [(Int32, Int32)]
  ) throws(ParticipantFailure) {
    _ = ChildProcess.survivesBrokenPipes
    let program = try ChildProcess.resolve(command.first ?? "", participant: participant)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    var variables: [UnsafeMutablePointer<CChar>?] = []
    if !environment.isEmpty {
      variables = ChildProcess.environment(replacing: environment).map { strdup($0) }
      variables.append(nil)
    }
    defer {
      for pointer in arguments { free(pointer) }
      for pointer in variables { free(pointer) }
    }
    let map = descriptors.flatMap { [$0.0, $0.1] }
    let started = try ChildRegistry.shared.start { () throws(ParticipantFailure) in
      var started: pid_t = 0
      let count = Int32(descriptors.count)
      let error =
        environment.isEmpty
        ? mam_spawn(&started, program, arguments, environ, folder, map, count)
        : mam_spawn(&started, program, arguments, variables, folder, map, count)
      guard error == 0 else {
        throw ParticipantFailure(
          error == ENOENT ? .notFound : .notExecutable, participant,
          "cannot start \(program): \(SystemError(error))\(ChildProcess.advice(error))")
      }
      return started
    }
    identifier = started
    let watcher = mam_pidfd_open(started)
    guard watcher >= 0 else {
      let failure = Descriptor.systemFailure("pidfd_open")
      Glibc.kill(-started, SIGKILL)
      ChildRegistry.shared.reap(started) { waitpid(started, nil, 0) != 0 }
      throw failure
    }
    pidfd = Descriptor(watcher)
  }

  /// Kills whatever is left of the group and reaps the process.
  deinit { kill() }

  /// A participant may die while it is written to; that is an error of the write, not the end of this process.
  private static let survivesBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// True if nothing can happen in the process until it is sent something, as far as the kernel tells.
  func awaitsInput() -> Bool {
    if rest == nil {
      var files = mam_rest()
      if mam_rest_open(identifier, &files) == 0 { rest = files }
    }
    if rest != nil, mam_rest_is_certain(&rest!) == 1 { return true }
    return mam_process_awaits_input(identifier) == 1
  }

  /// True if the kernel does not let this program see what the process waits for.
  var isHidden: Bool { mam_process_is_hidden(identifier) == 1 }

  /// True if a signal has stopped the process.
  var isStopped: Bool { ChildProcess.isStopped(identifier) }

  /// True if a signal has stopped that process.
  static func isStopped(_ identifier: pid_t) -> Bool {
    var process = mam_process()
    return mam_process_read(identifier, &process) == 0 && process.state == CChar(UInt8(ascii: "T"))
  }

  /// True if the process has a pipe of ours open, or if that cannot be seen.
  func holds(_ pipe: Descriptor) -> Bool {
    var own = stat()
    guard fstat(pipe.number, &own) == 0 else { return true }
    let folder = "/proc/\(identifier)/fd"
    let numbers = Folder.names(in: folder)
    return numbers.isEmpty
      || numbers.contains { number in
        var other = stat()
        return stat("\(folder)/\(number)", &other) == 0 && other.st_dev == own.st_dev
          && other.st_ino == own.st_ino
      }
  }

  /// True if the process has ended; reaps it.
  func hasEnded() -> Bool {
    if ending != nil { return true }
    ChildRegistry.shared.reap(identifier) {
      var code: Int32 = 0
      let result = mam_reap(pidfd.number, &code)
      if result != 0 { ending = result == 1 ? code : -SIGKILL }
      return result != 0
    }
    return ending != nil
  }

  /// SIGKILL to the process and to everything left of its group; returns when it is dead and reaped.
  func kill() {
    // After the first time its number may be another's.
    guard pidfd.isOpen else { return }
    if !hasEnded() { _ = mam_pidfd_signal(pidfd.number, SIGKILL) }
    // The group outlives its leader if the process has left children behind.
    Glibc.kill(-identifier, SIGKILL)
    while !hasEnded() {
      var entry = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 1000)
    }
    pidfd.close()
    if rest != nil { mam_rest_close(&rest!) }
    rest = nil
  }

  /// Waits in real time for the process to end.
  func waitForEnd(milliseconds: Int) -> Bool {
    let watchdog = Watchdog(milliseconds: milliseconds)
    while !hasEnded() {
      if watchdog.isOver { return false }
      var entry = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, watchdog.remaining)
    }
    return true
  }

  /// `status 3` or `signal 11 (Segmentation fault)`.
  var endingText: String {
    guard let ending else { return "still running" }
    return ending >= 0
      ? "status \(ending)" : "signal \(-ending) (\(String(cString: strsignal(-ending))))"
  }

  /// What to do about a file that is there and executable, and cannot be started all the same.
  private static func advice(_ error: Int32) -> String {
    switch error {
    case ENOENT:
      "; the file exists, so the interpreter in its first line (#!) or its loader is missing"
    case ENOEXEC:
      "; a script needs a first line such as #!/bin/sh, and a program must be built for this machine"
    default: ""
    }
  }

  private static func resolve(_ program: String, participant: String) throws(ParticipantFailure)
    -> String
  {
    do throws(ProgramPath.Fault) {
      return try ProgramPath.find(program)
    } catch {
      let (code, message): (ParticipantFailure.Code, String) =
        switch error {
        case .empty: (.notFound, "the command is empty")
        case .missing: (.notFound, "there is no program \(program)")
        case .noFile: (.notExecutable, "\(program) is not a file")
        case .notExecutable:
          (.notExecutable, "\(program) is not executable; run chmod +x \(program)")
        case .notInPath:
          (
            .notFound,
            "the program \"\(program)\" is not in PATH; give its path, such as ./\(program)"
          )
        }
      throw ParticipantFailure(code, participant, message)
    }
  }

  private static func environment(replacing changes: [String: String]) -> [String] {
    var result: [String] = []
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      let name = text.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(text[..<$0]) } ?? text
      if changes[name] == nil { result.append(text) }
      entry += 1
    }
    for name in changes.keys.sorted() { result.append("\(name)=\(changes[name]!)") }
    return result
  }
}
