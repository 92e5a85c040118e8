internal import ExactText
import MAMModel

/// What the directory takes fewer of than Intune does.
///
/// The real directory answers some queries from an index alone, and only to who says that it may be a moment old:
/// by the header `ConsistencyLevel: eventual`, and but for `$search` and `/$count` by `$count=true`. Others it
/// does not answer at all. A script that forgets that must fail here too.
extension GraphCall {
  /// The most items of a page of directory objects.
  static let directoryPageSizes = 1...999

  /// The most directory objects that `$expand` shows below one, without a word about the others.
  static let mostExpanded = 20

  /// Refuses a query that the real service would refuse.
  ///
  /// - Parameters:
  ///   - strings: the options of the query.
  ///   - set: the collection.
  ///   - isCount: true for `/$count` behind it.
  func checkSupport(
    of query: Query, _ texts: OptionTexts, on set: ResourceSet, isCount: Bool = false
  ) throws(GraphError) {
    // Of a tenant's products only $select is supported, and they come in one page.
    if set.type.name == GraphType.subscribedSku.name,
      let option = OptionTexts.known.first(where: { $0 != "$select" && texts[$0] != nil })
    {
      throw .unsupportedQuery("subscribedSkus take no \(option); they support $select alone")
    }
    guard set.type.isOfDirectory else { return }
    if let top = query.top, !GraphCall.directoryPageSizes.contains(top) {
      throw .unsupportedQuery(
        "$top: a page of directory objects has from \(GraphCall.directoryPageSizes.lowerBound) to "
          + "\(GraphCall.directoryPageSizes.upperBound) items, not \(top)")
    }
    if texts["$skip"] != nil {
      throw .unsupportedQuery(
        "$skip does not apply to directory objects; follow @odata.nextLink instead")
    }
    if let function = query.filter?.unindexed {
      throw .unsupportedQuery("$filter: the directory has no \(function); use startswith or eq")
    }
    if texts["$search"] != nil { try requireEventual("$search") }
    if isCount { try requireEventual("/$count") }
    if query.isCounted { try requireEventual("$count=true") }
    guard let reason = advancedReason(query, texts, set) else { return }
    try requireEventual(reason)
    guard query.isCounted || isCount else {
      throw .unsupportedQuery(
        "\(reason) on directory objects needs $count=true in addition to the header ConsistencyLevel: eventual"
      )
    }
  }

  /// What makes the index necessary; nil for a query that needs none.
  private func advancedReason(
    _ query: Query, _ texts: OptionTexts, _ set: ResourceSet
  ) -> String? {
    if let operation = query.filter?.advanced { return "\(operation) in $filter" }
    if query.filter != nil, !query.order.isEmpty { return "$filter together with $orderby" }
    // Memberships are looked up there whatever is asked of them.
    if set.type.name == GraphType.directoryObject.name || set.context.contains("')/") {
      if query.filter != nil { return "$filter of memberships" }
      if !query.order.isEmpty { return "$orderby of memberships" }
    }
    return nil
  }

  private func requireEventual(_ what: String) throws(GraphError) {
    guard header("consistencylevel").map({ GraphName.areSame($0, "eventual") }) ?? false else {
      throw .unsupportedQuery(
        "\(what) on directory objects needs the header ConsistencyLevel: eventual")
    }
  }
}

extension OptionTexts {
  /// Refuses options of an expansion of directory objects other than `$select` (Microsoft Graph, known issues, "Some
  /// limitations apply to query parameters": one level, and nothing nested).
  func requirePlainExpansion() throws(GraphError) {
    guard let other = items.first(where: { $0.name != "$select" }) else { return }
    throw .unsupportedQuery(
      "\(other.name) within the $expand of directory objects; the directory has one level of $expand and accepts only "
        + "$select there")
  }
}

extension GraphType {
  /// True for users, groups and what they are both.
  var isOfDirectory: Bool {
    name == GraphType.directoryObject.name || ancestors.contains(GraphType.directoryObject.name)
  }
}
