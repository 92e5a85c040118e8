internal import ExactText
internal import JSONText

/// The packages that a project asks for: `Podfile`, `Podfile.lock`, `Cartfile`, `Package.resolved`.
package struct PackageList: Sendable {
  /// A package.
  package struct Entry: Sendable, Equatable {
    /// Its name, such as `MSAL`.
    package var name: String
    /// Where it is named.
    package var place: FilePlace
  }

  /// The file's path.
  package var file: String
  /// The packages in the order of the file.
  package var entries: [Entry]

  /// The names of the files that are such lists.
  static let names = [
    "Podfile", "Podfile.lock", "Cartfile", "Cartfile.resolved", "Package.resolved",
  ]

  /// Reads a list by the name of its file.
  static func read(_ text: [UInt8], file: String, name: String) throws(FileProblem) -> PackageList {
    if name == "Package.resolved" { return try resolved(text, file) }
    var entries: [Entry] = []
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let words = String(decoding: line, as: UTF8.self)
        .split { $0.isWhitespace || "\"',():".contains($0) }
      guard let first = words.first, words.count > 1, !first.hasPrefix("#") else { continue }
      let isAsked =
        name == "Podfile.lock"
        ? first == "-" : ["pod", "github", "git", "binary"].contains(String(first))
      guard isAsked else { continue }
      // A part of a pod, as in MSAL/app-lib, is the pod; a repository has its name last.
      let parts = words[1].split(separator: "/")
      let found = name.hasPrefix("Cartfile") ? parts.last : parts.first
      entries.append(
        Entry(name: String(found ?? words[1]), place: .text(line: number, column: 1)))
    }
    return PackageList(file: file, entries: entries)
  }

  private static func resolved(_ text: [UInt8], _ file: String) throws(FileProblem) -> PackageList {
    guard let root = try? JSON(parsing: String(decoding: text, as: UTF8.self)) else {
      throw FileProblem(file, .whole, "Package.resolved is not JSON")
    }
    let pins = root["pins"]?.array ?? root["object"]?["pins"]?.array ?? []
    return PackageList(
      file: file,
      entries: pins.compactMap { pin in
        (pin["identity"] ?? pin["package"])?.string.map { Entry(name: $0, place: .whole) }
      })
  }
}
