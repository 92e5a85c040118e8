import Arguments
import Conformance
internal import ExactText
import Glibc
import ReportFormats
import Reporting
import SystemFiles

/// The reports that a command line asks for by `--format` and `--output`, and annotations where GitHub runs the program.
struct ReportOutputs: Sendable {
  private let outputs: [(format: ReportFormat, place: String, isInPlace: Bool)]
  private let arguments: ParsedArguments
  private let writesAnnotations: Bool

  /// Pairs the formats with their places, and makes sure that these can be written.
  ///
  /// - Throws: wrong usage if they are not as many as each other, or if one cannot be written.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    let formats = arguments.all(.reportFormat).compactMap(ReportFormat.named)
    let places = ReportOutputs.places(arguments)
    guard formats.count == places.count else {
      throw CommandError(
        "--format and --output must be given equally often (\(formats.count) and \(places.count))",
        suggestion:
          "give each --format its own --output, such as --format html --output run.html")
    }
    for (index, place) in places.enumerated() where place != FileOutput.standard {
      if formats[index].isFolder {
        try FileOutput.prepare(folder: place)
      } else {
        try FileOutput.prepare(file: place)
      }
    }
    if let folder = zip(formats, places).first(where: {
      $0.isFolder && $1 == FileOutput.standard
    }) {
      throw CommandError("--format \(folder.0.name) is a folder and cannot go to standard output")
    }
    // What was a regular file when the run began is replaced by one, whatever has taken its place since.
    outputs = zip(formats, places).map { ($0, $1, !$0.isFolder && FileOutput.isInPlace($1)) }
    self.arguments = arguments
    writesAnnotations =
      EnvironmentVariable.value("GITHUB_ACTIONS") == "true"
      && !formats.contains { $0.name == "github" }
  }

  /// The files among the outputs; standard output and folders are none.
  var files: [String] {
    outputs.filter { !$0.format.isFolder && $0.place != FileOutput.standard }.map(\.place)
  }

  /// True if there is a report that may read the histories of cases that passed.
  var readHistories: Bool { !outputs.isEmpty || writesAnnotations }

  /// Where the formats go; a single one without a place goes to standard output.
  static func places(_ arguments: ParsedArguments) -> [String] {
    let places = arguments.all(.output)
    return places.isEmpty && arguments.all(.reportFormat).count == 1
      ? [FileOutput.standard] : places
  }

  /// True if standard output is for a report, so that everything else goes to standard error.
  static func takesStandardOutput(_ arguments: ParsedArguments) -> Bool {
    places(arguments).contains(FileOutput.standard)
  }

  /// The folder to which CI wants places of files to be relative; empty where nothing says so.
  static var workspace: String { EnvironmentVariable.value("GITHUB_WORKSPACE") ?? "" }

  /// Replaces every file by one of a run that did not finish.
  ///
  /// - Parameter description: the run, as ``RunDescription/unfinished`` describes it.
  func begin(_ description: RunDescription) throws(CommandError) {
    var failure: CommandError?
    for (format, place, isInPlace) in outputs where !format.isFolder && !isInPlace {
      TemporaryName.removeAll(of: place)
      for file in format.write(FinishedRun([], description)) {
        do throws(CommandError) {
          try FileOutput.replace(place, with: file.bytes)
        } catch {
          // Rather none than one of another run.
          unlink(place)
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
  }

  /// Writes everything and returns what went wrong.
  ///
  /// - Parameter description: receives the files that were written.
  func write(_ results: [CaseResult], _ description: inout RunDescription) -> [CommandError] {
    guard !outputs.isEmpty || writesAnnotations else { return [] }
    var run = FinishedRun(results, description, root: ReportOutputs.workspace)
    var errors: [CommandError] = []
    do throws(CommandError) {
      if outputs.contains(where: { $0.format.readsMaterials }) {
        run.materials = try Materials.of(description.adapter, arguments)
      }
    } catch {
      errors.append(error)
    }
    for (format, place, isInPlace) in outputs {
      do throws(CommandError) {
        for file in format.write(run) {
          try write(file, to: format.isFolder ? "\(place)/\(file.path)" : place, isInPlace)
        }
        if place != FileOutput.standard { description.files.append(place) }
      } catch {
        errors.append(error)
      }
    }
    if writesAnnotations {
      let text = String(decoding: GitHubAnnotations(run).bytes, as: UTF8.self)
      if ReportOutputs.takesStandardOutput(arguments) {
        Output.complain(text)
      } else {
        do throws(CommandError) { try Output.write(text) } catch { errors.append(error) }
      }
    }
    return errors
  }

  private func write(
    _ file: ReportFile, to path: String, _ isInPlace: Bool
  ) throws(CommandError) {
    if path == FileOutput.standard {
      try Output.write(file.bytes)
    } else if isInPlace {
      try FileOutput.write(file.bytes, to: path)
    } else {
      try FileOutput.replace(path, with: file.bytes)
    }
  }
}
