internal import ExactText
import JSONText
import MAMModel

/// What a path of a filter has come to, and how an entity gets there.
struct FilterPlace {
  indirect enum Shape {
    /// An entity or an object.
    case structure(GraphType)
    case simple(PropertyForm)
    case many(Shape)

    init(_ form: PropertyForm) {
      self =
        switch form {
        case .complex(let type): .structure(type)
        case .list(let item): .many(Shape(item))
        default: .simple(form)
        }
    }
  }

  let shape: Shape
  /// What is there: at most one, unless the shape is ``Shape/many(_:)``.
  let nodes: (FilterScope) -> [FilterNode]
}

extension FilterParser {
  /// Reads a path such as `apps/any(a:a/id eq 'x')`, whose first name has been taken.
  mutating func path(from first: String, _ position: Int) throws(GraphError) -> FilterTerm {
    let whole = FilterPlace(shape: .structure(root)) { [$0.nodes[0]] }
    var place: FilterPlace
    if let index = variables.lastIndex(where: { $0.name == first }) {
      place = FilterPlace(shape: variables[index].shape) { [$0.nodes[index + 1]] }
    } else if first == "$it" {
      place = whole
    } else {
      place = try step(first, position, from: whole, root)
    }
    while try scanner.take(symbol: "/") {
      let position = scanner.position
      let name = try scanner.name("a property")
      switch place.shape {
      case .many(let item): return try collection(name, position, of: item, place)
      case .structure(let type): place = try step(name, position, from: place, type)
      case .simple: throw scanner.error("expected nothing after a simple value", at: position)
      }
    }
    let nodes = place.nodes
    guard case .simple(let form) = place.shape else {
      return FilterTerm(.structure) { nodes($0).isEmpty ? .null : .boolean(true) }
    }
    return FilterTerm(FilterKind(form)) { scope in
      guard case .value(let value)? = nodes(scope).first else { return .null }
      return FilterValue(value, form)
    }
  }

  /// Goes to a property, to a navigation, or stays as a derived type.
  private func step(
    _ name: String, _ position: Int, from place: FilterPlace, _ type: GraphType
  ) throws(GraphError) -> FilterPlace {
    let nodes = place.nodes
    if let property = type.property(name, isBeta: isBeta), !property.traits.contains(.hidden) {
      return FilterPlace(shape: .init(property.form)) { scope in
        nodes(scope).flatMap { node in
          let value = node.member(property.name) ?? .null
          guard case .list = property.form else {
            return value.isNull ? [] : [FilterNode.value(value)]
          }
          return (property.shown(value, isBeta: isBeta).array ?? []).map(FilterNode.value)
        }
      }
    }
    if let navigation = type.navigation(name, isBeta: isBeta) {
      let shape = FilterPlace.Shape.structure(navigation.type())
      return FilterPlace(shape: navigation.isCollection ? .many(shape) : shape) { scope in
        nodes(scope).flatMap { node -> [FilterNode] in
          guard case .entity(let resource) = node else { return [] }
          return resource.related(navigation.name).map(FilterNode.entity)
        }
      }
    }
    if GraphName.unqualified(name) != nil, let derived = type.cast(name) {
      return FilterPlace(shape: .structure(derived)) { scope in
        nodes(scope).filter { $0.isOf(derived) }
      }
    }
    throw scanner.error("expected a property; \(type.unknown(name))", at: position)
  }

  /// Reads what can follow a collection: `any`, `all` or `$count`.
  private mutating func collection(
    _ name: String, _ position: Int, of item: FilterPlace.Shape, _ place: FilterPlace
  ) throws(GraphError) -> FilterTerm {
    let budget = budget
    let nodes = { (scope: FilterScope) in
      let nodes = budget.isSpent ? [] : place.nodes(scope)
      return budget.spend(nodes.count + 1) ? nodes : []
    }
    let name = name.asciiLowercased()
    if name == "$count" { return FilterTerm(.number) { .number(Double(nodes($0).count)) } }
    guard name == "any" || name == "all" else {
      throw scanner.error("expected any, all or $count, found \(name)", at: position)
    }
    try scanner.require("(")
    if name == "any", try scanner.take(symbol: ")") { return FilterTerm { !nodes($0).isEmpty } }
    let variable = try scanner.name("a variable, as in any(x:x eq 'a')")
    try scanner.require(":")
    guard variables.count < FilterParser.maximumLambdas else {
      throw scanner.error(
        "expected at most \(FilterParser.maximumLambdas) levels of any and all", at: position)
    }
    variables.append((variable, item))
    let value = try condition().value
    variables.removeLast()
    try scanner.require(")")
    func holds(_ node: FilterNode, _ scope: FilterScope) -> Bool {
      value(FilterScope(nodes: scope.nodes + [node])).isTrue
    }
    if name == "any" { return FilterTerm { scope in nodes(scope).contains { holds($0, scope) } } }
    return FilterTerm { scope in nodes(scope).allSatisfy { holds($0, scope) } }
  }
}
