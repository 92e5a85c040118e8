internal import ExactText
import MAMModel

extension GraphPath {
  /// The segments as the table of routes has them: `me` is a user.
  var place: [String] {
    segments.first == "me" ? ["users", "*"] + segments.dropFirst() : segments
  }

  /// True if the place is one to be called, and not to be read.
  var isOfAction: Bool { GraphRoute.all(to: place).contains(where: \.isAction) }

  /// The methods that the place takes, which a 405 has to say (RFC 9110, section 15.5.6).
  var methods: String {
    let routes = GraphRoute.all(to: place)
    let actions = routes.filter(\.isAction)
    let taken = (actions.isEmpty ? routes : actions).map(\.method)
    let names = ["GET", "HEAD", "POST", "PATCH", "DELETE"]
    return names.filter { taken.contains($0 == "HEAD" ? "GET" : $0) }.joined(separator: ", ")
  }
}
