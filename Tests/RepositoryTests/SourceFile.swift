import Foundation
import Testing

/// A file of the repository.
struct SourceFile {
  let path: String
  let lines: [Substring]

  /// The lines that are more than a comment, with their numbers from 1.
  var code: [(number: Int, line: Substring)] {
    lines.enumerated().filter { !$0.element.isComment }.map { ($0.offset + 1, $0.element) }
  }
}

/// The folder of the repository.
let repositoryRoot = URL(filePath: #filePath).appending(path: "../../..").standardized

/// The Swift files of some folders.
func swiftFiles(_ folders: String...) throws -> [SourceFile] {
  try folders.flatMap { try files("swift", in: $0) }
}

/// The files of an extension in some folders and those below; of the empty name only the folder itself.
func files(_ fileExtension: String, in folders: String...) throws -> [SourceFile] {
  try folders.flatMap { folder in
    let base = repositoryRoot.appending(path: folder)
    let names =
      folder.isEmpty
      ? try FileManager.default.contentsOfDirectory(atPath: base.path)
      : try FileManager.default.subpathsOfDirectory(atPath: base.path)
    let found = names.sorted().filter { $0.hasSuffix(".\(fileExtension)") }
    #expect(!found.isEmpty, "there is no .\(fileExtension) in \(folder)")
    return try found.map { name in
      let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
      return SourceFile(
        path: folder.isEmpty ? name : "\(folder)/\(name)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
  }
}

extension Substring {
  /// True if nothing but a comment is in the line.
  var isComment: Bool {
    let text = drop { $0 == " " }
    return text.hasPrefix("//") || text.hasPrefix("* ") || text.hasPrefix("/*")
  }
}
