internal import ExactText
import MAMDirectory
import MAMModel
import MAMWire

/// Takes the text of a `$filter` or `$orderby` apart (OData ABNF 4.01).
struct FilterScanner {
  enum Token: Equatable {
    /// A name, an operator, a keyword.
    case word(String)
    /// A string in quotes.
    case text(String)
    /// A literal of a kind that its form tells.
    case value(FilterValue)
    /// A member of an enumeration, with the name of the type in front.
    case member(type: String, String)
    case symbol(Unicode.Scalar)
    case end
  }

  let option: String
  /// Scalars and not characters: a mark that combines must not make another sign of a quote or a digit.
  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// The token that comes next.
  private(set) var token = Token.end
  /// Where it begins, counted from 1.
  private(set) var position = 1

  init(_ text: String, option: String) throws(GraphError) {
    scalars = Array(text.unicodeScalars)
    self.option = option
    try advance()
  }

  /// The error for what comes next.
  func expected(_ what: String) -> GraphError {
    let found: String
    switch token {
    case .word(let word): found = word
    case .text(let text), .member(_, let text): found = "'\(text)'"
    case .value: found = text(of: scalars[(position - 1)..<index])
    case .symbol(let symbol): found = String(Character(symbol))
    case .end: found = "the end"
    }
    return error("expected \(what), found \(found)")
  }

  /// An error at a place; where the next token is unless told otherwise.
  func error(_ message: String, at place: Int? = nil) -> GraphError {
    .badRequest("\(option), position \(place ?? position): \(message)")
  }

  /// True where a condition can end.
  var isAtEndOfCondition: Bool {
    token == .end || token == .symbol(")") || isNext("and") || isNext("or")
  }

  /// Goes on to the next token.
  mutating func advance() throws(GraphError) {
    while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" {
      index += 1
    }
    position = index + 1
    guard index < scalars.count else { return token = .end }
    let first = scalars[index]
    if first == "'" {
      token = .text(try quoted())
    } else if "(),/:=".unicodeScalars.contains(first) {
      index += 1
      token = .symbol(first)
    } else if first.isDigit || first == "-" {
      token = try literal()
    } else if first.isWordPart {
      token = try word()
    } else {
      throw error("expected a name, a literal or an operator, found \(first)")
    }
  }

  /// True if the next token is that word, in any letter case.
  private func isNext(_ word: String) -> Bool {
    if case .word(let next) = token { GraphName.areSame(next, word) } else { false }
  }

  /// Takes the next token if it is that word, in any letter case.
  mutating func take(word: String) throws(GraphError) -> Bool {
    guard isNext(word) else { return false }
    try advance()
    return true
  }

  /// Takes the next token if it is that symbol.
  mutating func take(symbol: Unicode.Scalar) throws(GraphError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Takes the next token, which must be that symbol.
  mutating func require(_ symbol: Unicode.Scalar) throws(GraphError) {
    guard try take(symbol: symbol) else { throw expected("\(symbol)") }
  }

  /// Takes the next token, which must be a name.
  mutating func name(_ what: String) throws(GraphError) -> String {
    guard case .word(let name) = token else { throw expected(what) }
    try advance()
    return name
  }

  private mutating func run(_ belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while index < scalars.count, belongs(scalars[index]) { index += 1 }
    return text(of: scalars[start..<index])
  }

  private func text(of scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// A string in quotes; a quote within is written twice.
  private mutating func quoted() throws(GraphError) -> String {
    var text = ""
    index += 1
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard scalar == "'" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard index < scalars.count, scalars[index] == "'" else { return text }
      text.append("'")
      index += 1
    }
    throw error("expected a closing quote")
  }

  /// A number, a date, an instant or a GUID.
  private mutating func literal() throws(GraphError) -> Token {
    let text = run { $0.isWordPart || $0 == "-" || $0 == ":" || $0 == "+" }
    if StableID.isGUID(text) { return .text(text) }
    // A date alone is its midnight in UTC.
    if let instant = ISO8601.millisecondsOfOData(text) ?? ISO8601.milliseconds(text + "T00:00:00Z")
    {
      return .value(.instant(instant))
    }
    let isNumber = text.unicodeScalars.allSatisfy {
      $0.isDigit || "-+.eE".unicodeScalars.contains($0)
    }
    if isNumber, let number = Double(text), number.isFinite { return .value(.number(number)) }
    throw error("expected a number, a date, an instant or a GUID, found \(text)")
  }

  private mutating func word() throws(GraphError) -> Token {
    let start = index
    let text = run(\.isWordPart)
    if index < scalars.count, scalars[index] == "-" {
      // A GUID may begin with a letter.
      index = start
      return try literal()
    }
    switch text.asciiLowercased() {
    case "true": return .value(.boolean(true))
    case "false": return .value(.boolean(false))
    case "null": return .value(.null)
    default: break
    }
    guard index < scalars.count, scalars[index] == "'" else { return .word(text) }
    let content = try quoted()
    switch text.asciiLowercased() {
    case "duration":
      guard let duration = ISO8601.durationMilliseconds(content) else {
        throw error("expected an ISO 8601 duration, found '\(content)'")
      }
      return .value(.duration(duration))
    case "guid": return .text(content)
    default: return .member(type: text, content)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
  /// True for what names are made of, also qualified names and `$count`.
  fileprivate var isWordPart: Bool {
    isDigit || "a"..."z" ~= self || "A"..."Z" ~= self || self == "_" || self == "." || self == "$"
  }
}
