internal import ExactText
import JSONText
import MAMModel

/// One way into the administrator API: a method at a place, what a caller must be allowed there, and what answers.
///
/// All of them are in ``table``. From it come the answers, the methods that a 405 names and, with the navigations of the
/// metadata, the names that a path may have in any letter case.
struct GraphRoute: Sendable {
  /// What answers.
  enum Handler: Sendable {
    /// What is done at the place.
    case answer(@Sendable (GraphVisit) throws(GraphError) -> GraphResponse)
    /// The rules themselves, to each request of a batch.
    case batch
  }

  /// A method of what changes resources, which answers.
  typealias Change =
    @Sendable (GraphChanges) -> (GraphVisit) throws(GraphError) -> GraphResponse

  /// Whom a route lets in.
  enum Permission: Sendable {
    /// Everybody, also without a token.
    case everybody
    /// Every token that is valid.
    case anyToken
    /// Tokens with a permission of that part of the API.
    case area(GraphAccess.Area)
  }

  /// `GET`, `POST`, `PATCH` or `DELETE`.
  let method: String
  /// The segments of the place: `*` is a key, `**` at the end whatever may follow.
  let pattern: [Substring]
  let permission: Permission
  /// True for what is called and not read: an action, or a reference that is made or taken away.
  let isAction: Bool
  let handler: Handler
  /// True if types may be among the segments, which change nothing about what can follow.
  private var isAcrossTypes = false

  init(
    _ method: String, _ pattern: String, _ permission: Permission, isAction: Bool = false,
    _ handler: Handler
  ) {
    self.method = method
    self.pattern = pattern.split(separator: "/")
    self.permission = permission
    self.isAction = isAction
    self.handler = handler
  }

  /// A resource that is read or changed.
  static func at(
    _ method: String, _ pattern: String, _ area: GraphAccess.Area, _ change: @escaping Change
  ) -> GraphRoute {
    GraphRoute(
      method, pattern, .area(area),
      .answer { visit throws(GraphError) in try change(visit.changes)(visit) })
  }

  /// A collection that is read, with all that lies behind it.
  static func set(
    _ place: String, _ area: GraphAccess.Area,
    _ set: @escaping @Sendable (GraphVisit) -> ResourceSet
  ) -> GraphRoute {
    let length = place.split(separator: "/").count
    return GraphRoute(
      "GET", "\(place)/**", .area(area),
      .answer { visit throws(GraphError) in
        try visit.call.read(set(visit), visit.rest(behind: length))
      })
  }

  /// An action, or a reference.
  static func action(
    _ pattern: String, _ area: GraphAccess.Area, method: String = "POST",
    _ change: @escaping Change
  ) -> GraphRoute {
    GraphRoute(
      method, pattern, .area(area), isAction: true,
      .answer { visit throws(GraphError) in try change(visit.changes)(visit) })
  }

  /// The route with types among the segments, too.
  var acrossTypes: GraphRoute {
    var route = self
    route.isAcrossTypes = true
    return route
  }

  /// True if the route leads to a place.
  private func leads(to place: [String], withoutTypes bare: [String]) -> Bool {
    let place = isAcrossTypes ? bare : place
    let isOpen = pattern.last == "**"
    let parts = isOpen ? pattern.dropLast() : pattern[...]
    guard isOpen ? place.count >= parts.count : place.count == parts.count else { return false }
    return zip(place, parts).allSatisfy { segment, part in
      part == "*" ? !segment.hasPrefix("$") : segment == part
    }
  }

  /// The routes that lead to a place, whatever their method, in the order of the table.
  static func all(to place: [String]) -> [GraphRoute] {
    let bare = place.filter { GraphName.unqualified($0) == nil }
    return table.filter { $0.leads(to: place, withoutTypes: bare) }
  }

  /// The first segment with which no route goes on; nil if there are only too few of them.
  static func unknown(in place: [String]) -> String? {
    let known = table.map { route in
      zip(place, route.pattern).prefix { $0 == $1 || $1 == "*" }.count
    }
    return place.dropFirst(known.max() ?? 0).first
  }
}
