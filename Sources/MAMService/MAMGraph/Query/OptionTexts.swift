internal import ExactText
import MAMModel
import MAMWire

/// The system query options of a request or of one item of `$expand`, not yet understood
/// (OData URL Conventions 4.01, section 5.1).
struct OptionTexts {
  /// The options that the administrator API knows.
  static let known = [
    "$filter", "$select", "$expand", "$orderby", "$top", "$skip", "$skiptoken", "$count",
    "$search",
  ]

  /// What `$format` may say: there is nothing but JSON (OData URL Conventions 4.01, section 5.1).
  private static let formats = ["json", "application/json"]

  /// The deepest nesting of `$expand`; every level can multiply what is shown.
  static let maximumDepth = 3

  private(set) var items: [(name: String, text: String)] = []
  /// How many levels of `$expand` the options stand in.
  let depth: Int
  /// What all levels together may look at.
  let budget: StepBudget

  /// Reads what follows the `?` of a URL.
  ///
  /// - Parameter isBeta: true where the `$` of an option may be left out.
  init(query: String, isBeta: Bool) throws(GraphError) {
    depth = 0
    budget = StepBudget()
    for part in query.split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      try add(
        PercentEncoding.decoded(name, isQuery: true),
        PercentEncoding.decoded(part.dropFirst(name.count + 1), isQuery: true), isBeta: isBeta)
    }
  }

  /// Reads the options in parentheses behind a name in `$expand`.
  init(nested text: String, in outer: OptionTexts) throws(GraphError) {
    depth = outer.depth + 1
    budget = outer.budget
    guard depth <= OptionTexts.maximumDepth else {
      throw .badRequest("expected at most \(OptionTexts.maximumDepth) levels")
    }
    for part in OptionTexts.split(text, at: ";") where !text.isEmpty {
      let name = part.prefix { $0 != "=" }
      try add(
        name.trimmed(), String(part.dropFirst(name.count + 1)), isBeta: true)
    }
  }

  /// The text of an option; nil if it is not given.
  subscript(name: String) -> String? { items.first { $0.name == name }?.text }

  private mutating func add(_ name: String, _ text: String, isBeta: Bool) throws(GraphError) {
    let lower = name.asciiLowercased()
    let full = isBeta && !lower.hasPrefix("$") ? "$\(lower)" : lower
    // The form is that of the whole answer.
    let known = OptionTexts.known + (depth == 0 ? ["$format"] : [])
    guard known.contains(full) else {
      let isForgotten = known.contains("$\(lower)")
      // What does not begin so is the client's own (OData URL Conventions 4.01, section 5.2); but whoever
      // forgets the mark must not get everything instead of a part.
      if depth == 0, !isForgotten, lower.first != "$", lower.first != "@" { return }
      let hint =
        isForgotten
        ? "write $\(lower)" : "expected one of \(known.joined(separator: ", "))"
      throw .badRequest("the query option \(name) is not supported; \(hint)")
    }
    guard self[full] == nil else {
      throw .badRequest("the query option \(full) is given twice")
    }
    guard full != "$format" || OptionTexts.formats.contains(where: { GraphName.areSame($0, text) })
    else {
      throw .badRequest(
        "$format: expected \(OptionTexts.formats.joined(separator: " or ")), found \(text)")
    }
    items.append((full, text))
  }

  /// The parts of a string between separators that stand outside of parentheses and quotes.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var depth = 0
    var isQuoted = false
    // A mark that combines with a separator does not hide it.
    for character in text.unicodeScalars {
      switch character {
      case "'": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
      if character == separator && depth == 0 && !isQuoted {
        parts.append(String(part))
        part = String.UnicodeScalarView()
      } else {
        part.append(character)
      }
    }
    return parts + [String(part)]
  }
}
