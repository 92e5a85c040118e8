package import CaseModel
internal import ExactText

/// Parts of the histories at which no check has to look, each with its reason: `suites/contract/unjudged.yaml`.
///
///     unjudged:
///       - record: event log
///         member: message
///         reason: What the SDK writes into its log is nobody's business.
package enum UnjudgedList {
  /// A part of the histories and why it is not judged.
  package struct Entry: Sendable, Equatable {
    /// The records, such as `event prompt[pin]`; `*` and `?` as in the names of cases.
    package var records: [String]
    /// The member, such as `value.isPINRequired`; nil for every one, and for the records themselves.
    package var member: String?
    /// What is done to it that need not be noticed, such as `repeated`; empty for everything.
    package var changes: [String]
    /// The reason, in words.
    package var reason: String
    /// Where it is written.
    package var location: SourceLocation
  }

  /// The name of the file in the contract's folder.
  package static let fileName = "unjudged.yaml"

  /// The entries of a file, and everything that is wrong with it.
  ///
  /// - Parameter changes: the words that `change` may have.
  package static func load(
    path: String, changes: [String]
  ) -> (entries: [Entry], diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    var entries: [Entry] = []
    if let root = YAMLNode.read(path: path, diagnostics: diagnostics),
      diagnostics.members(root, of: fileName, keys: ["unjudged"]) != nil,
      let list = diagnostics.required("unjudged", in: root, of: fileName),
      let elements = diagnostics.list(list, for: "unjudged", of: "records with reasons")
    {
      for element in elements
      where diagnostics.members(
        element, of: "unjudged", keys: ["record", "member", "change", "reason"]) != nil
      {
        func nodes(_ key: String) -> [YAMLNode] { element[key].map { $0.elements ?? [$0] } ?? [] }
        guard diagnostics.required("record", in: element, of: "unjudged") != nil,
          let given = diagnostics.required("reason", in: element, of: "unjudged"),
          let reason = diagnostics.text(given, for: "reason")
        else { continue }
        let records = nodes("record").compactMap { diagnostics.text($0, for: "record") }
        let words = nodes("change").compactMap {
          diagnostics.word($0, for: "change", "change", among: changes)
        }
        entries.append(
          Entry(
            records: records,
            member: element["member"].flatMap { diagnostics.text($0, for: "member") },
            changes: words, reason: reason, location: element.location))
      }
    }
    return (entries, diagnostics.all)
  }
}
