internal import ExactText
import JSONText
import MAMModel
import MAMWire

/// Reads the conditions of `$filter` by recursive descent (OData URL Conventions 4.01, section 5.1.1).
///
/// In order of precedence: parentheses and functions, `not`, comparisons and `in`, `and`, `or`.
struct FilterParser {
  /// The deepest nesting of parentheses, functions and lambdas.
  static let maximumDepth = 32
  /// The deepest nesting of lambdas alone: each multiplies the work.
  static let maximumLambdas = 4
  /// The most values of `in`, and the longest text of `eq` in characters, that the directory takes without its
  /// index (Microsoft Graph, known issues, "Some limitations apply to query parameters").
  static let directoryLimits = (values: 15, characters: 120)

  var scanner: FilterScanner
  let isBeta: Bool
  let root: GraphType
  let budget: StepBudget
  /// The variables of the lambdas around, outermost first, with what they stand for.
  var variables: [(name: String, shape: FilterPlace.Shape)] = []
  private var depth = 0
  /// The first operator or function that the directory knows from its index alone; nil for none yet.
  private(set) var advanced: String?
  /// The first function that the directory does not know; nil for none yet.
  private(set) var unindexed: String?

  init(
    _ text: String, option: String, on type: GraphType, isBeta: Bool, budget: StepBudget
  ) throws(GraphError) {
    scanner = try FilterScanner(text, option: option)
    root = type
    self.isBeta = isBeta
    self.budget = budget
  }

  /// Reads a condition: something that is true or false.
  mutating func condition() throws(GraphError) -> FilterTerm {
    depth += 1
    guard depth <= FilterParser.maximumDepth else {
      throw scanner.error("expected at most \(FilterParser.maximumDepth) levels of nesting")
    }
    defer { depth -= 1 }
    let first = try conjunction()
    // One list and no chain of pairs: a long condition must not need a deep stack.
    var values = [first.value]
    while try scanner.take(word: "or") { values.append(try conjunction().value) }
    let all = values
    return all.count == 1 ? first : FilterTerm { scope in all.contains { $0(scope).isTrue } }
  }

  private mutating func conjunction() throws(GraphError) -> FilterTerm {
    let first = try negation()
    var values = [first.value]
    while try scanner.take(word: "and") { values.append(try negation().value) }
    let all = values
    return all.count == 1 ? first : FilterTerm { scope in all.allSatisfy { $0(scope).isTrue } }
  }

  private mutating func negation() throws(GraphError) -> FilterTerm {
    var isNegated = false
    while try scanner.take(word: "not") {
      isNegated.toggle()
      advanced = advanced ?? "not"
    }
    let start = scanner.position
    let term = try comparison()
    guard case .boolean = term.kind else {
      guard scanner.isAtEndOfCondition else { throw scanner.expected("an operator") }
      throw scanner.error("expected a condition, found \(term.kind.name)", at: start)
    }
    guard isNegated else { return term }
    let value = term.value
    return FilterTerm { !value($0).isTrue }
  }

  private mutating func comparison() throws(GraphError) -> FilterTerm {
    let start = scanner.position
    let left = try operand()
    guard case .word(let name) = scanner.token else { return left }
    let word = name.asciiLowercased()
    if word == "in" {
      try scanner.advance()
      return try membership(of: left, start)
    }
    guard let fits = FilterParser.operators[word] else { return left }
    let place = scanner.position
    try scanner.advance()
    let rightStart = scanner.position
    let right = try operand()
    try check(left, start, right, rightStart)
    if case .choice = left.kind, word != "eq" && word != "ne" {
      throw scanner.error("expected eq, ne or in for a member of an enumeration", at: place)
    }
    let isEquality = word == "eq" || word == "ne"
    if word == "ne" { advanced = advanced ?? word }
    for case .text(let text)? in [left.constant, right.constant]
    where word == "eq" && text.count > FilterParser.directoryLimits.characters {
      advanced =
        advanced ?? "eq with more than \(FilterParser.directoryLimits.characters) characters"
    }
    let (first, second) = (left.value, right.value)
    return FilterTerm { scope in
      let (first, second) = (first(scope), second(scope))
      // Nothing is greater or less than null (OData URL Conventions, section 5.1.1.1).
      guard isEquality || (first != .null && second != .null) else { return false }
      guard let order = first.order(against: second) else { return word == "ne" }
      return fits(order)
    }
  }

  private static let operators: [ExactString: @Sendable (Int) -> Bool] = [
    "eq": { $0 == 0 }, "ne": { $0 != 0 }, "gt": { $0 > 0 }, "ge": { $0 >= 0 },
    "lt": { $0 < 0 }, "le": { $0 <= 0 },
  ]

  private mutating func membership(
    of left: FilterTerm, _ start: Int
  ) throws(GraphError) -> FilterTerm {
    try scanner.require("(")
    var items: [(FilterScope) -> FilterValue] = []
    repeat {
      let place = scanner.position
      let item = try operand()
      try check(left, start, item, place)
      items.append(item.value)
    } while try scanner.take(symbol: ",")
    try scanner.require(")")
    if items.count > FilterParser.directoryLimits.values {
      advanced = advanced ?? "in with more than \(FilterParser.directoryLimits.values) values"
    }
    let value = left.value
    return FilterTerm { scope in
      let value = value(scope)
      return items.contains { $0(scope) == value }
    }
  }

