internal import CaseModel
internal import ExactText
internal import SystemFiles

/// The files in which a case is written: which step a line means.
struct CaseSource {
  private let item: ConformanceCase

  init(_ item: ConformanceCase) { self.item = item }

  /// The files, each once, in the order of the steps.
  var files: [Source] {
    var paths: [String] = []
    for location in [item.location] + item.steps.map(\.location)
    where !paths.contains(location.file) {
      paths.append(location.file)
    }
    return paths.map(CaseSource.source)
  }

  /// The file as clients know it: by its whole path.
  static func source(_ file: String) -> Source {
    Source(name: Path.name(of: file), path: Path.resolved(file))
  }

  /// True if a client's path is that file.
  static func isSame(_ path: String, _ file: String) -> Bool {
    Path.resolved(path) == Path.resolved(file)
  }

  /// The lines of a file on which steps begin, in order, each once.
  func lines(of path: String) -> [Int] {
    Set(item.steps.filter { CaseSource.isSame(path, $0.location.file) }.map(\.location.line))
      .sorted()
  }

  /// The line of the step that a line means: its own, or that of the next step; nil if the case has none there.
  func line(at line: Int, of path: String) -> Int? {
    let lines = lines(of: path)
    let begins = CaseSource.isSame(path, item.location.file) ? item.location.line : 0
    // What stands above the case belongs to another one.
    guard line >= min(begins, lines.first ?? begins) else { return nil }
    return lines.first { $0 >= line }
  }

  /// The indices of the steps that begin on a line.
  func steps(at line: Int, of path: String) -> [Int] {
    item.steps.indices.filter {
      item.steps[$0].location.line == line && CaseSource.isSame(path, item.steps[$0].location.file)
    }
  }
}
