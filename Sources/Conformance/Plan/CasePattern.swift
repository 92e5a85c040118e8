package import CaseModel
internal import Contract
internal import ExactText
internal import SystemFiles
internal import Wording

/// Which cases a word names.
package struct CasePattern: Sendable {
  /// The word as it was given.
  package let text: String
  /// Nil if it is a name, or the beginning of one.
  private let glob: Glob?

  /// A glob if it has `*` or `?`, else a name or the beginning of one.
  package init(_ text: String) {
    self.text = text
    glob = Glob.isPattern(text) ? Glob(text) : nil
  }

  /// True if the pattern names the case.
  ///
  /// A glob is held against the full name with and without the edition; any other text must be the suite,
  /// `suite/id`, either of them with an edition, or the full name with or without the edition.
  package func matches(_ item: ConformanceCase) -> Bool {
    if let glob { return glob.matches(item.name) || glob.matches(item.nameWithoutEdition) }
    return item.plainNames.contains(text)
  }

  /// True if the pattern is a name of cases of the suite that a file holds.
  package func namesSuite(ofFile path: String) -> Bool {
    guard glob == nil else { return false }
    let file = path.split(separator: "/").last ?? ""
    let suite = text.prefix { $0 != "/" && $0 != "@" }
    return [".yaml", ".yml"].contains { file == suite + $0 }
  }

  /// What to say of a pattern that names no case.
  func unmatched(among cases: [ConformanceCase]) -> UsageError {
    if let option = optionMeant(among: cases) {
      return UsageError("no case matches '\(text)'", suggestion: "did you mean \(option)?")
    }
    if Path.isFolder(text) {
      return UsageError(
        "no case matches '\(text)'",
        suggestion: "write '\(text)/' for the files of cases in the folder \(text)")
    }
    if Path.kind(of: text) == .regularFile {
      return UsageError(
        "no case matches '\(text)'",
        suggestion: "the name of a file of cases ends in .yaml or .yml")
    }
    if let file = [".yaml", ".yml"].map({ text + $0 }).first(where: Path.exists) {
      return UsageError(
        "no case matches '\(text)'",
        suggestion: "write '\(file)' for the cases of that file")
    }
    let known = cases.flatMap {
      [$0.suite, "\($0.suite)/\($0.id)", $0.nameWithoutEdition, $0.name]
    }.distinct.sortedTexts
    let letters = text.replacing("*", with: "").replacing("?", with: "")
    let parts = letters.split(separator: "/").map(String.init).filter { $0.count > 2 }
    let near = Spelling.nearest(to: letters, among: known).map { [$0] } ?? []
    let alike =
      near.isEmpty
      ? known.filter { name in !parts.isEmpty && parts.contains { name.contains($0) } } : near
    // One name of a case is enough: its editions and matrix values begin with it and come after it.
    var distinct: [String] = []
    for name in alike where distinct.count < 3 {
      if !distinct.contains(where: { name.hasPrefix($0) }) { distinct.append(name) }
    }
    let shown = distinct.map { "'\($0)'" }.joined(separator: " or ")
    let few = cases.map { "\($0.suite)/\($0.id)" }.distinct.sortedTexts
    let all =
      few.count <= Spelling.longestList
      ? "known: \(few.joined(separator: ", "))" : "'mamconform list' shows all names"
    return UsageError(
      "no case matches '\(text)'", suggestion: shown.isEmpty ? all : "did you mean \(shown)?")
  }

  /// The option that takes the word, if it is no name of cases but an area, a requirement or an edition.
  private func optionMeant(among cases: [ConformanceCase]) -> String? {
    let word = text.asciiUppercased()
    let requirements = cases.flatMap { $0.checks.flatMap(\.requirements) }
    if requirements.contains(word) { return "'--requirement \(word)'" }
    if requirements.contains(where: { $0.hasPrefix(word + "-") }) { return "'--area \(word)'" }
    return Edition(rawValue: text).map { "'--edition \($0.rawValue)'" }
  }
}

extension ConformanceCase {
  /// What names the case without being a glob: its suite, `suite/id` and the full name, each with and without the edition.
  var plainNames: [String] {
    let short = "\(suite)/\(id)"
    let edition = "@\(edition.rawValue)"
    return [suite, suite + edition, short, short + edition, nameWithoutEdition, name]
  }
}
