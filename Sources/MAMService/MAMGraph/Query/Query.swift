internal import ExactText
import JSONText
import MAMModel

/// The system query options of a request, understood.
struct Query {
  /// The most items of one page.
  static let maximumPageSize = 999
  /// The items of a page if nothing asks for fewer.
  static let defaultPageSize = 100

  var filter: Filter?
  var search: Search?
  var order: [OrderItem] = []
  var selection = Selection()
  var top: Int?
  var skip = 0
  var isCounted = false
  /// Where the page before ended; nil for the first page.
  var token: PageToken?
  /// What the request may look at.
  let budget: StepBudget

  /// - Throws: 400 that says where something else was expected.
  init(_ texts: OptionTexts, on type: GraphType, isBeta: Bool) throws(GraphError) {
    budget = texts.budget
    if let text = texts["$filter"] {
      filter = try Filter(text, on: type, isBeta: isBeta, texts.budget)
    }
    if let text = texts["$search"] { search = try Search(text, on: type, isBeta: isBeta) }
    if let text = texts["$orderby"] {
      order = try OrderItem.list(text, on: type, isBeta: isBeta, texts.budget)
    }
    selection = try Selection(texts, of: type, isBeta: isBeta)
    top = try texts.integer("$top")
    skip = try texts.integer("$skip") ?? 0
    switch texts["$count"] {
    case nil, "false": break
    case "true": isCounted = true
    case let text?: throw .badRequest("$count: expected true or false, found \(text)")
    }
    if let text = texts["$skiptoken"] {
      token = PageToken(text, values: order.count)
      guard token != nil else {
        throw .badRequest("$skiptoken: expected the token of an @odata.nextLink, found \(text)")
      }
    }
  }

  /// The items that the filter lets through, in order.
  ///
  /// - Throws: 400 if that takes too long to find out.
  func sorted(_ items: [Resource]) throws(GraphError) -> [Resource] {
    var kept = filter.map { filter in items.filter(filter.includes) } ?? items
    if let search { kept = kept.filter(search.includes) }
    guard !order.isEmpty else {
      try budget.check()
      return kept
    }
    let places = kept.map { (item: $0, place: place($0)) }
    try budget.check()
    return places.sorted { $0.place.isBefore($1.place, order) }.map(\.item)
  }

  /// A page of sorted items, and the token of the next one; nil behind the last page.
  func page(of items: [Resource], size: Int) -> (items: ArraySlice<Resource>, next: PageToken?) {
    var rest = items[...]
    if let token {
      rest = rest.drop { !token.isBefore(place($0), order) }
    } else {
      rest = rest.dropFirst(skip)
    }
    let page = rest.prefix(size)
    return (page, page.count < rest.count ? page.last.map(place) : nil)
  }

  private func place(_ item: Resource) -> PageToken {
    PageToken(values: order.map { $0.value(item) }, sequence: item.sequence)
  }
}

extension OptionTexts {
  /// Refuses options that make no sense where they are given.
  func allow(_ names: [String]) throws(GraphError) {
    for item in items where !names.contains(item.name) && item.name != "$format" {
      let expected = names.isEmpty ? "no option" : "one of \(names.joined(separator: ", "))"
      throw .badRequest("the query option \(item.name) does not apply here; expected \(expected)")
    }
  }

  fileprivate func integer(_ name: String) throws(GraphError) -> Int? {
    guard let text = self[name] else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .badRequest("\(name): expected a non-negative integer, found \(text)")
    }
    // What is longer than any number that counts is as good as endless.
    return Int(text) ?? Int.max
  }
}
