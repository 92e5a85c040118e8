import Arguments
import CaseModel
import Conformance
import Contract
import Debugger
internal import ExactText
import Glibc
import Participants
import SystemFiles
import Wording

/// `mamconform debug`: a case that is stopped, continued and reversed, by commands of a person or of a script.
struct DebugCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Debugs and returns the exit code: 0, or of a script 2 if the adapter broke down, 64 if a command could not be carried out.
  func run() throws(CommandError) -> Int32 {
    EndSignal.watch(isPerson: isPerson)
    let script = try script()
    let subject = try DebugSubject.find(arguments)
    let scratch = try ScratchRoot.forCommand()
    defer { scratch.remove() }
    let startsProcesses = subject.arguments.has(.sut) || subject.arguments.rest != nil
    let devices = try DeviceArguments(subject.arguments)?.listen(for: "debug")
    defer { devices?.listener.close() }
    if startsProcesses { Descendants.adopt() }
    defer { if startsProcesses { Descendants.end() } }
    var options = try options(subject, scratch.path)
    options.devices = devices
    let console: DebugConsole
    let screen = Screen(width: isPerson ? Terminal.columns : nil)
    do throws(DebugProblem) {
      console = try DebugConsole(
        subject.item, options: options, subject.contract, write: { screen.write($0) })
    } catch {
      throw CommandError(error.text, exitCode: ExitCode.inconclusive)
    }
    defer { console.close() }
    console.worldFile = subject.worldFile
    console.asksBeforeLeaving = isPerson
    if let note = try subject.comparison(with: console) {
      Output.complain("mamconform debug: note: \(note)\n")
    }
    console.begin()
    if arguments.has(.atFailure) { PauseSignal.whileMoving { console.execute("goto failure") } }
    let code = interact(console, script, screen)
    if let error = screen.error { throw error }
    return code
  }

  /// Standard output, of which is known whether anybody can read what is written there.
  private final class Screen {
    /// Why something could not be written; a reader that left early is no error.
    private(set) var error: CommandError?
    /// True if nobody sees what is written any more.
    private(set) var isGone = false
    /// The longest line, in characters; nil to leave lines as they are.
    private let width: Int?

    /// - Parameter width: the width of the terminal at which a person reads.
    init(width: Int?) { self.width = width }

    func write(_ text: String) {
      let text = width.map { Screen.folded(text, at: $0) } ?? text
      guard !isGone, let fault = WholeFile.write(Array(text.utf8), to: STDOUT_FILENO) else {
        return
      }
      isGone = true
      if fault.number != EPIPE { error = Output.failure(fault) }
    }

    /// Lines that are too long, broken between words; what follows is indented further.
    private static func folded(_ text: String, at width: Int) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.map { line in
        guard line.count > width else { return String(line) }
        let margin = line.prefix { $0 == " " }.count
        return Fold.values(String(line), width: width, indent: margin + 4)
          .joined(separator: "\n")
      }.joined(separator: "\n")
    }
  }

  /// The lines of `--command` and then those of `-ex`; nil if there are none.
  private func script() throws(CommandError) -> [String]? {
    var lines: [String]?
    if let path = arguments.value(.commandFile) {
      var bytes = try FileInput.bytes(path)[...]
      // Some editors begin a file with a byte order mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    if arguments.has(.execute) { lines = (lines ?? []) + arguments.all(.execute) }
    return lines
  }

  /// True if lines are typed at a terminal.
  private var isPerson: Bool {
    isatty(STDIN_FILENO) == 1 && Output.isTerminal && !arguments.has(.commandFile)
      && !arguments.has(.execute)
  }

  /// Carries out a script, or what a person or a pipe says.
  private func interact(_ console: DebugConsole, _ script: [String]?, _ screen: Screen) -> Int32 {
    if let script {
      for line in script where !console.isOver && !screen.isGone { say(line, console, screen) }
      return DebugCommand.code(of: console)
    }
    let editor = isPerson ? LineEditor.shared : nil
    editor?.begin { console.completions(of: $0) }
    while !console.isOver, !screen.isGone {
      let line = editor.map { $0.line(prompt: "(debug) ") } ?? readLine()
      guard let line else {
        // The shell's prompt is not to stand behind this one.
        guard isPerson else { break }
        screen.write("\n")
        console.leave()
        continue
      }
      if isPerson {
        PauseSignal.whileMoving { console.execute(line) }
      } else {
        say(line, console, screen)
      }
    }
    return isPerson ? ExitCode.conforms : DebugCommand.code(of: console)
  }

  /// The exit code after a script: if the adapter broke down, that is why commands could not be carried out.
  private static func code(of console: DebugConsole) -> Int32 {
    if console.hasBrokenDown { return ExitCode.inconclusive }
    return console.errorCount == 0 ? ExitCode.conforms : ExitCode.usage
  }

  /// Carries out a line of a script, after showing it.
  private func say(_ line: String, _ console: DebugConsole, _ screen: Screen) {
    guard !line.allSatisfy(\.isWhitespace) else { return }
    screen.write("(debug) \(line)\n")
    console.execute(line)
  }

  private func options(
    _ subject: DebugSubject, _ scratch: String
  ) throws(CommandError) -> RunOptions {
    let given = subject.arguments
    var options = given.runOptions(adapter: subject.command, scratch: scratch, subject.contract)
    options.seed = given.integer(.seed) ?? 0
    options.limits = given.caseLimits
    options.serviceAddress = try DeviceArguments.serviceAddress(given)
    if let milliseconds = given.integer(.settle) { options.settleMilliseconds = milliseconds }
    options.acceptsForeignRequests = given.value(.foreign) == "accept"
    options.isInProcess = !given.has(.sut) && given.rest == nil
    options.inProcessDefects = given.list(.defect) ?? []
    options.inProcessReadings = given.list(.readings) ?? []
    options.inProcessProfile = subject.item.profile
    options.retryToleranceMilliseconds = given.integer(.retryTolerance) ?? 0
    options.recommendations = subject.contract.recommendations
    options.isStrict = given.has(.strict)
    return options
  }
}
