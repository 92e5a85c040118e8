import Arguments
import CaseModel
import CaseYAML
internal import ExactText
import SystemFiles

/// The files of cases that a run was given instead of a suites folder, as the run carries them: what belongs to the first of
/// them is in `own/0`, to the second in `own/1`.
struct OwnFiles {
  /// The files and folders as they were named.
  private let paths: [String]

  /// Those among the operands of a command line.
  init(_ operands: [String]) {
    paths = operands.filter(Suites.isPath).map {
      $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0
    }
  }

  /// True if the suites folder was read.
  var isEmpty: Bool { paths.isEmpty }

  /// The files with their paths in the run: those with cases, and the world and standing checks that these count with if
  /// they are not those of the suites folder.
  func files() throws(CommandError) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    func add(_ path: String, as name: String) throws(CommandError) {
      files.append((name, try FileInput.bytes(path)))
    }
    func add(below folder: String, as prefix: String) throws(CommandError) {
      for path in Folder.files(below: folder) where path.hasSuffix(".yaml") {
        try add("\(folder)/\(path)", as: "\(prefix)/\(path)")
      }
    }
    for (number, path) in paths.enumerated() {
      let place = OwnFiles.place(number)
      let folder = Path.isFolder(path) ? path : Path.parent(of: path)
      if folder == path {
        try add(below: path, as: place)
      } else {
        try add(path, as: "\(place)/\(Path.name(of: path))")
      }
      guard let world = SuiteLoader.standardWorld(near: folder) else { continue }
      let above = Path.parent(of: world)
      // A folder has brought its own.
      if folder == path, Path.resolved(above) == Path.resolved(folder) { continue }
      try add(world, as: "\(place)/\(Path.name(of: world))")
      try add(below: "\(above)/standing", as: "\(place)/standing")
    }
    return files
  }

  /// Where the files are now that the files of a run are in a folder.
  func paths(in folder: String) -> [String] { moves(in: folder).map(\.from) }

  /// For each path in a folder with the files of a run the one that it had.
  func moves(in folder: String) -> [(from: String, to: String)] {
    paths.enumerated().map { number, path in
      let place = "\(folder)/\(OwnFiles.place(number))"
      let isFile = Path.kind(of: "\(place)/\(Path.name(of: path))") == .regularFile
      return (isFile ? "\(place)/\(Path.name(of: path))" : place, path)
    }
  }

  /// True for a file that belongs to one of them.
  static func contains(_ path: String) -> Bool { path.hasPrefix("own/") }

  private static func place(_ number: Int) -> String { "own/\(number)" }
}
