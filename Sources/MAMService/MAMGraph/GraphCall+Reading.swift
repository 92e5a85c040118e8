internal import ExactText
import JSONText
import MAMModel
import MAMWire

extension GraphCall {
  /// Answers a GET of a collection or of what the rest of the path leads to from there.
  func read(_ set: ResourceSet, _ rest: ArraySlice<String>) throws(GraphError) -> GraphResponse {
    guard let segment = rest.first else {
      try requireGet()
      return try list(set)
    }
    if segment == "$count", rest.count == 1 {
      try requireGet()
      let texts = try options(["$filter", "$search"])
      let query = try Query(texts, on: set.type, isBeta: path.isBeta)
      try checkSupport(of: query, texts, on: set, isCount: true)
      return GraphResponse(200, .int(try query.sorted(set.items()).count))
    }
    if let type = set.type.cast(segment: segment) {
      return try read(set.cast(to: type), rest.dropFirst())
    }
    guard let resource = set.find(segment) else {
      throw .notFound("there is no \(segment) in \(set.context)")
    }
    return try read(resource, of: set.type, set.context, rest.dropFirst())
  }

  /// Answers a GET of an entity or of what the rest of the path leads to from there.
  func read(
    _ resource: Resource, of type: GraphType, _ context: String, _ rest: ArraySlice<String>
  ) throws(GraphError) -> GraphResponse {
    guard let segment = rest.first else {
      try requireGet()
      return try entity(resource, of: type, context)
    }
    let rest = rest.dropFirst()
    let parent = "\(context)('\(resource.key)')"
    if let navigation = resource.type.navigation(segment, isBeta: path.isBeta) {
      let place = "\(parent)/\(navigation.name)"
      if navigation.isCollection {
        return try read(
          ResourceSet(navigation.type(), place) { resource.related(navigation.name) }, rest)
      }
      guard let target = resource.related(navigation.name).first else {
        throw .notFound("\(parent) has no \(navigation.name)")
      }
      return try read(target, of: navigation.type(), place, rest)
    }
    if let property = resource.type.property(segment, isBeta: path.isBeta), rest.isEmpty,
      !property.traits.contains(.hidden)
    {
      try requireGet()
      _ = try options([])
      let value = resource.fields[property.name] ?? .null
      guard !value.isNull else { return GraphResponse(204) }
      return GraphResponse(
        200,
        [
          "@odata.context": .string("\(metadata)\(parent)/\(property.name)"),
          "value": property.shown(value, isBeta: path.isBeta),
        ])
    }
    if let type = resource.type.cast(segment: segment) {
      return try read(resource, of: type, "\(context)/\(segment)", rest)
    }
    if rest.isEmpty, path.isOfAction { throw methodNotAllowed }
    // A type is a name that means something, also where nothing is of it.
    guard GraphName.unqualified(segment) == nil else {
      throw .notFound("\(parent) is no \(segment)")
    }
    throw .noSegment(segment)
  }

  /// A list of plain values that a function gives.
  func values(
    _ values: [JSON], of type: String, _ rest: ArraySlice<String>
  ) throws(GraphError) -> GraphResponse {
    try requireGet()
    if rest == ["$count"] { return GraphResponse(200, .int(values.count)) }
    if let segment = rest.first { throw .noSegment(segment) }
    _ = try options([])
    return GraphResponse(
      200,
      ["@odata.context": .string("\(metadata)Collection(\(type))"), "value": .array(values)])
  }

  private func requireGet() throws(GraphError) {
    guard method == "GET" else { throw methodNotAllowed }
  }

