internal import CaseModel
package import Contract
internal import ExactText

/// The digest of every revision of every sentence of the contract: `revisions.yml`, which a command writes.
///
/// A sentence that says something else than before is another revision, and the checks that were written for the one before are
/// suspect until somebody has read them again. The digests make sure that nobody edits a sentence without saying so.
package struct Revisions {
  /// The name of the file in the folder of the contract; a contract without it is not checked. What people write there ends in
  /// `.yaml`.
  package static let fileName = "revisions.yml"

  /// The digests by requirement, those of the first revision first.
  private var digests: [ExactString: [String]] = [:]

  init(_ root: YAMLNode, _ diagnostics: Diagnostics) {
    guard diagnostics.members(root, of: Revisions.fileName, keys: ["revisions"]) != nil,
      let list = diagnostics.required("revisions", in: root, of: Revisions.fileName)
    else { return }
    for member in list.members ?? [] {
      guard let text = diagnostics.text(member.value, for: member.name) else { continue }
      digests[member.name] = text.split(separator: " ").map(String.init)
    }
  }

  /// Reports every sentence that was edited and has no revision of its own.
  func check(
    _ requirements: [Requirement], _ places: [ExactString: SourceLocation],
    _ diagnostics: Diagnostics
  ) {
    for requirement in requirements {
      let place = places[requirement.id] ?? SourceLocation(file: Revisions.fileName)
      guard let fault = fault(of: requirement) else { continue }
      diagnostics.warning(place, fault.message, suggestion: fault.suggestion)
    }
  }

  private func fault(of requirement: Requirement) -> (message: String, suggestion: String)? {
    let known = digests[requirement.id] ?? []
    let write = "run 'mamconform lint --write-revisions'"
    if known.count < requirement.revision {
      return (
        "revision \(requirement.revision) of \(requirement.id) is not in \(Revisions.fileName)",
        write
      )
    }
    if known.count > requirement.revision {
      return (
        "\(requirement.id) was at revision \(known.count) before, and is at \(requirement.revision)",
        "write 'revision: \(known.count)'"
      )
    }
    guard known.last != EditDigest(requirement.statement).text else { return nil }
    return (
      "the sentence of \(requirement.id) was edited, and is still at revision \(requirement.revision)",
      "write 'revision: \(requirement.revision + 1)', then \(write)"
    )
  }

  /// The file with every revision that is new; nil if a sentence was edited without one.
  ///
  /// - Parameter path: the file as it is; it need not be there.
  package static func text(_ contract: Contract, before path: String) -> String? {
    let diagnostics = Diagnostics()
    var revisions: Revisions?
    if let root = YAMLNode.read(path: path, diagnostics: diagnostics) {
      revisions = Revisions(root, diagnostics)
    }
    var text = """
      # The digest of each sentence of the contract, a word for every revision that it had.
      # Written by 'mamconform lint --write-revisions'; not to be edited by hand.
      revisions:

      """
    for requirement in contract.requirements {
      var known = revisions?.digests[requirement.id] ?? []
      let now = EditDigest(requirement.statement).text
      if known.count == requirement.revision, known.last != now { return nil }
      if known.count > requirement.revision { return nil }
      while known.count < requirement.revision - 1 { known.append("unknown") }
      if known.count < requirement.revision { known.append(now) }
      text += "  \(requirement.id): \"\(known.joined(separator: " "))\"\n"
    }
    return text
  }
}
