package import ExactText
internal import ReferenceSDK

/// A defect that the reference SDK or the simulated app can be given.
package struct KnownDefect: Equatable, Sendable {
  /// Its name, as `--defect` takes it.
  package let name: String
  /// The requirements that it breaks, the most telling first.
  package let requirements: [String]
  /// What the SDK does wrong, in one sentence.
  package let summary: String

  /// A defect that is described elsewhere.
  package init(name: String, requirements: [String], summary: String) {
    self.name = name
    self.requirements = requirements
    self.summary = summary
  }

  /// The defect of that name in the catalogue of the reference SDK; nil if there is none.
  package init?(_ name: ExactString) {
    guard let defect = Defect.named(name.text) else { return nil }
    self.init(name: defect.name, requirements: defect.requirements, summary: defect.summary)
  }

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