  /// One page of a collection in its envelope.
  func list(_ set: ResourceSet) throws(GraphError) -> GraphResponse {
    let texts = try options(OptionTexts.known)
    if texts["$search"] != nil, !set.type.isSearchable {
      throw .badRequest("$search applies to users and groups")
    }
    let query = try Query(texts, on: set.type, isBeta: path.isBeta)
    try checkSupport(of: query, texts, on: set)
    let items = try query.sorted(set.items())
    let preferred = query.top == nil ? preferredPageSize : nil
    let (page, next) = query.page(
      of: items, size: min(query.top ?? preferred ?? Query.defaultPageSize, Query.maximumPageSize))
    var envelope: JSONObject = [
      "@odata.context": .string(metadata + set.context + query.selection.context)
    ]
    if query.isCounted { envelope.append("@odata.count", .int(items.count)) }
    if let next {
      envelope.append("@odata.nextLink", .string(link(to: next, texts, size: preferred)))
    }
    envelope.append("value", .array(try show(page, of: set.type, query.selection, set.context)))
    let applied = preferred.map { HeaderField("Preference-Applied", "odata.maxpagesize=\($0)") }
    return GraphResponse(200, .object(envelope), headers: applied.map { [$0] } ?? [])
  }

  /// The URL of the page that begins behind a place, with the other options of this request.
  ///
  /// - Parameter size: the page size that a preference gave; the link must tell it.
  private func link(to next: PageToken, _ texts: OptionTexts, size: Int?) -> String {
    var parts = texts.items.filter { $0.name != "$skip" && $0.name != "$skiptoken" }.map {
      "\($0.name)=\(PercentEncoding.encoded($0.text))"
    }
    if let size { parts.append("$top=\(size)") }
    parts.append("$skiptoken=\(next.text)")
    return "\(origin)\(path.text)?\(parts.joined(separator: "&"))"
  }

  /// The page size of `Prefer: odata.maxpagesize=n` (OData Protocol 4.01, section 8.2.8.6).
  private var preferredPageSize: Int? {
    for field in headers where field.isNamed("prefer") {
      for preference in field.value.split(separator: ",") {
        let parts = preference.trimmed().split(separator: "=", maxSplits: 1)
        guard parts.count == 2,
          ["odata.maxpagesize", "maxpagesize"].contains(parts[0].asciiLowercased())
        else { continue }
        // What cannot be met is passed over: a preference is not a demand.
        if let size = Int(parts[1].trimmed()), size > 0 { return min(size, Query.maximumPageSize) }
      }
    }
    return nil
  }

  // MARK: Showing

  /// Entities as JSON.
  private func show(
    _ items: some Sequence<Resource>, of type: GraphType, _ selection: Selection,
    _ context: String
  ) throws(GraphError) -> [JSON] {
    var shown: [JSON] = []
    for resource in items {
      var object = JSONObject()
      try append(resource, as: type, selection, at: "\(context)('\(resource.key)')", to: &object)
      shown.append(.object(object))
    }
    return shown
  }

  /// Appends what is shown of an entity.
  ///
  /// - Parameter type: the declared type; if it has derived ones, the entity says which it is of.
  func append(
    _ resource: Resource, as type: GraphType, _ selection: Selection, at place: String,
    to object: inout JSONObject
  ) throws(GraphError) {
    if type.isPolymorphic { object.append("@odata.type", resource.type.odataType) }
    if let etag = resource.etag { object.append("@odata.etag", .string(etag)) }
    for property in resource.type.properties
    where property.exists(isBeta: path.isBeta) && selection.shows(property) {
      let value = resource.fields[property.name] ?? property.form.absent
      object.append(property.name, property.shown(value, isBeta: path.isBeta))
    }
    for expansion in selection.expansions
    where expansion.isOf(resource.type, isBeta: path.isBeta) {
      let navigation = expansion.navigation
      let context = "\(place)/\(navigation.name)"
      let query = expansion.query
      object.append("\(navigation.name)@odata.context", .string(metadata + context))
      let all = resource.related(navigation.name)
      _ = query.budget.spend(all.count + 1)
      let related = try query.sorted(all)
      if navigation.isCollection {
        if query.isCounted { object.append("\(navigation.name)@odata.count", .int(related.count)) }
        let most = navigation.type().isOfDirectory ? GraphCall.mostExpanded : related.count
        let (page, _) = query.page(of: related, size: min(query.top ?? most, most))
        let items = try show(page, of: navigation.type(), query.selection, context)
        object.append(navigation.name, .array(items))
      } else if let target = related.first {
        var inner = JSONObject()
        try append(target, as: navigation.type(), query.selection, at: context, to: &inner)
        object.append(navigation.name, .object(inner))
      } else {
        object.append(navigation.name, .null)
      }
    }
  }
}