  /// Refuses to compare what cannot be compared.
  private func check(
    _ left: FilterTerm, _ leftStart: Int, _ right: FilterTerm, _ rightStart: Int
  ) throws(GraphError) {
    for (choice, other, place) in [(left, right, rightStart), (right, left, leftStart)] {
      guard case .choice(let kind) = choice.kind, case .text = other.kind else { continue }
      // Of a string only a literal can stand for a member: what a property holds is known too late.
      guard case .text(let member)? = other.constant,
        kind.members(isBeta: isBeta).contains(member)
      else {
        let members = kind.members(isBeta: isBeta).map { "'\($0)'" }.joined(separator: ", ")
        throw scanner.error("expected one of \(members)", at: place)
      }
      return
    }
    guard left.kind.isComparable(with: right.kind) else {
      throw scanner.error(
        "expected \(left.kind.name), found \(right.kind.name)", at: rightStart)
    }
  }

  private mutating func operand() throws(GraphError) -> FilterTerm {
    switch scanner.token {
    case .text(let text):
      try scanner.advance()
      return FilterTerm(.text, constant: .text(text))
    case .value(let value):
      try scanner.advance()
      let kind: FilterKind =
        switch value {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .text: .text
        case .instant: .instant
        case .duration: .duration
        }
      return FilterTerm(kind, constant: value)
    case .member(let type, let text):
      guard GraphName.unqualified(type) != nil else {
        throw scanner.expected("a literal such as duration'PT30M'")
      }
      try scanner.advance()
      return FilterTerm(.text, constant: .text(text))
    case .symbol("("):
      try scanner.advance()
      let inner = try condition()
      try scanner.require(")")
      return inner
    case .word(let word):
      let place = scanner.position
      try scanner.advance()
      if scanner.token == .symbol("(") { return try function(word, place) }
      return try path(from: word, place)
    case .symbol, .end: throw scanner.expected("a property, a function or a literal")
    }
  }

  private mutating func function(_ name: String, _ place: Int) throws(GraphError) -> FilterTerm {
    try scanner.require("(")
    defer { depth -= 1 }
    depth += 1
    let name = name.asciiLowercased()
    switch name {
    case "startswith", "isof": break
    case "endswith": advanced = advanced ?? name
    default: unindexed = unindexed ?? name
    }
    switch name {
    case "startswith", "endswith", "contains":
      let whole = try text()
      try scanner.require(",")
      let part = try text()
      try scanner.require(")")
      return FilterTerm { scope in
        guard case .text(let whole) = whole(scope), case .text(let part) = part(scope) else {
          return false
        }
        let (long, short) = (whole.foldedCase(), part.foldedCase())
        return switch name {
        case "startswith": long.hasPrefix(short)
        case "endswith": long.hasSuffix(short)
        default: short.isEmpty || long.contains(short)
        }
      }
    case "tolower", "toupper", "trim":
      let inner = try text()
      try scanner.require(")")
      return FilterTerm(.text) { scope in
        guard case .text(let text) = inner(scope) else { return .null }
        // No comparison regards letter case, so that strings in capitals need not be.
        return .text(name == "trim" ? text.trimmed() : text.foldedCase())
      }
    case "length":
      let inner = try text()
      try scanner.require(")")
      return FilterTerm(.number) { scope in
        guard case .text(let text) = inner(scope) else { return .null }
        return .number(Double(text.count))
      }
    case "isof":
      return try isOf()
    default:
      throw scanner.error(
        "expected startswith, endswith, contains, tolower, toupper, trim, length or isof, "
          + "found \(name)", at: place)
    }
  }

  /// Reads the type behind `isof(`, with or without quotes.
  private mutating func isOf() throws(GraphError) -> FilterTerm {
    var named: GraphType?
    switch scanner.token {
    case .text(let name), .word(let name): named = root.cast(name)
    default: break
    }
    guard let type = named else {
      let names = root.derived.map { "'\($0.qualifiedName)'" }
      throw scanner.expected(names.isEmpty ? "a type" : names.joined(separator: " or "))
    }
    try scanner.advance()
    try scanner.require(")")
    let isCertain = type.name == root.name
    return FilterTerm { scope in isCertain || scope.nodes[0].isOf(type) }
  }

  /// Reads an argument that must be a string.
  private mutating func text() throws(GraphError) -> (FilterScope) -> FilterValue {
    guard depth <= FilterParser.maximumDepth else {
      throw scanner.error("expected at most \(FilterParser.maximumDepth) levels of nesting")
    }
    let place = scanner.position
    let term = try operand()
    guard case .text = term.kind else {
      throw scanner.error("expected a string, found \(term.kind.name)", at: place)
    }
    return term.value
  }
}
