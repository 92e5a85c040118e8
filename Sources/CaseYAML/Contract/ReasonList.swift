package import CaseModel
internal import ExactText

/// Checks that no defect has to make fail, each with its reason: `suites/contract/untriggered.yaml`.
///
///     untriggered:
///       - case: enr-retry/after-every-failure
///         check: enrolled-at-last
///         reason: Only an SDK that enrolls nobody at all would fail it, which every other check shows first.
package enum ReasonList {
  /// A check and why nothing makes it fail.
  package struct Entry: Sendable, Equatable {
    /// `suite/id`.
    package var caseName: String
    /// The check's ID; `*` for every one of the case.
    package var check: String
    /// The reason, in words.
    package var reason: String
    /// Where it is written.
    package var location: SourceLocation
  }

  /// The name of the file in the contract's folder.
  package static let fileName = "untriggered.yaml"

  /// The entries of a file, and everything that is wrong with it.
  package static func load(path: String) -> (entries: [Entry], diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    var entries: [Entry] = []
    if let root = YAMLNode.read(path: path, diagnostics: diagnostics),
      diagnostics.members(root, of: fileName, keys: ["untriggered"]) != nil,
      let list = diagnostics.required("untriggered", in: root, of: fileName),
      let elements = diagnostics.list(list, for: "untriggered", of: "checks with reasons")
    {
      for element in elements
      where diagnostics.members(element, of: "untriggered", keys: ["case", "check", "reason"])
        != nil
      {
        func text(_ key: String) -> String? {
          diagnostics.required(key, in: element, of: "untriggered").flatMap {
            diagnostics.text($0, for: key)
          }
        }
        guard let name = text("case"), let check = text("check"), let reason = text("reason")
        else { continue }
        if entries.contains(where: { $0.caseName == name && $0.check == check }) {
          diagnostics.error(element.location, "\(name) \(check) is given twice")
        }
        entries.append(
          Entry(caseName: name, check: check, reason: reason, location: element.location))
      }
    }
    return (entries, diagnostics.all)
  }
}
