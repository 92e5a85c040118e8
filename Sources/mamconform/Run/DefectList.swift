internal import ExactText

/// A defect that the simulated app can be given.
struct KnownDefect: Equatable {
  /// Its name, as `--defect` takes it.
  var name: String
  /// The requirements that it breaks.
  var requirements: [String]
  /// What the SDK does wrong.
  var summary: String
}

/// The defects of the simulated app, as `mam-app --defects` lists them.
enum DefectList {
  /// Asks a simulated app.
  static func of(_ program: String) throws(CommandError) -> [KnownDefect] {
    let defects = parse(try Programs.output([program, "--defects"]))
    guard !defects.isEmpty else { throw CommandError("\(program) --defects lists no defect") }
    return defects
  }

  /// One defect a line: its name, what it does wrong, and the IDs of its requirements in brackets.
  static func parse(_ text: String) -> [KnownDefect] {
    text.split(separator: "\n").compactMap { line in
      let name = line.prefix { $0 != " " }
      guard !name.isEmpty, let bracket = line.lastIndex(of: "["), line.last == "]",
        bracket > name.endIndex
      else { return nil }
      let summary = line[name.endIndex..<bracket].drop { $0 == " " }
      return KnownDefect(
        name: String(name),
        requirements: line[bracket...].dropFirst().dropLast().split { ", ".contains($0) }
          .map(String.init),
        summary: String(
          summary.prefix(
            upTo: summary.lastIndex { $0 != " " }.map(summary.index(after:)) ?? summary.startIndex))
      )
    }
  }
}
