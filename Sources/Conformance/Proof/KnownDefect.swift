internal import ExactText

/// A defect that the simulated app can be given.
package struct KnownDefect: Equatable, Sendable {
  /// Its name, as `--defect` takes it.
  package var name: String
  /// The requirements that it breaks.
  package var requirements: [String]
  /// What the SDK does wrong.
  package var summary: String

  /// The defects that `mam-app --defects` has listed: one a line, with its name, what it does wrong, and the IDs of its
  /// requirements in brackets. Other lines are left out.
  package static func list(_ text: String) -> [KnownDefect] {
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
