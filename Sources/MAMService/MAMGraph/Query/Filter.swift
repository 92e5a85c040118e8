internal import ExactText
import JSONText
import MAMModel

/// A condition of `$filter`, ready to be asked of entities.
struct Filter {
  /// True for an entity that is to stay.
  let includes: (Resource) -> Bool
  /// The first operator or function in it that the directory knows from its index alone; nil for none.
  let advanced: String?
  /// The first function in it that the directory does not know; nil for none.
  let unindexed: String?

  /// Reads a condition on entities of a type.
  ///
  /// - Throws: 400 with the position at which something else was expected.
  init(
    _ text: String, on type: GraphType, isBeta: Bool, _ budget: StepBudget
  ) throws(GraphError) {
    var parser = try FilterParser(
      text, option: "$filter", on: type, isBeta: isBeta, budget: budget)
    let term = try parser.condition()
    guard parser.scanner.token == .end else {
      throw parser.scanner.expected("an operator or the end")
    }
    (advanced, unindexed) = (parser.advanced, parser.unindexed)
    includes = { term.value(FilterScope(nodes: [.entity($0)])).isTrue }
  }
}

/// An entity or a value that a path of a filter leads to.
enum FilterNode {
  case entity(Resource)
  case value(JSON)

  /// The value of a property; nil if there is none.
  func member(_ name: String) -> JSON? {
    switch self {
    case .entity(let resource): resource.fields[name]
    case .value(let value): value[name]
    }
  }

  /// True if this is of a type.
  func isOf(_ type: GraphType) -> Bool {
    switch self {
    case .entity(let resource): resource.type.isA(type)
    case .value(let value): value["@odata.type"] == type.odataType
    }
  }
}

/// The entity that is judged, and behind it the items that the lambdas around are at.
struct FilterScope {
  var nodes: [FilterNode]
}

/// A part of a filter: what kind of value it gives, and how.
struct FilterTerm {
  let kind: FilterKind
  let value: (FilterScope) -> FilterValue
  /// The value of a literal, which needs no entity; nil for anything else.
  let constant: FilterValue?

  init(_ kind: FilterKind, _ value: @escaping (FilterScope) -> FilterValue) {
    self.kind = kind
    self.value = value
    constant = nil
  }

  /// A literal.
  init(_ kind: FilterKind, constant: FilterValue) {
    self.kind = kind
    value = { _ in constant }
    self.constant = constant
  }

  /// A condition.
  init(_ isTrue: @escaping (FilterScope) -> Bool) {
    self.init(.boolean) { .boolean(isTrue($0)) }
  }
}
