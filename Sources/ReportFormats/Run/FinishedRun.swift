package import Conformance
internal import ExactText
package import Reporting

/// A run that has come to its end, as every format of reports takes it: results, and what they were found with.
///
/// A format is a function of this value alone, so that the same run gives the same bytes; what it takes from the machine's
/// clock is in `description` and in `CaseResult.wallMilliseconds`.
package struct FinishedRun: Sendable {
  /// What was found of every case, in the order of the run.
  package var results: [CaseResult]
  /// What is said of the run besides.
  package var description: RunDescription
  /// The files that decide what a run finds: suites, programs of the SDK.
  package var materials: [Material]
  /// The folder to which places of files are relative where a format wants them so, such as `/home/ci/work`; empty if
  /// they are to stay as they are.
  package var root: String
  /// Whether the machine's times are written.
  package var times: ReportTimes

  /// A file or a folder with the hash of what is in it.
  package struct Material: Sendable, Equatable {
    /// What it is: `suites`, or the name of a program.
    package var name: String
    /// The SHA-256, in hexadecimal digits.
    package var digest: String
    /// A file or a folder with its hash.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// A run with all its parts.
  package init(
    _ results: [CaseResult], _ description: RunDescription, materials: [Material] = [],
    root: String = "", times: ReportTimes = .measured
  ) {
    self.results = results
    self.description = description
    self.materials = materials
    self.root = root
    self.times = times
  }

  /// The cases that a format with room for some of them shows: those that did not pass first, each part in the order of
  /// the run.
  package func chosen(atMost limit: Int) -> [CaseResult] {
    let bad = results.filter { $0.outcome != .passed && $0.outcome != .skipped }
    guard results.count > limit else { return results }
    guard bad.count < limit else { return Array(bad.prefix(limit)) }
    let rest = results.filter { $0.outcome == .passed || $0.outcome == .skipped }
    return bad + rest.prefix(limit - bad.count)
  }

  /// A file's place relative to ``root``.
  func place(of file: String) -> String {
    FinishedRun.place(of: file, relativeTo: root)
  }

  /// A file's place relative to a folder; as it is if it does not lie below.
  package static func place(of file: String, relativeTo root: String) -> String {
    let folder = root.isEmpty || root.hasSuffix("/") ? root : root + "/"
    return !folder.isEmpty && file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
  }

  /// The adapter's command in one line.
  var adapter: String { description.adapter.map(RunDescription.quoted).joined(separator: " ") }
}
