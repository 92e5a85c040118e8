import Arguments
internal import ExactText
import RunStore
import SystemFiles

/// Makes sure that no output of a command line replaces a file that the command reads.
///
/// Files are compared by device and inode, so that a link or another way of writing a path does not matter. What is not
/// there yet, and what is written in place, such as a pipe, replaces nothing.
struct OutputCheck {
  private let arguments: ParsedArguments
  private let description: CommandDescription

  /// The check of a command line.
  init(_ arguments: ParsedArguments, of description: CommandDescription) {
    self.arguments = arguments
    self.description = description
  }

  /// Refuses an output that would replace an input.
  func run() throws(CommandError) {
    // Inputs are looked for only where there is something to lose: most outputs are new, or older reports.
    let outputs = self.outputs.filter { Path.kind(of: $0.path) == .regularFile }
    guard !outputs.isEmpty else { return }
    let (inputs, folders) = (self.inputs, self.foldersOfCases)
    for (option, path) in outputs {
      let isRead =
        inputs.contains { Path.isSame($0, path) }
        || folders.contains { OutputCheck.isCases(path, in: $0) }
      if isRead { throw OutputCheck.refusal(option, path) }
    }
  }

  /// The error of an output that would replace what the command reads.
  static func refusal(_ option: Option, _ path: String) -> CommandError {
    option == .report
      ? CommandError(
        "\(option.name) would replace \(path), which this command reads",
        suggestion: "name another folder")
      : CommandError(
        "\(option.name) names \(path), which this command reads", suggestion: "name another file")
  }

  // MARK: - What is written

  private static let files: [Option] = [.output, .junit, .json, .matrixCache]

  private var outputs: [(option: Option, path: String)] {
    OutputCheck.files.flatMap { option in arguments.all(option).map { (option, $0) } }
      + arguments.all(.report).flatMap { folder in
        ReportFiles.names.map { (Option.report, "\(folder)/\($0)") }
      }
  }

  // MARK: - What is read

  /// The options whose files or folders are no input.
  private static let others = (files + [.report, .histories, .store]).map(\.name)

  /// The files that are read.
  private var inputs: [String] {
    let options = description.options.filter { option in
      (option.kind == .file || option.kind == .folder) && !OutputCheck.others.contains(option.name)
    }
    let words = (options + [.resume, .changedSince]).flatMap { arguments.all($0) }
    // What is no file of cases among them is a name.
    let operands =
      takesCases
      ? arguments.operands.filter(Suites.isPath) : arguments.operands.flatMap(files(of:))
    return words.flatMap(files(of:)) + operands + adapterFiles
  }

  /// True for a command whose operands are names of cases, or files of them.
  private var takesCases: Bool {
    if case .output? = description.operand?.kind { true } else { false }
  }

  /// The files that a word stands for: a file itself, a stored run by its path, name or label, or a folder with a report.
  private func files(of word: String) -> [String] {
    guard Path.kind(of: word) != .regularFile else { return [word] }
    let stored = Path.exists(word) ? nil : (try? arguments.store?.find(word))
    let folder = stored ?? word
    let run = "\(folder)/\(RunFormat.fileName)"
    return Path.exists(run) ? ["", "-wal", "-shm"].map { run + $0 } : ["\(folder)/run.json"]
  }

  /// The program of the adapter, and the files that its arguments name.
  private var adapterFiles: [String] {
    let sut = arguments.value(.sut).flatMap { try? ShellWords.split($0) } ?? []
    return [sut, arguments.rest ?? []].flatMap { words -> [String] in
      guard let program = words.first else { return [] }
      return [(try? ProgramPath.find(program)) ?? program] + words.dropFirst()
    }
  }

  /// The folders in which every file of YAML is read: those of cases, and the suites with their contract.
  private var foldersOfCases: [String] {
    let named = arguments.operands.filter { Suites.isPath($0) && Path.isFolder($0) }
    guard description.options.contains(.suites) else { return named }
    return named + [try? Suites.folder(arguments), Suites.builtIn].compactMap(\.self)
  }

  private static func isCases(_ path: String, in folder: String) -> Bool {
    [".yaml", ".yml"].contains(where: path.hasSuffix)
      && Path.resolved(path).hasPrefix(Path.resolved(folder) + "/")
  }
}
