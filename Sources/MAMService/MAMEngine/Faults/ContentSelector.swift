internal import ExactText
import JSONText
import MAMDirectory
import MAMWire

/// Which requests are meant by what they carry: header fields, parameters of the query, the body.
package struct ContentSelector: Sendable, Equatable {
  /// The names of the members in JSON.
  static let names = ["headers", "query", "body"]
  /// The most fields or parameters that are looked at.
  private static let most = 20

  private typealias Named = [(name: String, match: TextMatch)]
  private let headers: Named
  private let query: Named
  private let body: BodyMatch?
  /// The members as they were written.
  let json: JSONObject

  /// Reads the members of a rule or a question; nil if it has none of them.
  init?(json rule: JSONObject) throws(CommandError) {
    var json = JSONObject()
    for name in ContentSelector.names {
      guard let value = rule[name], !value.isNull else { continue }
      json.append(name, value)
    }
    guard !json.isEmpty else { return nil }
    self.json = json
    headers = try ContentSelector.named(json["headers"], "headers") { $0.asciiLowercased() }
    query = try ContentSelector.named(json["query"], "query") { $0 }
    if let value = json["body"] { body = try BodyMatch(json: value) } else { body = nil }
  }

  /// Reads an object of matches.
  private static func named(
    _ value: JSON?, _ place: String, _ name: (String) -> String
  ) throws(CommandError) -> Named {
    guard let value else { return [] }
    guard let object = value.object, !object.isEmpty, object.members.count <= most else {
      throw CommandError(
        "\"\(place)\" must be an object of 1 to \(most) strings or matches, by name")
    }
    var matches: Named = []
    for member in object.members {
      matches.append(
        (name(member.name), try TextMatch(json: member.value, "\"\(member.name)\" of \(place)")))
    }
    return matches
  }

  /// Looks at header fields, query and body, in this order.
  ///
  /// - Parameters:
  ///   - content: what the request carries; nothing fits a request that did not come over HTTP.
  ///   - goesOn: is told the name of each member that does not fit; false to look no further.
  /// - Returns: false if somebody wanted to look no further.
  func fits(_ content: RequestContent?, _ goesOn: (String) -> Bool) -> Bool {
    guard let content else { return json.members.allSatisfy { goesOn($0.name) } }
    return (areHeadersFitting(content.request) || goesOn("headers"))
      && (query.isEmpty || ContentSelector.fit(query, content.query) || goesOn("query"))
      && (body?.fits(content) ?? true || goesOn("body"))
  }

  private func areHeadersFitting(_ request: HTTPRequest) -> Bool {
    headers.allSatisfy { wanted in
      wanted.match.fits(
        anyOf: request.headers.filter { $0.isNamed(wanted.name) }.map(\.value))
    }
  }

  fileprivate static func fit(
    _ wanted: [(name: String, match: TextMatch)], _ given: [JSONObject.Member]
  ) -> Bool {
    wanted.allSatisfy { wanted in
      let values = given.filter { $0.name == wanted.name }
      return wanted.match.fits(anyOf: values.compactMap(\.value.string))
    }
  }

  package static func == (left: ContentSelector, right: ContentSelector) -> Bool {
    left.json == right.json
  }

  /// What a body must be: a match of its text, members of its JSON, or fields of its form.
  private struct BodyMatch: Sendable {
    private var text: TextMatch?
    private var members: [(path: [String], value: JSON)] = []
    private var fields: Named = []

    init(json: JSON) throws(CommandError) {
      guard let object = json.object else {
        text = try TextMatch(json: json, "\"body\"")
        return
      }
      let names = TextMatch.names + ["json", "form"]
      guard !object.isEmpty, object.members.allSatisfy({ names.contains($0.name) }) else {
        throw CommandError(
          "\"body\" must be a string, or an object with any of \(names.joined(separator: ", "))")
      }
      if object.members.contains(where: { TextMatch.names.contains($0.name) }) {
        text = try TextMatch(members: object, "\"body\"")
      }
      fields = try ContentSelector.named(object["form"], "form") { $0 }
      guard let wanted = object["json"] else { return }
      guard let wanted = wanted.object, !wanted.isEmpty, wanted.members.count <= most else {
        throw CommandError(
          "\"json\" of \"body\" must be an object of 1 to \(most) values by their path, such as "
            + "\"events[0].name\"")
      }
      members = wanted.members.map { (BodyMatch.path($0.name), $0.value) }
    }

    /// The names and numbers of `$.events[0].name`.
    private static func path(_ text: String) -> [String] {
      let text = text.hasPrefix("$.") ? text.dropFirst(2) : text[...]
      return text.split(whereSeparator: { ".[]".contains($0) }).map(String.init)
    }

    func fits(_ content: RequestContent) -> Bool {
      if let text, !content.request.body.withUnsafeBufferPointer(text.fits) { return false }
      if !fields.isEmpty, !ContentSelector.fit(fields, content.form) { return false }
      guard !members.isEmpty else { return true }
      guard let body = content.json else { return false }
      return members.allSatisfy { member in
        var value: JSON? = body
        for step in member.path {
          if let elements = value?.array {
            value = Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
          } else {
            value = value?.object?[step]
          }
        }
        return value == member.value
      }
    }
  }
}
