internal import ExactText

/// A defect that the simulated app can be given.
struct KnownDefect: Equatable {
  /// Its name, as `--defect` takes it.
  var name: String
  /// The requirements that it breaks.
  var requirements: [String]
  /// What the SDK does wrong.
  var summary: String

  /// The areas of its requirements.
  var areas: Set<ExactString> { requirements.map { String($0.prefix { $0 != "-" }) }.distinct }
}

/// The defects of the simulated app, as `mam-app --defects` lists them.
enum DefectList {
  /// Asks a simulated app.
  static func of(_ program: String) throws(CommandError) -> [KnownDefect] {
    let defects = parse(try Programs.output([program, "--defects"]))
    guard !defects.isEmpty else { throw CommandError("\(program) --defects lists no defect") }
    return defects
  }

  /// One defect a line: its name, what it does wrong, and the IDs of its requirements in brackets.
  static func parse(_ text: String) -> [KnownDefect] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split { " \t,[]".contains($0) }.map(String.init)
      guard let name = words.first else { return nil }
      let rest = words.dropFirst()
      return KnownDefect(
        name: name, requirements: rest.filter(isRequirement),
        summary: rest.filter { !isRequirement($0) }.joined(separator: " "))
    }
  }

  private static func isRequirement(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3 && Int(parts[1]) != nil
      && parts[0].count >= 3 && parts[0].allSatisfy { $0.isASCII && $0.isUppercase }
  }
}
