package import CaseModel
internal import ExactText
package import JSONText

/// What `mamconform lint` has found, as SARIF 2.1.0 (OASIS) for code scanning.
package enum LintSARIF {
  /// The file.
  ///
  /// - Parameters:
  ///   - diagnostics: what was found, in the order of the linter.
  ///   - version: of this program.
  ///   - root: the folder to which places are relative; empty to leave them as they are.
  package static func bytes(
    _ diagnostics: [Diagnostic], version: String, root: String = ""
  ) -> [UInt8] {
    let document: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mamconform lint", "version": .string(version),
              "rules": [
                rule("suite-error", "The file cannot be used", "error"),
                rule(
                  "suite-warning", "The file probably does not mean what it says", "warning"),
              ],
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(diagnostics.map { result($0, root) }),
        ]
      ],
    ]
    return document.fileBytes
  }

  private static func rule(_ id: String, _ text: String, _ level: String) -> JSON {
    [
      "id": .string(id), "shortDescription": ["text": .string(text)],
      "defaultConfiguration": ["level": .string(level)],
    ]
  }

  private static func result(_ diagnostic: Diagnostic, _ root: String) -> JSON {
    let isError = diagnostic.severity == .error
    let place = physicalLocation(diagnostic.location, root: root)
    let text = diagnostic.message + (diagnostic.suggestion.map { "; \($0)" } ?? "")
    return [
      "ruleId": isError ? "suite-error" : "suite-warning", "ruleIndex": isError ? 0 : 1,
      "level": isError ? "error" : "warning", "message": ["text": .string(text)],
      "locations": [["physicalLocation": .object(place)]],
    ]
  }

  /// A place as SARIF has it; without a region if it is a whole file.
  ///
  /// - Parameter root: the folder to which the path is relative; empty to leave it as it is.
  package static func physicalLocation(_ location: SourceLocation, root: String) -> JSONObject {
    var place: JSONObject = [
      "artifactLocation": [
        "uri": .string(uri(FinishedRun.place(of: location.file, relativeTo: root)))
      ]
    ]
    if location.line > 0 {
      var region: JSONObject = ["startLine": .int(location.line)]
      if location.column > 0 { region["startColumn"] = .int(location.column) }
      place["region"] = .object(region)
    }
    return place
  }

  /// A path as a reference of RFC 3986; an absolute one as a URI of a file.
  private static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    let digits = Array("0123456789ABCDEF")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text.append("%")
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
    return text
  }
}
