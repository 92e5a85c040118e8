internal import ExactText
internal import JSONText

/// The forms in which an audit can be written.
package enum AuditFormat: String, Sendable, CaseIterable {
  case text
  case json
  case sarif
  case junit

  /// What it is for.
  package var summary: String {
    switch self {
    case .text: "for people; the default"
    case .json: "for programs; see 'schema audit'"
    case .sarif: "for code scanning, with file and line of each finding (SARIF 2.1.0)"
    case .junit: "for CI: a test for each requirement"
    }
  }

  /// The report.
  ///
  /// - Parameters:
  ///   - version: of this program.
  ///   - root: the folder to which places are relative in SARIF; empty to leave them as they are.
  ///   - isQuiet: true if the text leaves out what the files do not show; its number is said all the same.
  package func bytes(
    _ result: AuditResult, version: String, root: String = "", isQuiet: Bool = false
  ) -> [UInt8] {
    switch self {
    case .text: Array(AuditText(result, isQuiet: isQuiet).text.utf8)
    case .json: Array(AuditJSON(result, version: version).document.prettyText.utf8)
    case .sarif: AuditSARIF(result, version: version, root: root).bytes
    case .junit: AuditJUnit(result).bytes
    }
  }
}
