internal import ExactText
import JSONText
import MAMModel

/// One property of `$orderby` and its direction.
struct OrderItem {
  let isDescending: Bool
  let value: (Resource) -> FilterValue

  /// Reads `displayName desc,createdDateTime` and the like.
  static func list(
    _ text: String, on type: GraphType, isBeta: Bool, _ budget: StepBudget
  ) throws(GraphError) -> [OrderItem] {
    var parser = try FilterParser(
      text, option: "$orderby", on: type, isBeta: isBeta, budget: budget)
    var items: [OrderItem] = []
    repeat {
      let position = parser.scanner.position
      let name = try parser.scanner.name("a property")
      let term = try parser.path(from: name, position)
      if case .structure = term.kind {
        throw parser.scanner.error("expected a simple property", at: position)
      }
      var isDescending = false
      if case .word(let word) = parser.scanner.token {
        let direction = word.asciiLowercased()
        guard direction == "asc" || direction == "desc" else {
          throw parser.scanner.expected("asc or desc")
        }
        isDescending = direction == "desc"
        try parser.scanner.advance()
      }
      let value = term.value
      items.append(
        OrderItem(isDescending: isDescending) { value(FilterScope(nodes: [.entity($0)])) })
    } while try parser.scanner.take(symbol: ",")
    guard parser.scanner.token == .end else { throw parser.scanner.expected("a comma or the end") }
    return items
  }
}
