import Arguments
import Conformance
import Contract
internal import ExactText
import Glibc
import Participants
import Reporting
import Wording

/// The adapter that a command line names.
struct SDKUnderTest {
  /// The command: a program and its arguments.
  let command: [String]
  /// The options that name it again, for the command that reproduces a case.
  let repeatOptions: [String]
  /// Where its apps connect, if it lives on a device; ``command`` then is that address.
  let device: DeviceArguments?

  /// The adapter of `--sut`, of the words after `--`, or the simulated app beside this program.
  ///
  /// An adapter that is named keeps its vendor's numbers by itself; the simulated app is given those of the profile.
  ///
  /// - Throws: wrong usage if there is no such program, or if a defect is asked for that it does not have.
  init(_ arguments: ParsedArguments, profile: Profile = .standard) throws(CommandError) {
    try SDKUnderTest.checkInProcess(arguments)
    device = try DeviceArguments(arguments)
    if let device {
      if let option = [Option.defect, .readings].first(where: { arguments.has($0) }) {
        throw CommandError(
          "\(option.name) is for the reference SDK (mam-app), not for an SDK on a device")
      }
      self.command = [device.address.description]
      self.repeatOptions = DeviceArguments.repeatOptions(arguments)
      return
    }
    var (command, repeatOptions) = try SDKUnderTest.adapter(arguments, profile)
    _ = try Programs.find(command[0])
    if let defects = arguments.list(.defect) {
      try SDKUnderTest.checkIsReference(command[0], for: .defect)
      let known = try SDKUnderTest.defects(of: command[0]).map(\.name)
      for defect in defects {
        try SDKUnderTest.check(defect: defect, among: known)
        command += ["--defect", defect]
      }
      repeatOptions += ["--defect", defects.joined(separator: ",")]
    }
    if let readings = arguments.list(.readings) {
      try SDKUnderTest.checkIsReference(command[0], for: .readings)
      let known = try Programs.output([command[0], "--readings"])
        .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
      for reading in readings {
        try SDKUnderTest.check(reading, "reading", among: known)
        command += ["--reading", reading]
      }
      repeatOptions += ["--reading", readings.joined(separator: ",")]
    }
    let counts = [arguments.list(.defect), arguments.list(.readings)].map { $0?.count ?? 0 }
    if counts.contains(where: { $0 > 1 }) {
      // It refuses what does not go together, and says why.
      _ = try Programs.output(command + ["--behaviour"])
    }
    self.command = command
    self.repeatOptions = repeatOptions
  }

  /// Refuses what only a process has, in process.
  private static func checkInProcess(_ arguments: ParsedArguments) throws(CommandError) {
    guard arguments.has(.inProcess) else { return }
    if arguments.has(.sut) || arguments.rest != nil {
      throw CommandError(
        "--in-process runs the reference SDK only", suggestion: "leave out the adapter's command")
    }
    if arguments.has(.waitForDebugger) {
      throw CommandError(
        "--wait-for-debugger is for the process of an adapter", suggestion: "leave out --in-process"
      )
    }
  }

  /// The adapter's command as it is given, without defects and readings, and the options that name it again.
  private static func adapter(
    _ arguments: ParsedArguments, _ profile: Profile
  ) throws(CommandError) -> (command: [String], repeatOptions: [String]) {
    switch (arguments.value(.sut), arguments.rest) {
    case (.some, .some):
      throw CommandError("the SDK under test is given twice: by --sut and after '--'")
    case (nil, .some(let words)):
      guard !words.isEmpty else {
        throw CommandError("the adapter's command is missing after '--'")
      }
      return (words, ["--sut", line(words)])
    case (.some(let text), nil):
      let words = try CommandError.ofUsage { () throws(UsageError) in try ShellWords.split(text) }
      return (words, ["--sut", line(words)])
    case (nil, nil):
      return ([try simulatedApp()] + profile.assignments.flatMap { ["--number", $0] }, [])
    }
  }

  private static func checkIsReference(
    _ program: String, for option: Option
  ) throws(CommandError) {
    guard program.split(separator: "/").last == "mam-app" else {
      throw CommandError("\(option.name) is for the reference SDK (mam-app), not for \(program)")
    }
  }

  /// The simulated app that is installed beside this program.
  static func simulatedApp() throws(CommandError) -> String {
    let path = "\(Programs.ownFolder)/mam-app"
    guard access(path, X_OK) == 0 else {
      throw CommandError(
        "there is no mam-app next to this program (\(path))",
        suggestion: "name the SDK under test with --sut COMMAND")
    }
    return path
  }

  /// The defects of a simulated app, as `mam-app --defects` lists them.
  static func defects(of program: String) throws(CommandError) -> [KnownDefect] {
    let defects = KnownDefect.list(try Programs.output([program, "--defects"]))
    guard !defects.isEmpty else { throw CommandError("\(program) --defects lists no defect") }
    return defects
  }

  /// Refuses the name of a defect that is not known, or that limits it to a situation that is not known.
  static func check(defect name: String, among known: [String]) throws(CommandError) {
    let situation = KnownDefect.situation(in: name)
    try SDKUnderTest.check(
      situation.map { String(name.dropLast($0.count + 1)) } ?? name, "defect", among: known)
    guard let situation else { return }
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(
        situation, "situation", among: KnownDefect.situations, listedBy: "mamconform help prove")
    }
  }

  private static func check(
    _ word: String, _ kind: String, among known: [String]
  ) throws(CommandError) {
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(word, kind, among: known, listedBy: "mam-app --\(kind)s")
    }
  }

  private static func line(_ words: [String]) -> String {
    words.map(RunDescription.quoted).joined(separator: " ")
  }
}
